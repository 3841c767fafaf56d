/** Why a control can't be used now, in a few words that fit in place of its cost. */

import { type Bets, betsOf, isTaken, sumOf } from '../state/bets';
import { cardValue } from '../state/count';
import { boxInPlay, seatOf } from '../state/find';
import type { Connection, GameInfo } from '../table/contract';
import type { Action, HandView, PrivateView, TableView } from '../wire/messages';
import { amount } from './money';
import { inPlay, short } from './purse';
import { handsAlready, ui } from './ui';

type Play = Extract<Action, 'hit' | 'stand' | 'double' | 'split' | 'surrender'>;

/** Why nothing can be pressed at all; empty while the line is up. */
export const whyOffline = (connection: Connection): string =>
  connection === 'live' ? '' : 'no connection';

// ---- playing

const ACE = 1;
const firstIsAce = ({ cards: [card] }: HandView) => card !== undefined && cardValue(card) === ACE;

const isPair = ({ cards: [a, b, more] }: HandView) =>
  a !== undefined && b !== undefined && more === undefined && cardValue(a) === cardValue(b);

const DOUBLES: Readonly<Record<GameInfo['rules']['double_on'], string>> = {
  any: '',
  hard: 'not with an ace',
  '9-11': 'only on 9 to 11',
  '10-11': 'only on 10 and 11',
};

/** Whether the total is one that the rules let double. */
function mayDouble({ double_on }: GameInfo['rules'], hand: HandView): boolean {
  if (double_on === 'any') return true;
  if (hand.cards.some((card) => cardValue(card) === ACE)) return false;
  const least = { hard: 0, '9-11': 9, '10-11': 10 }[double_on];
  return hand.total >= least && (double_on === 'hard' || hand.total <= 11);
}

function doubleReason(game: GameInfo, hands: readonly HandView[], hand: HandView): string {
  if (hand.cards.length !== 2) return 'first two cards only';
  if (hand.total === 21) return 'not on 21';
  if (hands.length > 1 && !game.rules.double_after_split) return 'not after a split';
  if (hands.length > 1 && firstIsAce(hand)) return 'not on split aces';
  return mayDouble(game.rules, hand) ? '' : DOUBLES[game.rules.double_on];
}

function splitReason(game: GameInfo, hands: readonly HandView[], hand: HandView): string {
  if (!isPair(hand)) return 'no pair';
  if (hands.length > 1 && firstIsAce(hand) && !game.rules.resplit_aces) return 'aces split once';
  return hands.length >= game.rules.max_hands ? handsAlready(hands.length) : '';
}

function surrenderReason(view: TableView, game: GameInfo, hands: readonly HandView[]): string {
  if (hands.length > 1) return 'not after a split';
  if (hands[0]?.cards.length !== 2) return 'first action only';
  const ace = view.dealer.cards.some((card) => card !== null && cardValue(card) === ACE);
  return game.rules.surrender === 'late_not_ace' && ace ? 'not against an ace' : ui.moment;
}

/** Why `action` is not among the offers; empty only when it is. */
export function whyNot(action: Play, view: TableView, you: PrivateView, game: GameInfo): string {
  if (you.offers.some((offer) => offer.action === action)) return '';
  if (action === 'surrender' && game.rules.surrender === 'none') return 'not at this table';
  const hands = boxInPlay(view)?.hands ?? [];
  const hand = hands[view.turn?.hand ?? 0];
  if (!hand || view.turn?.asking !== 'play' || you.offers.length === 0) return ui.moment;
  const unpaid = hand.bet > inPlay(you) ? short(you, game) : ui.moment;
  switch (action) {
    case 'hit':
      return hand.total === 21 ? 'stand on 21' : 'split aces stand';
    case 'stand':
      return ui.moment;
    case 'double':
      return doubleReason(game, hands, hand) || unpaid;
    case 'split':
      return splitReason(game, hands, hand) || unpaid;
    case 'surrender':
      return surrenderReason(view, game, hands);
  }
}

// ---- betting

/** Why the player can't bet here now, whatever it is; empty when he can. */
function whyShut(view: TableView): string {
  if (view.phase === 'over') return ui.moment;
  return view.phase === 'betting' ? '' : 'no more bets';
}

const lies = (view: TableView, you: PrivateView): boolean => sumOf(betsOf(view, you.player)) > 0;

/** Why a whole set of bets can't be laid, which cost so much more than now; empty when it can. */
function whyNotLaid(bets: Bets, cost: number, view: TableView, you: PrivateView, game: GameInfo) {
  if (Object.keys(bets).some((box) => isTaken(view, you.player, Number(box)))) return 'box taken';
  if (Object.values(bets).some((bet) => bet > game.limits.stake_max))
    return `at most ${amount(game.limits.stake_max, game)}`;
  return cost > inPlay(you) ? short(you, game) : '';
}

/** Why there is nothing to undo; empty when there is. */
export const whyNotUndone = (view: TableView, canUndo: boolean): string =>
  whyShut(view) || (canUndo ? '' : 'nothing yet');

/** Why no bets can be taken off; empty when they can. */
export const whyNotCleared = (view: TableView, you: PrivateView): string =>
  whyShut(view) || (lies(view, you) ? '' : 'no bet yet');

/** Why the bets, or those of the last round, can't be doubled; empty when they can. */
export function whyNotDoubled(view: TableView, you: PrivateView, game: GameInfo): string {
  const shut = whyShut(view);
  if (shut) return shut;
  const laid = betsOf(view, you.player);
  const bets = lies(view, you) ? laid : you.redo;
  if (bets === null) return 'no bet yet';
  const doubled = Object.entries(bets).map(([box, bet]) => [box, 2 * bet]);
  return whyNotLaid(Object.fromEntries(doubled), 2 * sumOf(bets) - sumOf(laid), view, you, game);
}

/** Why the last bets can't be laid again; empty when they can. */
export function whyNotRebet(view: TableView, you: PrivateView, game: GameInfo): string {
  const shut = whyShut(view);
  if (shut) return shut;
  if (you.redo === null) return 'no round here';
  if (lies(view, you)) return 'bet placed';
  return whyNotLaid(you.redo, sumOf(you.redo), view, you, game);
}

/** Why the cards can't be dealt; empty when they can. */
export function whyNotDealt(view: TableView, you: PrivateView, game: GameInfo): string {
  if (you.can_deal) return '';
  const shut = whyShut(view);
  if (shut) return shut;
  const most = Math.max(0, ...Object.values(betsOf(view, you.player)));
  const least = amount(game.limits.stake_min, game);
  if (most === 0) return `bet at least ${least}`;
  if (most < game.limits.stake_min)
    return `${amount(game.limits.stake_min - most, game)} more, at least ${least}`;
  return seatOf(view, you.player)?.answer === 'deal' ? 'you are ready' : ui.moment;
}

/** Why the player can't sit this one out; empty when he can. */
export function whyNotSkip(view: TableView, you: PrivateView): string {
  if (you.can_skip) return '';
  const shut = whyShut(view);
  if (shut) return shut;
  if (lies(view, you)) return 'bet placed';
  return seatOf(view, you.player)?.answer === 'skip' ? 'already skipping' : ui.moment;
}
