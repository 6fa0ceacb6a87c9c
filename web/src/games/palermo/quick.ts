/** Statements that begin with a touch: of a person, or of what somebody has said. */

import type { Heard } from '../../net/known';
import type { Session } from '../../net/session.svelte';
import type { Ask, Choice, Notice } from '../../protocol';
import { keyOf, type Line } from '../../stage/stage.svelte';
import { worded } from '../../text/sentence';
import type { Values } from '../../text/render';
import { cut, hasText } from '../../text/texts.svelte';
import { partsOf, type Touch } from './touch';

/** A statement, field by field, in the words of the server: `reason` is `gut`, `seat` is `2`. */
export interface Wish {
  statement: string;
  fields: Readonly<Record<string, string>>;
}

/** Reasons that speak against somebody, and those that speak for them; a feeling does both. */
export const AGAINST = [
  ...['gut', 'quiet', 'changed', 'loud', 'vote_bad', 'crowd', 'late_vote', 'contradiction'],
  ...['alike', 'defended_mafia', 'claim_double', 'survived', 'accused_by_dead', 'noise', 'result'],
];
export const FOR = ['gut', 'vote_good', 'accused_mafia', 'claim_open', 'result'];

/** What can be said of a person by one touch, in the order of the sheet. */
export const DEEDS = [
  { deed: 'accuse', icon: 'ui-gavel' },
  { deed: 'suspect', icon: 'act-suspect' },
  { deed: 'defend', icon: 'act-defend' },
  { deed: 'ask', icon: 'act-ask' },
  { deed: 'believe', icon: 'act-believe' },
  { deed: 'claim', icon: 'act-claim' },
] as const;
export type Deed = (typeof DEEDS)[number]['deed'];

/** The statement that a deed makes of a person. */
export function about(
  deed: Deed,
  seat: number,
  { against = 'gut', inFavour = 'gut', question = 'suspects', night = 1 } = {},
): Wish {
  const whom = { seat: String(seat) };
  switch (deed) {
    case 'accuse':
      return { statement: 'accuse', fields: { ...whom, reason: against } };
    case 'suspect':
      return { statement: 'suspect', fields: { ...whom, strength: '3', reason: against } };
    case 'defend':
      return { statement: 'defend', fields: { ...whom, reason: inFavour } };
    case 'ask':
      return { statement: 'ask', fields: { ...whom, question } };
    case 'believe':
      return { statement: 'trust', fields: { ...whom, strength: '2', reason: inFavour } };
    case 'claim':
      return {
        statement: 'claim_result',
        fields: { night: String(night), ...whom, finding: 'mafia' },
      };
  }
}

/** What can be said of a statement: agree, doubt, or ask its speaker why. */
export function reactions(line: Line): { key: string; wish: Wish }[] {
  const { number, seat_by: by } = line.notice.args ?? {};
  const it = { statement: `#${number}` };
  const key = keyOf(line.notice);
  const isCharge = ['say_accuse', 'say_suspect', 'say_suspect_pair', 'say_call_to_vote'];
  const question = isCharge.includes(key)
    ? 'why_accuse'
    : key === 'say_announce_vote'
      ? 'why_vote'
      : 'result';
  return [
    { key: 'agree', wish: { statement: 'agree', fields: it } },
    { key: 'doubt', wish: { statement: 'disagree', fields: { ...it, doubt: 'doubt' } } },
    { key: 'why', wish: { statement: 'ask', fields: { seat: String(by), question } } },
  ];
}

/** The choice that begins a statement of this kind, if it may be made now. */
export function beginning(touch: Touch, statement: string): Choice | null {
  return touch.statements.find((choice) => partsOf(choice).statement === statement) ?? null;
}

/** Build the statement; it is said after a moment, unless it is taken back. */
export function say(session: Session, touch: Touch, wish: Wish): Promise<boolean> {
  const begin = beginning(touch, wish.statement);
  return session.build((ask) =>
    ask.point.startsWith('say/') ? fitting(ask, wish) : (begin?.choice ?? null),
  );
}

function fitting(ask: Ask, { fields }: Wish): number | null {
  const fits = ({ parts }: Choice) =>
    Object.entries(parts ?? {}).some(([kind, value]) => fields[kind] === String(value));
  return ask.choices.find(fits)?.choice ?? null;
}

/** How the fields of a statement are called in the sentence that everybody reads. */
const NAMES: Readonly<Record<string, string>> = { night: 'number_night', day: 'number_day' };

/** A statement as it will be read, in the reader's own language. */
export function preview(wish: Wish, me: number, names: readonly string[]): string {
  const values: Record<string, string | number> = { number: 0, seat_by: me };
  for (const [kind, value] of Object.entries(wish.fields)) {
    if (kind === 'seat') values.seat = Number(value);
    else if (kind === 'statement') values.number_about = Number(value.slice(1));
    else if (kind === 'strength' && wish.statement === 'trust') values.degree = value;
    else if (kind === 'question' && wish.statement === 'ask_all') values.query = value;
    else if (kind === 'role') values[wish.statement === 'deny_role' ? 'denied' : 'claimed'] = value;
    else values[NAMES[kind] ?? kind] = kind in NAMES ? Number(value) : value;
  }
  return words(`palermo.notice.say_${wish.statement}`, values, names);
}

/** What was said, without its number and its speaker. */
export function words(key: string, values: Values, names: readonly string[]): string {
  if (!hasText(key)) return '';
  const pieces = worded('palermo', cut(key, values), names);
  const speaker = pieces.findIndex(({ piece }) => !('text' in piece) && piece.kind === 'seat');
  const rest = pieces.slice(speaker + 1).map((piece) => piece.words);
  const said = rest.join('').replace(/^[:\s\u00a0]+/, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** The statement that is being built, as far as touches build it. */
export function drafted(picked: readonly Choice[]): Wish | null {
  const statement = picked[0] && partsOf(picked[0]).statement;
  if (!statement || !SIMPLE.has(statement)) return null;
  const fields: Record<string, string> = {};
  for (const { parts } of picked.slice(1))
    for (const [kind, value] of Object.entries(parts ?? {})) fields[kind] = String(value);
  return { statement, fields };
}

/** Statements in which no kind of field comes twice, so that they can be shown before they are said. */
const SIMPLE = new Set([
  ...['accuse', 'suspect', 'defend', 'defend_self', 'trust', 'claim_result', 'agree', 'disagree'],
  ...['ask', 'ask_all', 'claim_role', 'claim_side', 'deny_role', 'announce_vote', 'call_to_vote'],
  ...['answer', 'pass', 'mood', 'motion', 'last_wish', 'heard', 'withdraw', 'endorse', 'stand'],
]);

/** A line that tells what somebody has said. */
export type Statement = Line & { notice: { args: Record<string, string | number> } };

/** Whether a line is a statement of the table talk. */
export function isStatement(line: Heard): line is Statement {
  return 'notice' in line && keyOf(line.notice).startsWith('say_');
}

/** The seat that made a statement. */
export function speakerOf(notice: Notice): number {
  return Number(notice.args?.seat_by ?? -1);
}
