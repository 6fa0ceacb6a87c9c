/** Standing orders by game: the decision points that may be ordered, until when, and in which words. */

export interface StandingOrder {
  readonly point: string;
  readonly until: 'concerns_me' | 'round' | 'game';
  readonly text: string;
}

export const ORDERS: Record<string, readonly StandingOrder[]> = {
  mafia_city: [
    { point: 'react', until: 'concerns_me', text: 'web.play.let_pass' },
    { point: 'bid_agreement', until: 'round', text: 'web.play.no_bids' },
    { point: 'bullet_turn', until: 'round', text: 'web.play.stay_passed' },
    { point: 'pick_location', until: 'round', text: 'web.mafia_city.in_order' },
    { point: 'pick_strategy_location', until: 'round', text: 'web.mafia_city.back_in_order' },
    { point: 'pick_strategy_seat', until: 'round', text: 'web.mafia_city.seats_in_order' },
  ],
  downtown: [
    { point: 'add_money', until: 'game', text: 'web.downtown.add_nothing' },
    { point: 'casino', until: 'game', text: 'web.downtown.no_casino' },
  ],
};

/** The order that would answer a point from now on, if there is one. */
export function orderFor(area: string, point: string): StandingOrder | null {
  return ORDERS[area]?.find((order) => order.point === point) ?? null;
}
