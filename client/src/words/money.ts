/** Writes amounts: minor units of a currency, or credits at a table that counts in them. */

import type { Currency, GameInfo, Minor } from '../table/contract';

/** A true minus sign, as wide as a plus in tabular figures. */
const MINUS = '−';
/** No line breaks between a sign and its figure. */
const NO_BREAK = '\u00a0';

const grouped = (whole: number) => whole.toString().replace(/\B(?=(\d{3})+$)/g, ',');

/** `decimal(139250, 2)` is `"1,392.50"`. */
export function decimal(minor: Minor, digits: number): string {
  const size = Math.abs(minor);
  const unit = 10 ** digits;
  const whole = grouped(Math.floor(size / unit));
  const part = digits === 0 ? '' : `.${(size % unit).toString().padStart(digits, '0')}`;
  return `${minor < 0 ? MINUS : ''}${whole}${part}`;
}

/** An amount with the currency's sign: `"€ 1,392.50"`. */
export const money = (minor: Minor, currency: Currency): string =>
  `${currency.sign}${NO_BREAK}${decimal(minor, currency.digits)}`;

type Counted = Pick<GameInfo, 'currency' | 'denomination'>;

/** An amount as this table counts: `"25.00"`, or `"250"` credits. */
export const amount = (minor: Minor, game: Counted): string =>
  game.denomination
    ? decimal(Math.trunc(minor / game.denomination), 0)
    : decimal(minor, game.currency.digits);

/** A difference with its sign: `"+37.50"`, `"−25.00"`, and `"0.00"` for none. */
export const signed = (minor: Minor, game: Counted): string =>
  minor > 0 ? `+${amount(minor, game)}` : amount(minor, game);

/** What is written on a chip: as short as the value allows, `"0.50"`, `"1"`, `"100"`. */
export function chipText(minor: Minor, game: Counted): string {
  return amount(minor, game).replace(/\.0+$/, '');
}
