/** Draws the app icon as PNG in the sizes that phones want, from the one drawing we have. */

import { readFileSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';

const BUILT = new URL('../src/omerta/web/', import.meta.url);
const DRAWING = readFileSync(new URL('public/icon.svg', import.meta.url), 'utf-8');

/** Some phones cut an icon to a shape of their own: there the ground has no round corners. */
const FILLED = DRAWING.replace(/ rx="\d+"/, '');

/** And there the figure keeps away from the edge; it stands on the lower one. */
const MASKABLE = FILLED.replace(
  '<g id="figure">',
  '<g transform="translate(6.4 12.8) scale(0.8)">',
);

const ICONS = [
  { name: 'icon-180.png', drawing: FILLED, size: 180 },
  { name: 'icon-192.png', drawing: DRAWING, size: 192 },
  { name: 'icon-512.png', drawing: DRAWING, size: 512 },
  { name: 'icon-maskable-512.png', drawing: MASKABLE, size: 512 },
];

for (const { name, drawing, size } of ICONS) {
  const picture = new Resvg(drawing, {
    fitTo: { mode: 'width', value: size },
    font: { loadSystemFonts: false },
  });
  writeFileSync(new URL(name, BUILT), picture.render().asPng());
}
