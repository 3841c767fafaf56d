/** The words of the page that verifies a round's shuffle. */

/** What this browser saw of a shuffle, against the house's record: null where it saw nothing. */
interface Seen {
  readonly c1: boolean;
  readonly c2: boolean | null;
  readonly part: boolean | null;
}

export const verify = {
  title: (round: string) => `Verify round ${round}`,
  notOver:
    'This round’s shuffle is not over: its seed is shown when the cards of its cycle have been played. Until then no page of the house shows it to anybody, its staff included.',
  promise: 'Its promise was',
  lead: 'The house promises its seed first, you add yours, and only then are the cards fixed. Your browser has just redone every step from the published numbers.',
  recomputing: 'Recomputing…',
  holds: ': holds',
  fails: ': does not hold',
  sealed: 'The house sealed its seed',
  sealedText:
    'c1 is the fingerprint of the seed, the rules and the cycle’s number. You saw it above the table before you bet.',
  added: 'The players added theirs',
  /** Which texts were typed, among so many parts that were opened. */
  addedText: (parts: number, texts: readonly string[]): string => {
    if (parts === 0) return 'No part was opened: the seed alone made this order.';
    return texts.length > 0
      ? `Made in the browser after c1 was seen, and typed: ${texts.join(', ')}.`
      : 'Made in the browser after c1 was seen; you can type a text of your own next time.';
  },
  pinned: 'The order was pinned',
  pinnedText: (good: boolean, cards: number): string =>
    good
      ? `c2 is the fingerprint of all ${cards} cards in order, shown with the first card.`
      : 'c2 is not the fingerprint of the order that comes out.',
  shown: 'The house showed its seed',
  shownText: (good: boolean): string =>
    good
      ? 'It has the fingerprint c1, so it was not changed after you bet.'
      : 'It does not have the fingerprint c1.',
  remembers: 'Your browser remembers',
  rememberedNothing:
    'This browser did not see that shuffle being played, so it has only the house’s record to go by.',
  remembered: ({ c1, c2, part }: Seen): string => {
    if (!c1) return 'It saw another c1 before the bets than the house shows now.';
    if (c2 === false) return 'It saw another c2 with the first card than the house shows now.';
    if (part === false) return 'The part that it sent is not among those the house shows now.';
    const same = [
      'the same c1 before the bets',
      c2 && 'the same c2 with the first card',
      part && 'its own part among these',
    ].filter((one) => typeof one === 'string');
    return `At the table it saw ${same.join(', ')}.`;
  },
  again: 'Shuffled again, card for card',
  againText: (good: boolean): string =>
    `${good ? 'The same order comes out.' : 'Another order comes out than the house shows.'} These left the shoe:`,
  cards: 'The cards of this round in the order they left the shoe',
  ring: { holds: 'RECOMPUTED IN YOUR BROWSER · ', broken: 'THIS ROUND DOES NOT AGREE · ' },
  verdict: (good: boolean, cards: number): string =>
    good ? `All ${cards} cards agree.` : 'This round does not agree.',
  verdictText: (good: boolean, ms: number): string =>
    good
      ? `Recomputed in your browser in ${Math.max(1, Math.round(ms))} ms, with nothing asked of the house.`
      : 'Keep the record and show it to whoever supervises this house.',
  used: 'Cards used',
  usedOf: (used: number, cards: number) => `${used} of ${cards}`,
  staked: 'Staked',
  returned: 'Returned',
  alone: 'Do it without us',
  aloneText: 'Take the record and check it on a machine we never touch.',
  record: 'Record, JSON',
  replay: 'Replay',
} as const;
