/** What a player can stake at a table: his bonus while one is active, or else his own money. */

import type { GameInfo, Minor } from '../table/contract';
import type { PrivateView } from '../wire/messages';
import { amount } from './money';

type Has = Pick<PrivateView, 'purse'>;

/** What the next stake comes from. */
export const inPlay = ({ purse }: Has): Minor => purse.bonus ?? purse.balance;

/** `"balance is 3.00"`, or `"bonus is 3.00"`: why something can't be paid. */
export const short = (you: Has, game: GameInfo): string =>
  `${you.purse.bonus === null ? 'balance' : 'bonus'} is ${amount(inPlay(you), game)}`;
