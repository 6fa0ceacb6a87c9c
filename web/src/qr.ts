/** QR codes; what draws them is loaded only when one is wanted. */

export interface Drawn {
  size: number;
  /** One square for each dark module, as the path of an SVG. */
  path: string;
}

/** The QR code of a text in ASCII. */
export async function qrPath(text: string): Promise<Drawn> {
  const { generate, mode } = await import('lean-qr');
  const code = generate(mode.ascii(text));
  const squares: string[] = [];
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) squares.push(`M${x} ${y}h1v1h-1z`);
  }
  return { size: code.size, path: squares.join('') };
}
