/** The question before the play, about one box: its cost and what it pays, in plain words. */

import { boxInPlay } from '../state/find';
import type { GameInfo } from '../table/contract';
import type { PrivateView, TableView } from '../wire/messages';
import { amount } from './money';
import { ui } from './ui';

/** A question as it is written: the sum that insurance pays stands out. */
export interface Question {
  readonly box: number;
  readonly title: string;
  readonly lead: string;
  readonly sum: string;
  readonly rest: string;
}

/** What a player is asked now; null when it is nothing, how to play, or not offered any more. */
export function question(view: TableView, you: PrivateView, game: GameInfo): Question | null {
  const { turn } = view;
  const hand = boxInPlay(view)?.hands[0];
  if (!turn || !hand || turn.asking === 'play') return null;
  const { box } = turn;
  if (turn.asking === 'even_money') {
    const [win, more] = [hand.bet, naturalPays(hand.bet, game)].map(
      (paid) => `+${amount(paid, game)}`,
    );
    const lead = ui.evenMoney.text(win ?? '', more ?? '');
    return { box, title: ui.evenMoney.title(box, win ?? ''), lead, sum: '', rest: '' };
  }
  const cost = you.offers.find(({ action }) => action === 'insure')?.cost;
  if (cost === undefined) return null;
  const { title, ifBlackjack, natural, betLoses, ifNot } = ui.insure;
  const then = hand.total === 21 ? natural : betLoses;
  return {
    box,
    title: title(box, amount(cost, game)),
    lead: ifBlackjack,
    sum: amount(2 * cost, game),
    rest: `${then(amount(hand.bet, game))}${ifNot(amount(cost, game))}`,
  };
}

/** The same in one go, to be said. */
export const questionInWords = ({ title, lead, sum, rest }: Question): string =>
  `${title} ${lead}${sum}${rest}`;

function naturalPays(bet: number, { rules }: GameInfo): number {
  const [pays = 3, per = 2] = rules.blackjack_pays.split(':').map(Number);
  return Math.floor((bet * pays) / per);
}
