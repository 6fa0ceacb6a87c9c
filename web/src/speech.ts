/** The voice of the host device: the browser's own, in the language of the page. */

const synth = (): SpeechSynthesis | null => ('speechSynthesis' in window ? speechSynthesis : null);

/** Whether this browser has a voice for a language; where not, the text on the screen serves. */
export function hasVoice(language: string): boolean {
  return (
    synth()
      ?.getVoices()
      .some((voice) => voice.lang.startsWith(language)) ?? false
  );
}

/** Something to be said. */
export interface Words {
  text: string;
  language: string;
  /** What must be heard even if something else is told meanwhile: who died, the verdict, the end. */
  isNews?: boolean;
}

/** News that could not be said for so long, in milliseconds, are no news any more. */
const STALE = 12_000;
/** Some browsers never say that they have ended: no sentence takes longer than this a letter. */
const A_LETTER = 160;
const A_BREATH = 1500;

/**
 * A voice that is never late: whatever is overtaken by something newer before it could be said is dropped.
 * News are not: they are said together with what overtook them.
 */
export class Voice {
  #waiting: (Words & { at: number })[] = [];
  #isBusy = false;
  #watch = 0;
  /** What is being said: the end of anything else does not matter. */
  #said = 0;

  /** Say this as soon as the voice is free, unless something else is to be said by then. */
  say(words: Words): void {
    this.#waiting = [
      ...this.#waiting.filter(({ isNews }) => isNews),
      { ...words, at: performance.now() },
    ];
    if (!this.#isBusy) this.#speak();
  }

  /** Say nothing more. */
  hush(): void {
    this.#waiting = [];
    this.#isBusy = false;
    this.#said++;
    clearTimeout(this.#watch);
    synth()?.cancel();
  }

  #speak(): void {
    const now = performance.now();
    const newest = this.#waiting.at(-1);
    const due = this.#waiting.filter((one) => one === newest || now - one.at < STALE);
    this.#waiting = [];
    const speech = synth();
    if (!newest || !speech) return;
    const words = new SpeechSynthesisUtterance(due.map(({ text }) => text).join(' '));
    words.lang = newest.language;
    words.rate = 0.96;
    const voice = speech.getVoices().find((one) => one.lang.startsWith(newest.language));
    if (voice) words.voice = voice;
    const said = ++this.#said;
    const ended = () => {
      if (said !== this.#said) return;
      clearTimeout(this.#watch);
      this.#isBusy = false;
      this.#speak();
    };
    words.onend = words.onerror = ended;
    this.#isBusy = true;
    this.#watch = window.setTimeout(ended, A_BREATH + words.text.length * A_LETTER);
    speech.speak(words);
  }
}

const voice = new Voice();

/** Say something, now or when what is being said has ended; what waited before it is dropped. */
export function say(text: string, language: string, { isNews = false } = {}): void {
  voice.say({ text, language, isNews });
}

/** Say nothing more. */
export function hush(): void {
  voice.hush();
}
