/** Cards in words. */

const RANKS: Readonly<Record<string, string>> = {
  A: 'ace',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  T: 'ten',
  J: 'jack',
  Q: 'queen',
  K: 'king',
};
const SUITS: Readonly<Record<string, string>> = {
  s: 'spades',
  h: 'hearts',
  d: 'diamonds',
  c: 'clubs',
};

/** `rankName("Ks")` is `"king"`. */
export const rankName = (card: string): string => RANKS[card[0] ?? ''] ?? card;

/** `cardName("As")` is `"ace of spades"`; null is a face-down card. */
export const cardName = (card: string | null): string =>
  card ? `${rankName(card)} of ${SUITS[card[1] ?? ''] ?? ''}` : 'face-down card';
