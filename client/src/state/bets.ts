/** Whose bets lie where before the deal; pure, and without limits or money. */

import type { TableView } from '../wire/messages';

/** Minor units by box; a box without a bet is not in it. */
export type Bets = Readonly<Record<number, number>>;

export const NO_BETS: Bets = {};

/** The bets of one player before the deal. */
export function betsOf(view: TableView, player: number): Bets {
  const own = view.boxes.filter(({ owner, bet }) => owner === player && bet > 0);
  return Object.fromEntries(own.map(({ box, bet }) => [box, bet]));
}

/** What bets come to in all; nothing when there are none. */
export const sumOf = (bets: Bets | null): number =>
  Object.values(bets ?? NO_BETS).reduce((sum, bet) => sum + bet, 0);

/** Whether another player's bet lies there, and the box is not the one before the own seat. */
export function isTaken(view: TableView, player: number, number: number): boolean {
  const held = view.boxes.some(
    ({ box, owner }) => box === number && owner !== null && owner !== player,
  );
  return held && !view.seats.some((seat) => seat.player === player && seat.box === number);
}
