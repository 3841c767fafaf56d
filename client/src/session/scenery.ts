/** What the motion player needs to know of a view: whose chips, and which cards lie face down. */

import type { Change } from '../motion/player';
import { seatOf } from '../state/find';
import type { TableView } from '../wire/messages';

/** Where the chips of each box live: the own purse, or another player's seat. */
export function homes(before: TableView, after: TableView, me: number): Map<number, string> {
  const places = new Map<number, string>();
  for (const view of [before, after]) {
    for (const { box, owner } of view.boxes) {
      if (owner === null) continue;
      const seat = seatOf(view, owner);
      places.set(box, owner === me || !seat ? 'purse' : `seat:${seat.seat}`);
    }
  }
  return places;
}

/** Marks of the cards that lie face down. */
export function backs({ dealer }: TableView): Set<string> {
  const marks = dealer.cards.map((card, at) => (card === null ? `card:d${at}` : null));
  return new Set(marks.filter((mark) => mark !== null));
}

/** Marks of the insurance that pays. */
export function paid({ boxes }: TableView): Set<string> {
  const won = boxes.filter(({ insurance_paid }) => (insurance_paid ?? 0) > 0);
  return new Set(won.map(({ box }) => `insurance:${box}`));
}

/** All that a stage needs to know of a change: what moves, where it belongs, what lies face down. */
export function sceneOf({ before, after, cues }: Change) {
  return {
    cues,
    homes: homes(before.view, after.view, after.you.player),
    backs: { before: backs(before.view), after: backs(after.view) },
    paid: paid(after.view),
  };
}
