/** Drawings as symbols in the page; each sheet is put there once, when first needed. */

import core from './core.svg?raw';

const sheets = new Set<string>();

/** Put the symbols of a sheet into the page, so that `<use href="#id">` finds them. */
export function addSheet(name: string, source: string): void {
  if (sheets.has(name)) return;
  sheets.add(name);
  const svg = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
  svg.setAttribute('class', 'sprite');
  svg.setAttribute('aria-hidden', 'true');
  document.body.append(document.adoptNode(svg));
}

addSheet('core', core);
