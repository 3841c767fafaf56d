/** What came of a hand, in sentences: the hand is their subject, however it is called. */

import type { GameInfo } from '../table/contract';
import type { HandSettled, Outcome } from '../wire/messages';
import { money } from './money';
import { inWords } from './numbers';

type Told = Pick<GameInfo, 'currency' | 'rules'>;

/** The outcome of a hand as the end of a sentence about it. */
function came(outcome: Outcome, { rules }: Told): string {
  switch (outcome) {
    case 'blackjack':
      return 'has blackjack';
    case 'even_money':
      return 'takes even money';
    case 'charlie':
      return `wins with ${inWords(rules.charlie ?? 0)} cards`;
    case 'win':
      return 'wins';
    case 'push':
      return 'is a push';
    case 'lose':
      return 'loses';
    case 'bust':
      return 'is bust';
    case 'surrender':
      return 'is surrendered';
  }
}

/** `"Your hand has blackjack."`: what a hand has come to, before it is paid. */
export const decided = (hand: string, outcome: Outcome, game: Told): string =>
  `${hand} ${came(outcome, game)}.`;

/** `"Your hand wins € 10.00."`, `"Box 2 is a push: € 5.00 comes back."`: what a hand is paid. */
export function settled(
  hand: string,
  { outcome, bet, paid }: Pick<HandSettled, 'outcome' | 'bet' | 'paid'>,
  game: Told,
): string {
  const write = (amount: number) => money(amount, game.currency);
  const verb = came(outcome, game);
  if (paid > bet && outcome === 'win') return `${hand} wins ${write(paid - bet)}.`;
  if (paid > bet) return `${hand} ${verb}: ${write(paid - bet)} won.`;
  if (paid === 0 && outcome === 'lose') return `${hand} loses ${write(bet)}.`;
  if (paid === 0) return `${hand} ${verb}: ${write(bet)} lost.`;
  const isLost = outcome === 'lose' || outcome === 'bust';
  const lost = isLost && paid < bet ? `${write(bet - paid)} lost, ` : '';
  return `${hand} ${verb}: ${lost}${write(paid)} comes back.`;
}
