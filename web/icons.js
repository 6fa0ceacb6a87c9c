/** Draws the app icon as PNG in the sizes that phones want, from the one drawing we have: public/icon.svg. */

import { readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const HERE = new URL('.', import.meta.url);
const BUILT = new URL('../src/omerta/web/', HERE);
const UNITS = 64;
/** Lines that are measured within one line of the picture. */
const FINE = 4;

/** Some phones cut an icon to a shape of their own: there the ground fills it and the drawing keeps away from the edge. */
const ICONS = {
  'icon-180.png': { size: 180, isFilled: true, scale: 1 },
  'icon-192.png': { size: 192, isFilled: false, scale: 1 },
  'icon-512.png': { size: 512, isFilled: false, scale: 1 },
  'icon-maskable-512.png': { size: 512, isFilled: true, scale: 0.8 },
};

// ------------------------------------------------------------------ the drawing

function attributes(text) {
  return Object.fromEntries(
    [...text.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

function roundedCorners(size, radius) {
  const far = size - radius;
  const bend = radius * 0.448;
  return `M${radius} 0L${far} 0C${size - bend} 0 ${size} ${bend} ${size} ${radius}L${size} ${far}C${size} ${size - bend} ${size - bend} ${size} ${far} ${size}L${radius} ${size}C${bend} ${size} 0 ${size - bend} 0 ${far}L0 ${radius}C0 ${bend} ${bend} 0 ${radius} 0Z`;
}

function circle({ cx, cy, r }) {
  const turn = (at) => [
    Number(cx) + r * Math.cos((at * Math.PI) / 60),
    Number(cy) + r * Math.sin((at * Math.PI) / 60),
  ];
  return [Array.from({ length: 120 }, (_, at) => turn(at))];
}

/** A path as outlines of straight pieces. */
function outlines(path) {
  const words = path.match(/[a-zA-Z]|-?(?:\d*\.\d+|\d+)/g);
  const found = [];
  let [x, y, bentX, bentY, command] = [0, 0, 0, 0, ''];
  const number = () => Number(words.shift());
  while (words.length) {
    if (/[a-zA-Z]/.test(words[0])) command = words.shift();
    const [left, top] = command === command.toLowerCase() ? [x, y] : [0, 0];
    const verb = command.toUpperCase();
    if (verb === 'Z') continue;
    let [toX, toY] = [x, y];
    if (verb === 'C' || verb === 'S') {
      const [ax, ay] =
        verb === 'C' ? [left + number(), top + number()] : [2 * x - bentX, 2 * y - bentY];
      [bentX, bentY] = [left + number(), top + number()];
      [toX, toY] = [left + number(), top + number()];
      for (let at = 1; at <= 24; at++) {
        const [t, s] = [at / 24, 1 - at / 24];
        const along = (a, b, c, d) =>
          s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
        found.at(-1).push([along(x, ax, bentX, toX), along(y, ay, bentY, toY)]);
      }
    } else {
      if (verb !== 'V') toX = left + number();
      if (verb !== 'H') toY = top + number();
      if (verb === 'M') found.push([]);
      found.at(-1).push([toX, toY]);
      [bentX, bentY] = [toX, toY];
    }
    [x, y] = [toX, toY];
  }
  return found;
}

function shapes(svg, isFilled) {
  return [...svg.matchAll(/<(rect|circle|path) ([^>]*)\/>/g)].map(([, kind, text]) => {
    const told = attributes(text);
    const colour = [1, 3, 5].map((at) => parseInt(told.fill.slice(at, at + 2), 16));
    if (kind === 'circle') return { colour, lines: circle(told) };
    if (kind === 'path') return { colour, lines: outlines(told.d) };
    return {
      colour,
      isGround: true,
      lines: outlines(roundedCorners(Number(told.width), isFilled ? 0 : Number(told.rx))),
    };
  });
}

// ------------------------------------------------------------------ the picture

/** How much of each point of a line lies inside, by the directions of the outlines that are crossed. */
function cover(lines, size) {
  const covered = new Float32Array(size * size);
  for (let fine = 0; fine < size * FINE; fine++) {
    const y = (fine + 0.5) / FINE;
    const crossed = [];
    for (const line of lines) {
      line.forEach(([x1, y1], at) => {
        const [x2, y2] = line[(at + 1) % line.length];
        if (y1 <= y !== y2 <= y)
          crossed.push([x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), y2 > y1 ? 1 : -1]);
      });
    }
    crossed.sort(([a], [b]) => a - b);
    let winding = 0;
    crossed.forEach(([x, way], at) => {
      winding += way;
      if (winding)
        fill(covered, Math.floor(fine / FINE) * size, x, crossed[at + 1]?.[0] ?? x, size);
    });
  }
  return covered;
}

function fill(covered, row, from, to, size) {
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(size, to); x++) {
    covered[row + x] += (Math.min(to, x + 1) - Math.max(from, x)) / FINE;
  }
}

function paint(svg, { size, isFilled, scale }) {
  const points = new Uint8ClampedArray(size * size * 4);
  for (const { colour, lines, isGround } of shapes(svg, isFilled)) {
    const by = (size / UNITS) * (isGround ? 1 : scale);
    // What is drawn stands on the lower edge.
    const [left, top] = isGround ? [0, 0] : [(size * (1 - scale)) / 2, size * (1 - scale)];
    const covered = cover(
      lines.map((line) => line.map(([x, y]) => [left + x * by, top + y * by])),
      size,
    );
    covered.forEach((part, at) => {
      if (!part) return;
      const under = points[at * 4 + 3] / 255;
      const opaque = part + under * (1 - part);
      colour.forEach(
        (value, of) =>
          (points[at * 4 + of] =
            (value * part + points[at * 4 + of] * under * (1 - part)) / opaque),
      );
      points[at * 4 + 3] = opaque * 255;
    });
  }
  return points;
}

function png(points, size) {
  const part = (name, content) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6], 8);
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++)
    rows.set(points.subarray(y * size * 4, (y + 1) * size * 4), y * (size * 4 + 1) + 1);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    part('IHDR', head),
    part('IDAT', deflateSync(rows, { level: 9 })),
    part('IEND', Buffer.alloc(0)),
  ]);
}

const svg = readFileSync(new URL('public/icon.svg', HERE), 'utf-8');
for (const [name, wish] of Object.entries(ICONS))
  writeFileSync(new URL(name, BUILT), png(paint(svg, wish), wish.size));
