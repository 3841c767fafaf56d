/** The words of the history's rows and of a round looked at again. */

import type { GameInfo } from '../table/contract';
import type { HistoryRow, RoundRecord } from '../wire/messages';
import { amount } from './money';

export const history = {
  void: 'void',
  /** What was staked, and from what; or that it came back. */
  money: ({ voided, bonus, staked, paid }: HistoryRow, game: GameInfo): string => {
    if (voided) return `${amount(paid, game)} returned`;
    return `${amount(staked, game)} ${bonus ? 'from bonus' : 'staked'}`;
  },
  /** How a round stands that is not simply over. */
  state: ({ voided, open }: RoundRecord): string => {
    if (voided) return ' · void';
    return open ? ' · still open' : '';
  },
  owed: (debt: string) =>
    `What was paid had been spent in part: ${debt} of it is owed to the house, and money that comes in pays it off first.`,
} as const;
