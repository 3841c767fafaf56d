/** The player's own bets as they will be when what he pressed is taken: pure. */

import { type Bets, betsOf, isTaken, NO_BETS, sumOf } from '../state/bets';
import type { GameInfo } from '../table/contract';
import type { PrivateView, TableView } from '../wire/messages';
import type { Order } from '../wire/order';
import { inPlay } from '../words/purse';

/** Why a bet can't be laid: the house's own codes. */
export type BetRefusal =
  | 'betting_closed'
  | 'box_taken'
  | 'too_many_boxes'
  | 'above_limit'
  | 'off_step'
  | 'not_enough_money'
  | 'insufficient_bonus_balance'
  | 'not_enough_on_box';

export function sameBets(one: Bets, other: Bets): boolean {
  const boxes = new Set([...Object.keys(one), ...Object.keys(other)].map(Number));
  return [...boxes].every((box) => one[box] === other[box]);
}

/** The bets after an order, if it is taken. */
export function betsAfter(bets: Bets, order: Order, redo: Bets | null): Bets {
  switch (order.type) {
    case 'place_bet':
      return withBet(bets, order.box, (bets[order.box] ?? 0) + order.amount);
    case 'take_bet':
      return withBet(bets, order.box, (bets[order.box] ?? 0) - order.amount);
    case 'lay_bets':
      return { ...order.bets };
    case 'clear_bets':
      return order.box == null ? NO_BETS : withBet(bets, order.box, 0);
    case 'redo_bets':
      return redo ?? bets;
    case 'double_bets':
      return doubled(sumOf(bets) > 0 ? bets : (redo ?? bets));
    default:
      return bets;
  }
}

function withBet(bets: Bets, box: number, bet: number): Bets {
  const { [box]: _, ...others } = bets;
  return bet > 0 ? { ...others, [box]: bet } : others;
}

function doubled(bets: Bets): Bets {
  return Object.fromEntries(Object.entries(bets).map(([box, bet]) => [box, bet * 2]));
}

/** What a bet is measured against: the table as it is known, and the bets that are under way. */
export interface Laying {
  readonly view: TableView;
  readonly you: PrivateView;
  readonly game: GameInfo;
  readonly bets: Bets;
}

/** Why `amount` more can't go on a box; null when it can. The house has the last word. */
export function whyNotPlaced(at: Laying, box: number, amount: number): BetRefusal | null {
  const { view, you, game, bets } = at;
  const bet = (bets[box] ?? 0) + amount;
  if (view.phase !== 'betting') return 'betting_closed';
  if (isTaken(view, you.player, box)) return 'box_taken';
  if (!(box in bets) && Object.keys(bets).length >= game.rules.boxes) return 'too_many_boxes';
  if (bet > game.limits.stake_max) return 'above_limit';
  if (bet % game.limits.stake_step !== 0) return 'off_step';
  if (amount <= spendable(at)) return null;
  return you.purse.bonus === null ? 'not_enough_money' : 'insufficient_bonus_balance';
}

/** Why `amount` can't be taken off a box; null when it can. */
export function whyNotTaken(at: Laying, box: number, amount: number): BetRefusal | null {
  if (at.view.phase !== 'betting') return 'betting_closed';
  return (at.bets[box] ?? 0) < amount ? 'not_enough_on_box' : null;
}

/** What is left to bet with once everything under way is taken. */
export function spendable({ view, you, bets }: Laying): number {
  return inPlay(you) - (sumOf(bets) - sumOf(betsOf(view, you.player)));
}

/** The chip chosen at first: the smallest that makes a bet of its own. */
export function firstChip({ limits }: GameInfo): number {
  const chips = [...limits.chips].sort((one, other) => one - other);
  return chips.find((chip) => chip >= limits.stake_min) ?? chips[0] ?? limits.stake_min;
}
