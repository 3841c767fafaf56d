/** What of a round's record can be checked, and whether it holds; pure. */

import type { AnyEvent, RoundRecord, ShuffleRecord } from '../wire/messages';
import { commitCycle, commitOrder, partsAsPromised, shuffle } from './fairness';

export interface Checks {
  readonly c1: boolean;
  /** At a table for several: each part is the one whose hash was sent before any was opened. */
  readonly parts: boolean;
  readonly order: boolean;
  readonly c2: boolean;
  /** The cards on the table were those of the order, from the place where the round began. */
  readonly dealt: boolean;
  readonly cards: readonly DealtCard[];
  readonly all: boolean;
}

/** A card in the order in which it left the shoe, and where it went. */
export interface DealtCard {
  readonly card: string;
  readonly to: string;
}

/** Every check of a round whose cycle is laid open. */
export function check(record: RoundRecord, shown: ShuffleRecord, decks: number): Checks {
  const cards = dealtCards(record.steps.flatMap(({ events }) => events));
  const recomputed = shuffle(decks, shown.seed, shown.cycle, shown.parts, shown.cut);
  const c1 = commitCycle(shown.cycle, shown.rules_hash, shown.seed) === shown.c1;
  const parts = partsAsPromised(shown.cycle, shown.parts, shown.hashes);
  const order = same(recomputed, shown.order);
  const c2 = commitOrder(shown.salt, recomputed) === shown.c2;
  const from = recomputed.slice(shown.first_card, shown.first_card + cards.length);
  const dealt = same(
    from,
    cards.map(({ card }) => card),
  );
  return { c1, parts, order, c2, dealt, cards, all: c1 && parts && order && c2 && dealt };
}

/** The cards of a round as they left the shoe; the hole card is known once it was turned up. */
export function dealtCards(events: readonly AnyEvent[]): DealtCard[] {
  const hole = events.find((event) => event.type === 'hole_card_revealed');
  return events.flatMap((event) => {
    if (event.type === 'card_dealt') return [{ card: event.card, to: `box ${event.box}` }];
    if (event.type !== 'dealer_card_dealt') return [];
    if (event.card !== null) return [{ card: event.card, to: 'dealer' }];
    return hole ? [{ card: hole.card, to: 'hole' }] : [];
  });
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((card, at) => card === other[at]);
}
