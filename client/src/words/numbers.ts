/** Totals and places in words, for the dealer's line and for the screen reader. */

const SMALL = [
  'nothing',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
] as const;

/** `inWords(21)` is `"twenty-one"`; from 100 on the figures. */
export function inWords(n: number): string {
  if (n < 20) return SMALL[n] ?? String(n);
  if (n >= 30) return String(n);
  return n === 20 ? 'twenty' : `twenty-${SMALL[n - 20]}`;
}

/** `"soft eighteen"`, `"sixteen"`. */
export const totalInWords = (total: number, soft: boolean): string =>
  `${soft ? 'soft ' : ''}${inWords(total)}`;

const ORDINALS = ['first', 'second', 'third', 'fourth'] as const;

/** The hand's place in its box, counting from 0: `"second hand"`. */
export const handInWords = (hand: number): string => `${ORDINALS[hand] ?? `${hand + 1}th`} hand`;

/** `"an ace"`, `"an eight"`, `"a ten"`. */
export const withArticle = (noun: string): string =>
  `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
