/** The voice of the host device: the browser's own, in the language of the page. */

/** Whether this browser has a voice for a language; where not, the text on the screen serves. */
export function hasVoice(language: string): boolean {
  return (
    'speechSynthesis' in window &&
    speechSynthesis.getVoices().some((voice) => voice.lang.startsWith(language))
  );
}

/** Say something after what is being said. */
export function say(text: string, language: string): void {
  if (!('speechSynthesis' in window)) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  words.rate = 0.92;
  const voice = speechSynthesis.getVoices().find((one) => one.lang.startsWith(language));
  if (voice) words.voice = voice;
  speechSynthesis.speak(words);
}

/** Say nothing more. */
export function hush(): void {
  if ('speechSynthesis' in window) speechSynthesis.cancel();
}
