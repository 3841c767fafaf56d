/** The chips that were laid, one by one, and what to go back to: pure. */

import type { Bets } from '../state/bets';

/** How many presses can be undone. */
const UNDO_MAX = 40;

/** What was there before each own press, the latest last, and the single chips by box. */
export interface Laid {
  readonly before: readonly Bets[];
  readonly chips: Readonly<Record<number, readonly number[]>>;
}

export const NOTHING_LAID: Laid = { before: [], chips: {} };

/** After a press that changes bets `from` into something else. */
export function pressed(laid: Laid, from: Bets): Laid {
  return { ...laid, before: [...laid.before, from].slice(-UNDO_MAX) };
}

/** One chip was laid on a box, on top of what is there. */
export function chipLaid(laid: Laid, box: number, amount: number): Laid {
  return { ...laid, chips: { ...laid.chips, [box]: [...(laid.chips[box] ?? []), amount] } };
}

/** A chip of this value went from a box: the one laid last of its kind. */
export function chipTaken(laid: Laid, box: number, amount: number): Laid {
  const chips = [...(laid.chips[box] ?? [])];
  const at = chips.lastIndexOf(amount);
  if (at >= 0) chips.splice(at, 1);
  return { ...laid, chips: { ...laid.chips, [box]: chips } };
}

/** The last press is as if it had not been, for it was undone or refused. */
export function unpressed(laid: Laid): Laid {
  return { ...laid, before: laid.before.slice(0, -1) };
}

/** What Undo leads back to; null when there is nothing to undo. */
export function undone(laid: Laid): Bets | null {
  return laid.before.at(-1) ?? null;
}

/**
 * The chip that was laid last on a box. Where the bet was not laid chip by chip (a rebet, a
 * doubling), it is the smallest of the fewest chips that make it up.
 */
export function lastChip(laid: Laid, box: number, bet: number, values: readonly number[]): number {
  const chips = laid.chips[box] ?? [];
  const known = chips.reduce((sum, chip) => sum + chip, 0) === bet;
  return (known ? chips.at(-1) : fewest(bet, values).at(-1)) ?? bet;
}

/** The fewest chips, the largest first; a rest that no chip fits is one of its own. */
function fewest(bet: number, values: readonly number[]): number[] {
  const chips: number[] = [];
  let left = bet;
  for (const value of [...values].sort((one, other) => other - one)) {
    for (; left >= value; left -= value) chips.push(value);
  }
  return left > 0 ? [...chips, left] : chips;
}
