/** Puts text into the clipboard, on plain http too. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The clipboard exists on https and localhost only; selecting works everywhere.
    const field = document.createElement('textarea');
    field.value = text;
    field.style.cssText = 'position: fixed; opacity: 0';
    document.body.append(field);
    field.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing newer works on plain http
    document.execCommand('copy');
    field.remove();
  }
}
