/** The rules on two pages: which drawings and which texts of a game stand there. */

interface Things {
  /** The text above them. */
  title: string;
  /** The kind of their names in the catalogue of the game, and of what is said of them. */
  kind: string;
  said: string;
  /** Each by its id, with its drawing. */
  things: readonly (readonly [string, string])[];
}

export interface Quick {
  /** Drawings of what wins. */
  wins: readonly string[];
  /** What one does, step by step: drawings, and `>` for what becomes of them. */
  steps: readonly (readonly string[])[];
  /** The second page: what everything is for. */
  things: readonly Things[];
}

type Sheet = () => Promise<{ default: string }>;

/** The drawings of each game. */
export const SHEETS: Record<string, Sheet | undefined> = {
  'mafia-city': () => import('./art/mafia_city.svg?raw'),
  downtown: () => import('./art/downtown.svg?raw'),
  palermo: () => import('./art/palermo.svg?raw'),
};

/** The games that can be told so; of any other the whole rulebook is shown at once. */
export const QUICK: Record<string, Quick | undefined> = {
  'mafia-city': {
    wins: ['ui-crown', 'ui-crown', 'ui-crown'],
    steps: [
      ['clan-rosa', '>', 'loc-harbor'],
      ['loc-hall', '>', 'ui-crown'],
      ['loc-harbor', '>', 'clan-rosa'],
      ['k-trade', '>', 'ui-plus'],
    ],
    things: [
      {
        title: 'web.quick.mafia_city.locations',
        kind: 'location',
        said: 'location_text',
        things: [
          ['jail', 'loc-jail'],
          ['harbor', 'loc-harbor'],
          ['fight_club', 'loc-fight'],
          ['police_station', 'loc-police'],
          ['business_district', 'loc-business'],
          ['gentlemens_club', 'loc-club'],
          ['city_hall', 'loc-hall'],
        ],
      },
      {
        title: 'web.quick.mafia_city.symbols',
        kind: 'symbol',
        said: 'symbol_text',
        things: [
          ['hat', 'sym-hat'],
          ['fist', 'sym-fist'],
          ['bullet', 'sym-bullet'],
          ['plus_one', 'sym-plus'],
        ],
      },
    ],
  },
  downtown: {
    wins: ['loot-money', 'loot-jewels', 'loot-art'],
    steps: [
      ['pl-bank', '>', 'pl-west'],
      ['loot-money', '>', 'ui-people'],
      ['g-spy', 'g-safecracker', '>', 'loot-jewels'],
      ['loot-money', 'g-lookout', '>', 'ui-eye'],
    ],
    things: [
      {
        title: 'web.quick.downtown.places',
        kind: 'place',
        said: 'place_text',
        things: [
          ['downtown', 'pl-downtown'],
          ['west_side', 'pl-west'],
          ['east_side', 'pl-east'],
          ['ghetto', 'pl-ghetto'],
          ['bank', 'pl-bank'],
          ['villa', 'pl-villa'],
        ],
      },
      {
        title: 'web.quick.downtown.informants',
        kind: 'informant',
        said: 'informant_text',
        things: [
          ['frankie', 'ui-quote'],
          ['luigi', 'ui-quote'],
          ['joe', 'ui-quote'],
        ],
      },
    ],
  },
  palermo: {
    wins: ['role-citizen', 'role-mafioso'],
    steps: [
      ['ui-moon', '>', 'role-mafioso'],
      ['ui-sun', '>', 'ui-tomb'],
      ['ui-chat', '>', 'hand-up'],
      ['ui-gavel', '>', 'ui-tomb'],
    ],
    things: [
      {
        title: 'web.quick.palermo.roles',
        kind: 'role',
        said: 'role_text',
        things: [
          ['mafioso', 'role-mafioso'],
          ['killer', 'role-killer'],
          ['spy', 'role-spy'],
          ['detective1', 'role-detective'],
          ['guardian', 'role-guardian'],
          ['pharmacist', 'role-pharmacist'],
          ['matchmaker', 'role-matchmaker'],
          ['walker', 'role-walker'],
          ['desperado', 'role-desperado'],
          ['freemason', 'role-freemason'],
          ['coward', 'role-coward'],
          ['citizen', 'role-citizen'],
        ],
      },
    ],
  },
};
