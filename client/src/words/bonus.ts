/** The words about bonuses: what is played with, what a bonus asks for, and how it ends. */

import type { GameInfo } from '../table/contract';
import type { BonusView, Currency } from '../wire/messages';
import { amount, money } from './money';
import { listed } from './text';
import { dayText, momentText } from './time';

export const bonus = {
  title: 'Bonus',
  withBonus: 'You play with your bonus. Left of it:',
  withOwn: 'You play with your own money:',
  name: (one: BonusView, game: GameInfo) => `Bonus of ${money(one.amount, game.currency)}`,
  left: 'Bonus balance',
  wagered: 'Staked so far',
  progress: ({ wagered, required, amount: granted }: BonusView, game: GameInfo) =>
    `${amount(wagered, game)} of ${amount(required || granted, game)}`,
  until: 'Good until',
  expiry: (at: number | null) => (at === null ? 'no end' : momentText(at)),
  day: (at: number) => `granted ${dayText(at)}`,
  /** What has to happen before something of it is the player's own. */
  terms: ({ required, amount: granted }: BonusView, game: GameInfo) =>
    required > 0
      ? `Stake ${amount(required, game)} from it in all, and what exceeds ${amount(granted, game)} becomes your own money; the ${amount(granted, game)} itself never does.`
      : `When ${amount(granted, game)} has been staked from it, or when you give it up, what exceeds ${amount(granted, game)} becomes your own money; the rest goes back to the house.`,
  /** For a player who sits where it can't be played with. */
  waits: ({ balance }: BonusView, currency: Currency, games: readonly string[]) =>
    `A bonus of ${money(balance, currency)} waits for you at ${listed(games)}.`,
  playWith: 'Play with this bonus',
  putAway: 'Play with my own money',
  giveUp: 'Give up',
  reallyGiveUp: 'Give it up for good?',
  notInRound: 'not during a round',
  betsLie: 'take your bets off first',
  notHere: 'not good at this game',
  putAwayFirst: 'put the other away first',
  none: 'You have no bonus to play with. One that the house grants you appears here.',
  past: 'Earlier bonuses',
  ended: { open: 'Open', used_up: 'Played to its end', expired: 'Expired', closed: 'Given up' },
} as const;

/** Whether a bonus can be played with at a game. */
export function isGoodHere({ state, kind, games }: BonusView, game: GameInfo): boolean {
  const fits = games.length === 0 || games.includes(game.id);
  return state === 'open' && game.bonus_kinds.includes(kind) && fits;
}
