/** The guided first game: short hints that point at things, each told once. */

export interface Hint {
  /** The question at which it is told. */
  point: string;
  /** What it points at. */
  target: string;
}

/** In the order of the game; the text of a hint is `web.guide.<area>.<point>`. */
export const HINTS: Record<string, readonly Hint[]> = {
  mafia_city: [
    { point: 'mulligan', target: '.cards' },
    { point: 'take_turn', target: '.city' },
    { point: 'react', target: '.window' },
    { point: 'bullet_turn', target: '.window' },
    { point: 'take_back', target: '.city' },
    { point: 'jail_pick', target: '.city' },
    { point: 'hitman_move', target: '.city' },
  ],
  downtown: [
    { point: 'place_1', target: '.street' },
    { point: 'move', target: '.street' },
    { point: 'select', target: '.choose' },
    { point: 'use', target: '.market' },
    { point: 'lay_money', target: '.mine' },
    { point: 'add_money', target: '.mine' },
  ],
  palermo: [
    { point: 'cards', target: '.hold' },
    { point: 'tap', target: '.tiles' },
    { point: 'discussion', target: '.builder' },
    { point: 'list', target: '.builder' },
    { point: 'vote', target: '.square' },
  ],
};
