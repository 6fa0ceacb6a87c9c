/** What this device remembers: language, theme, motion, sound, and who one is. */

export const LANGUAGES = ['en', 'de', 'cs', 'sk'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = 'system' | 'dark' | 'light';
export type Motion = 'system' | 'reduced';

interface Kept {
  language: Language;
  theme: Theme;
  motion: Motion;
  sound: boolean;
  /** How strong computer players are at *Play now*, by game; the usual level where none was chosen. */
  levels: Record<string, string>;
  /** Every move asks for a second tap. */
  secondTap: boolean;
  /** Say so outside the page when it is one’s turn. */
  notify: boolean;
  /** Let reactions pass until they concern me, at every table. */
  letPass: boolean;
  /** Standing orders that this person has been told of. */
  introduced: string[];
  token: string;
  name: string;
}

const KEY = 'omerta';

function browserLanguage(): Language {
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2).toLowerCase();
    const found = LANGUAGES.find((language) => language === short);
    if (found) return found;
  }
  return 'en';
}

function read(): Kept {
  const usual: Kept = {
    language: browserLanguage(),
    theme: 'system',
    motion: 'system',
    sound: false,
    levels: {},
    secondTap: false,
    notify: false,
    letPass: false,
    introduced: [],
    token: '',
    name: '',
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return usual;
  }
}

export const settings = $state<Kept>(read());

/** Keep the settings on this device; a browser without storage forgets them. */
export function keep(change: Partial<Kept>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the page works without.
  }
  show();
}

/** Put theme, motion and language on the page itself. */
export function show(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** How long something may move, in milliseconds: nothing where stillness is asked for. */
export function moving(milliseconds: number): number {
  return settings.motion === 'reduced' || still.matches ? 0 : milliseconds;
}
