/** Options that belong together, by the area of the game; whatever is named nowhere stands in the last group. */

export const GROUPS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  palermo: {
    table: ['mode', 'gm', 'deal', 'table_night', 'tone', 'leaver', 'prov_immunity', 'master'],
    trial: [
      'trial',
      'one_accusation_each',
      'list_close',
      'tie_rule',
      'vote_timeout',
      'self_vote',
      'forced_timeout',
    ],
    dead: ['reveal', 'talking_dead', 'dead_view', 'dead_chat', 'announce_causes'],
    night: ['night_flow', 'night_pace', 'call_roles'],
    mafia: ['murder', 'mafia_agreement', 'mafia_own', 'mafia_chat', 'mafia_know_cards', 'spy_pick'],
    winning: ['mafia_win', 'all_dead', 'deadlock_rounds', 'deadlock_result'],
    mayor: ['mayor', 'mayor_double', 'mayor_succession'],
    roles: [],
  },
};

/** How the people sit, and what follows from it: no difference from the rules of a leaflet. */
export const SEATING: ReadonlySet<string> = new Set([
  'mode',
  'gm',
  'table_night',
  'night_flow',
  'walker_form',
  'informant_pick',
  'spy_pick',
]);
