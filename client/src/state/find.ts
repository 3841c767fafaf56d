/** The parts of a table by their numbers, and those of a turn; pure. */

import type { BoxView, HandView, PrivateView, SeatView, TableView } from '../wire/messages';

export const boxAt = (view: TableView, number: number): BoxView | undefined =>
  view.boxes.find(({ box }) => box === number);

export const handAt = (view: TableView, box: number, hand: number): HandView | undefined =>
  boxAt(view, box)?.hands[hand];

/** The box whose turn it is. */
export const boxInPlay = ({ turn, boxes }: TableView): BoxView | undefined =>
  boxes.find(({ box }) => box === turn?.box);

/** The hand whose turn it is. */
export const handInPlay = (view: TableView): HandView | undefined =>
  boxInPlay(view)?.hands[view.turn?.hand ?? 0];

/** The boxes with cards. */
export const dealtBoxes = ({ boxes }: TableView): readonly BoxView[] =>
  boxes.filter(({ hands }) => hands.length > 0);

/** Where a player sits; undefined where he only watches, or nobody is asked for. */
export const seatOf = ({ seats }: TableView, player: number | null): SeatView | undefined =>
  player === null ? undefined : seats.find((seat) => seat.player === player);

/** Whether somebody only looks on: who has no seat at a table for several. */
export const looksOn = (view: TableView, you: PrivateView | null): boolean =>
  view.kind === 'multi' && seatOf(view, you?.player ?? null) === undefined;

/** How many seats nobody has. */
export const freeSeats = ({ seats }: TableView): number =>
  seats.filter(({ player }) => player === null).length;

/** An ace and a ten-valued card on a hand that was never split. */
export const isNatural = (box: BoxView, { cards, total }: HandView): boolean =>
  box.hands.length === 1 && cards.length === 2 && total === 21;
