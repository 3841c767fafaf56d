/** The cards of the last round: whether they still lie, and how they are put away. Pure. */

import type { Events, TableView } from '../wire/messages';

export function cardsLie(view: TableView): boolean {
  return view.boxes.some(({ hands }) => hands.length > 0);
}

/** While the cards of a round lie there, its number stands, though betting is open again. */
export function withRound(view: TableView, round: string): TableView {
  return view.round === null && round && cardsLie(view) ? { ...view, round } : view;
}

/** What the house will say with the next bet, said by the player himself before it. */
export function clearing({ table, phase, turn, betting_left_ms }: TableView): Events {
  const events: Events['events'] = [{ type: 'table_cleared' }];
  return { type: 'events', table, seq: 0, events, phase, turn, betting_left_ms };
}
