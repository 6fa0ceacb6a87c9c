/** What a game master would say: the lines of the script that the device in the middle tells. */

import type { Heard } from '../../net/known';
import { sentence } from '../../text/sentence';
import { hasText, t } from '../../text/texts.svelte';
import { keyOf, type Line } from '../../stage/stage.svelte';

/** What must be heard although something else is told meanwhile. */
const NEWS = new Set([
  'first_morning',
  'morning_dead',
  'morning_no_dead',
  'found_dead',
  'found_dead_of',
  'card_shown',
  'side_shown',
  'nothing_shown',
  'dawn_bomb',
  'bomb',
  'last_bomb',
  'grief',
  'heart_attack',
  'counted',
  'verdict',
  'executed',
  'no_verdict',
  'elected',
  'deadlock',
  'deadlock_near',
  'mafia_won',
  'citizens_won',
  'relief',
  'couple_won',
  'nobody_left',
  'nobody_left_draw',
]);

/** What calls people to do something now. */
const CALLS = new Set([
  'first_night_falls',
  'night_falls',
  'mafia_meet_now',
  'mafia_wake',
  'code_names',
  'code_name_wakes',
  'detectives_wake',
  'detective1_wakes',
  'detective2_wakes',
  'detectives_shown',
  'detectives_informed',
  'guardian_wakes',
  'pharmacist_wakes',
  'matchmaker_wakes',
  'lovers_sign',
  'lovers_wake',
  'freemasons_meet_now',
  'freemasons_wake',
  'coward_wakes',
  'spy_wakes',
  'election',
  'election_runoff',
  'discussion',
  'question',
  'list_open',
  'list_extended',
  'list_too_short',
  'nominations_open',
  'nominate_again',
  'accused',
  'asked_now',
  'accuser_speaks',
  'accused_speaks',
  'closing_plea',
  'vote_opens',
  'forced_by_time',
  'half_have_voted',
  'late_voters',
  'unclear',
  'tie',
  'tie_all',
  'tie_mayor',
  'tie_decided_by',
  'runoff',
  'further_verdict',
  'no_further_verdict',
  'mayor_dead',
  'mayor_names',
]);

/** Where eyes are closed, whoever was called is asked by word of mouth and sent to sleep again. */
const EYES = new Set([
  'mafia_sleep',
  'detectives_sleep',
  'guardian_sleeps',
  'pharmacist_sleeps',
  'matchmaker_sleeps',
  'lovers_sleep',
  'freemasons_sleep',
  'coward_sleeps',
  'spy_sleeps',
  'potions_asked',
]);

/** What stands in a sentence of its own where several of them come at once. */
const MANY: Readonly<Record<string, string>> = { accused: 'web.palermo.voice.all_accused' };

export type Scene = '' | 'dawn' | 'verdict';

/** One thing that is told: everything that came at the same moment. */
export interface Announcement {
  id: string;
  text: string;
  keys: string[];
  isNews: boolean;
  /** Whether it takes the whole screen. */
  scene: Scene;
  /** Of whom a scene tells. */
  seats: number[];
}

const DAWN = new Set(['first_morning', 'morning_dead', 'morning_no_dead']);
const VERDICT = new Set(['verdict', 'executed', 'no_verdict']);
const FALLEN = new Set([
  'found_dead',
  'found_dead_of',
  'dawn_bomb',
  'grief',
  'verdict',
  'executed',
  'bomb',
  'heart_attack',
]);

/** Whether the device tells a line at all: no bookkeeping, and nobody's own words. */
export function isTold(key: string, { isByEyes }: { isByEyes: boolean }): boolean {
  return NEWS.has(key) || CALLS.has(key) || (isByEyes && EYES.has(key));
}

/** The lines that are told, with words that fit the phones in everybody's hands. */
export function toldOf(heard: readonly Heard[], { isByEyes = false } = {}): Line[] {
  return heard.filter(
    (line): line is Line => 'notice' in line && isTold(keyOf(line.notice), { isByEyes }),
  );
}

function wordsOf(line: Line, names: readonly string[], isByEyes: boolean): string {
  const { notice } = line;
  const own = `web.palermo.voice.${keyOf(notice)}`;
  if (!isByEyes && hasText(own)) return t(own);
  return sentence('palermo', notice.key, notice.args ?? {}, [...names]);
}

/** Put what came at one moment together. */
export function announce(
  lines: readonly Line[],
  names: readonly string[],
  { isByEyes = false, together = (some: string[]) => some.join(', ') } = {},
): Announcement | null {
  const last = lines.at(-1);
  if (!last) return null;
  const keys = lines.map(({ notice }) => keyOf(notice));
  const said: string[] = [];
  for (const [at, line] of lines.entries()) {
    const key = keys[at]!;
    const alike = lines.filter((_, other) => keys[other] === key);
    const many = alike.length > 1 ? MANY[key] : undefined;
    if (!many) said.push(wordsOf(line, names, isByEyes));
    else if (alike[0] === line) {
      const seats = alike.map(({ notice }) => names[Number(notice.args?.seat)] ?? '');
      said.push(t(many, { names: together(seats) }));
    }
  }
  const scene = keys.some((key) => DAWN.has(key))
    ? 'dawn'
    : keys.some((key) => VERDICT.has(key))
      ? 'verdict'
      : '';
  const fallen = lines.flatMap(({ notice }, at) => {
    const { seat, seat_named } = notice.args ?? {};
    if (!FALLEN.has(keys[at]!)) return [];
    return [seat, seat_named].filter((one): one is number => typeof one === 'number');
  });
  return {
    id: last.id,
    text: said.filter(Boolean).join(' '),
    keys,
    isNews: keys.some((key) => NEWS.has(key)),
    scene,
    seats: [...new Set(fallen)],
  };
}
