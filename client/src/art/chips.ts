/** The colours of chips by what is written on them, and how an amount becomes a stack. */

export interface ChipLook {
  fill: string;
  spots: string;
  /** Spots round the edge: six single, four wide or four double, so that grey chips differ too. */
  dash: string;
  turn: number;
}

const six = (fill: string, spots = '#f4ead6'): ChipLook => ({
  fill,
  spots,
  dash: '14 19.77',
  turn: -99.3,
});
const four = (fill: string, spots: string): ChipLook => ({
  fill,
  spots,
  dash: '17 28.03',
  turn: -101.5,
});
const double = (fill: string, spots: string): ChipLook => ({
  fill,
  spots,
  dash: '9 4 9 45.54',
  turn: -104.5,
});

const LOOKS: Readonly<Record<string, ChipLook>> = {
  '0.10': four('#8a8f78', '#efe9d2'),
  '0.20': four('#7d8794', '#e9e2d1'),
  '0.50': four('#b9788c', '#f4e7dd'),
  '1': six('#e9dfc8', '#59728f'),
  '2': six('#4d93a8', '#f2ead8'),
  '4': double('#3f7f5e', '#f2ead8'),
  '5': six('#ab3129'),
  '10': six('#2c579d'),
  '20': double('#6d4f9a', '#f2e6d2'),
  '25': six('#2a7a4d'),
  '50': double('#c2672a', '#fbeeda'),
  '100': double('#22252c', '#e3bd76'),
};
const OTHER = double('#5b4a3c', '#e9dfc8');

/** How a chip with this text looks; unknown values share a brown chip and keep their number. */
export const chipLook = (text: string): ChipLook => LOOKS[text] ?? OTHER;

/** At most this many chips of a stack are drawn; the amount beside it is what counts. */
const STACK_MAX = 5;

/**
 * The chips that make `amount`, largest first, at most `STACK_MAX` of them.
 *
 * `chipsOf(6500, [100, 500, 1000, 2500])` is `[2500, 2500, 1000, 500]`.
 */
export function chipsOf(amount: number, values: readonly number[]): number[] {
  const falling = [...values].sort((a, b) => b - a);
  const stack: number[] = [];
  let rest = amount;
  for (const value of falling) {
    while (rest >= value && stack.length < STACK_MAX) {
      stack.push(value);
      rest -= value;
    }
  }
  const least = falling.at(-1);
  return stack.length === 0 && amount > 0 && least ? [least] : stack;
}
