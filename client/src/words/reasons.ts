/** Why a control can't be used now, in a few words that fit in place of its cost. */

import type { GameInfo } from '../table/contract';
import type { Action, HandView, PrivateView, TableView } from '../wire/messages';
import { amount } from './money';
import { inPlay, short } from './purse';
import { handsAlready } from './ui';

type Play = Extract<Action, 'hit' | 'stand' | 'double' | 'split' | 'surrender'>;

const TENS = 'TJQK';
const value = (card: string) => (TENS.includes(card[0] ?? '') ? 'T' : card[0]);

const isPair = ({ cards: [a, b, more] }: HandView) =>
  a !== undefined && b !== undefined && more === undefined && value(a) === value(b);

const DOUBLES: Readonly<Record<GameInfo['rules']['double_on'], string>> = {
  any: '',
  hard: 'not with an ace',
  '9-11': 'only on 9 to 11',
  '10-11': 'only on 10 and 11',
};

/** Whether the total is one that the rules let double. */
function mayDouble({ double_on }: GameInfo['rules'], hand: HandView): boolean {
  if (double_on === 'any') return true;
  if (hand.cards.some((card) => card[0] === 'A')) return false;
  const least = { hard: 0, '9-11': 9, '10-11': 10 }[double_on];
  return hand.total >= least && (double_on === 'hard' || hand.total <= 11);
}

function doubleReason(game: GameInfo, hands: readonly HandView[], hand: HandView): string {
  if (hand.cards.length !== 2) return 'first two cards only';
  if (hand.total === 21) return 'not on 21';
  if (hands.length > 1 && !game.rules.double_after_split) return 'not after a split';
  if (hands.length > 1 && hand.cards[0]?.[0] === 'A') return 'not on split aces';
  return mayDouble(game.rules, hand) ? '' : DOUBLES[game.rules.double_on];
}

function splitReason(game: GameInfo, hands: readonly HandView[], hand: HandView): string {
  if (!isPair(hand)) return 'no pair';
  if (hands.length >= game.rules.max_hands) return handsAlready(hands.length);
  const aces = hand.cards[0]?.[0] === 'A';
  return aces && hands.length > 1 && !game.rules.resplit_aces ? 'aces split once' : '';
}

function surrenderReason(view: TableView, game: GameInfo, hands: readonly HandView[]): string {
  if (game.rules.surrender === 'none') return 'not at this table';
  const ace = view.dealer.cards.some((card) => card?.[0] === 'A');
  if (game.rules.surrender === 'late_not_ace' && ace) return 'not against an ace';
  return hands.length > 1 || hands[0]?.cards.length !== 2 ? 'first action only' : '';
}

/** Why `action` is not among the offers; empty only when it is. */
export function whyNot(action: Play, view: TableView, you: PrivateView, game: GameInfo): string {
  if (you.offers.some((offer) => offer.action === action)) return '';
  const turn = view.turn;
  const hands = view.boxes.find((box) => box.box === turn?.box)?.hands ?? [];
  const hand = hands[turn?.hand ?? 0];
  if (action === 'surrender' && game.rules.surrender === 'none') return 'not at this table';
  if (!turn || !hand || you.offers.length === 0) return 'one moment';
  if (action === 'hit') return hand.total === 21 ? 'stand on 21' : 'split aces stand';
  if (action === 'stand') return 'one moment';
  if (action === 'double') return doubleReason(game, hands, hand) || short(you, game);
  if (action === 'split') return splitReason(game, hands, hand) || short(you, game);
  return surrenderReason(view, game, hands) || 'first action only';
}

const ownBets = (view: TableView, you: PrivateView) =>
  view.boxes.filter((box) => box.owner === you.player && box.bet > 0);

const sum = (bets: readonly number[]) => bets.reduce((a, b) => a + b, 0);

/** Why the own bets can't be doubled; empty when they can. */
export function whyNotDoubled(view: TableView, you: PrivateView, game: GameInfo): string {
  const laid = ownBets(view, you).map((box) => box.bet);
  const bets = laid.length > 0 ? laid : Object.values(you.redo ?? {});
  if (bets.length === 0) return 'no bet yet';
  if (bets.some((bet) => bet * 2 > game.limits.stake_max))
    return `at most ${amount(game.limits.stake_max, game)}`;
  const cost = laid.length > 0 ? sum(bets) : 2 * sum(bets);
  return cost > inPlay(you) ? short(you, game) : '';
}

/** Whether another holds the box, and it is not the one before the own seat. */
const isTaken = (view: TableView, you: PrivateView, number: number) =>
  view.boxes.some(({ box, owner }) => box === number && owner !== null && owner !== you.player) &&
  !view.seats.some(({ box, player }) => box === number && player === you.player);

/** Why the last bets can't be laid again; empty when they can. */
export function whyNotRebet(view: TableView, you: PrivateView, game: GameInfo): string {
  if (you.redo === null) return 'no round here';
  if (ownBets(view, you).length > 0) return 'bet placed';
  if (Object.keys(you.redo).some((box) => isTaken(view, you, Number(box)))) return 'box taken';
  return sum(Object.values(you.redo)) > inPlay(you) ? short(you, game) : '';
}

/** Why the cards can't be dealt; empty when they can. */
export function whyNotDealt(view: TableView, you: PrivateView, game: GameInfo): string {
  if (you.can_deal) return '';
  const most = Math.max(0, ...ownBets(view, you).map((box) => box.bet));
  const least = amount(game.limits.stake_min, game);
  if (most === 0) return `bet at least ${least}`;
  if (most < game.limits.stake_min)
    return `${amount(game.limits.stake_min - most, game)} more, at least ${least}`;
  const seat = view.seats.find((s) => s.player === you.player);
  return seat?.answer === 'deal' ? 'you are ready' : 'one moment';
}

/** Why the player can't sit this one out; empty when he can. */
export function whyNotSkip(view: TableView, you: PrivateView): string {
  if (you.can_skip) return '';
  return ownBets(view, you).length > 0 ? 'bet placed' : 'already skipping';
}
