/** The words of the history's rows and of a round looked at again. */

import type { GameInfo } from '../table/contract';
import type { HistoryRow, RoundRecord } from '../wire/messages';
import { amount, money } from './money';

const VOID_GAVE: Readonly<Record<GameInfo['void_pays'], string>> = {
  bets: 'Every bet of it has come back, and every payout was taken back.',
  better: 'What had been won in it so far stands, or the bets have come back, whichever is more.',
};

export const history = {
  title: 'History',
  none: 'You have not played a round yet.',
  older: 'Older rounds',
  round: (round: string) => `Round ${round}`,
  firstStep: 'First step',
  stepBack: 'One step back',
  stepOn: 'One step on',
  play: 'Play',
  pause: 'Pause',
  step: 'Step',
  count: (at: number, of: number) => `${at} of ${of}`,
  stepText: (at: number, of: number, text: string) => `Step ${at} of ${of}: ${text}`,
  verify: 'Verify this round',
  copy: 'Copy as text',
  copied: 'The round is in your clipboard.',
  cards: 'Card by card',
  void: 'void',
  voided: (round: string) => `Round ${round} is void`,
  /** What came of a round that is called off, by what this house gives then; and why it is. */
  voidGave: (reason: string, { void_pays }: GameInfo): string =>
    `${VOID_GAVE[void_pays]} The house’s reason: ${reason.replace(/\.$/, '')}.`,
  /** The same of a round that is over, by what it gave; empty for one that was not called off. */
  calledOff: ({ voided, staked, paid }: RoundRecord, { currency }: GameInfo): string => {
    if (!voided) return '';
    if (paid <= staked) return 'This round was called off: every bet of it came back.';
    return `This round was called off: what you had won in it so far, ${money(paid - staked, currency)}, is yours.`;
  },
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
  /** What came of it in sums. */
  sums: ({ staked, paid }: RoundRecord, { currency }: GameInfo): string =>
    `Staked ${money(staked, currency)}, returned ${money(paid, currency)}`,
  /** The own money before and after, where the record tells it. */
  balances: ({ balance_before, balance_after }: RoundRecord, { currency }: GameInfo): string => {
    const told = [
      balance_before !== null && `before ${money(balance_before, currency)}`,
      balance_after !== null && `after ${money(balance_after, currency)}`,
    ].filter((part) => part !== false);
    return told.length > 0 ? `Balance ${told.join(', ')}.` : '';
  },
  owed: (debt: string) =>
    `What was paid had been spent in part: ${debt} of it is owed to the house, and money that comes in pays it off first.`,
} as const;
