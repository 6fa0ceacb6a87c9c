/** How this device is called in the list of one's devices. */

const KNOWN = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'Linux'] as const;

/** What the browser says of the device, in a word that its owner knows. */
export function deviceName(agent: string = navigator.userAgent): string {
  const found = KNOWN.find((name) => agent.includes(name)) ?? '';
  return found === 'Macintosh' ? 'Mac' : found;
}
