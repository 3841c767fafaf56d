/** What the dealer says: one short sentence for the state of the table. */

import { count } from '../state/count';
import {
  boxAt,
  boxInPlay,
  dealtBoxes,
  freeSeats,
  handInPlay,
  looksOn,
  seatOf,
} from '../state/find';
import type { PrivateView, TableView } from '../wire/messages';
import { cardName, rankName } from './cards';
import { handInWords, inWords, totalInWords, withArticle } from './numbers';
import { capital, isolated } from './text';
import { ui } from './ui';

const upcard = (view: TableView): string | null =>
  view.dealer.cards.find((card) => card !== null) ?? null;

/** The name of a player who sits here; empty for nobody. */
export const nameOf = (view: TableView, player: number | null): string =>
  isolated(seatOf(view, player)?.name ?? '');

/** Whose hand: nothing when there is only one, else the box and the hand in it. */
function whose(view: TableView, box: number, hand: number): string {
  const hands = boxAt(view, box)?.hands.length ?? 1;
  const part = hands > 1 ? handInWords(hand) : '';
  if (dealtBoxes(view).length === 1) return capital(part);
  return part ? `Box ${box}, ${part}` : `Box ${box}`;
}

function turnLine(view: TableView, you: PrivateView | null): string {
  const turn = view.turn;
  const box = boxInPlay(view);
  const hand = handInPlay(view);
  if (!turn || !box || !hand) return '';
  const card = upcard(view);
  const against = card ? ` against ${withArticle(rankName(card))}` : '';
  const bust = hand.total > 21;
  const held = bust
    ? `${inWords(hand.total)}, bust`
    : `${totalInWords(hand.total, hand.soft)}${against}`;
  const mine = box.owner === null || box.owner === you?.player;
  if (view.kind === 'single') {
    const who = whose(view, turn.box, turn.hand);
    return who ? `${who}: ${held}.` : `${capital(held)}.`;
  }
  if (!mine) return `${nameOf(view, box.owner)}${bust ? '' : ' plays'}: ${held}.`;
  const which =
    ownHands(view, you) > 1 ? `, ${whose(view, turn.box, turn.hand).toLowerCase()}` : '';
  return `Your ${bust ? 'hand' : 'turn'}${which}: ${held}.`;
}

/** How many hands the player has on the table. */
const ownHands = (view: TableView, you: PrivateView | null): number =>
  view.boxes
    .filter(({ owner }) => owner === you?.player)
    .reduce((sum, { hands }) => sum + hands.length, 0);

function dealerLine(view: TableView): string {
  const { cards, total } = view.dealer;
  if (cards.length === 0 || cards.includes(null)) return '';
  // His first two are told when they can be read, and not while they fly or turn.
  if (cards.length < 3 && total !== count(cards).total) return '';
  if (cards.length === 2 && total === 21) return 'Dealer has blackjack.';
  if (total > 21) return `Dealer is bust with ${inWords(total)}.`;
  return cards.length === 1
    ? `Dealer shows the ${cardName(cards[0] ?? null)}.`
    : `Dealer has ${inWords(total)}.`;
}

/** That bets are being laid, to one who can lay none. */
export const BETTING_SEEN = 'Betting is open.';

function bettingLine(view: TableView, you: PrivateView | null): string {
  const mine = seatOf(view, you?.player ?? null);
  if (looksOn(view, you)) return BETTING_SEEN;
  if (view.kind === 'multi' && mine?.answer === 'skip') return ui.watching.sitsOut;
  if (view.kind === 'multi' && mine?.answer === 'deal') {
    const waits = view.seats.find((s) => s.player !== null && s.present && s.answer === null);
    return waits ? `Waiting for ${isolated(waits.name)}.` : 'No more bets.';
  }
  return 'Place your bets.';
}

/** The dealer's line. Empty while the cards are on their way. */
export function dealersLine(view: TableView, you: PrivateView | null): string {
  if (view.turn && view.turn.asking !== 'play') return 'Insurance is open.';
  if (view.turn) return turnLine(view, you);
  if (dealtBoxes(view).length > 0) return dealerLine(view);
  if (view.phase === 'mixing') return 'No more bets.';
  return view.phase === 'betting' ? bettingLine(view, you) : '';
}

/** What one who has nothing to press is told: whom he waits for, and how he comes to play. */
export function watchingLines(view: TableView, you: PrivateView | null): string[] {
  const { watching } = ui;
  const name = nameOf(view, boxInPlay(view)?.owner ?? null);
  const turn = view.turn?.asking === 'play' ? watching.plays(name) : watching.decides(name);
  const place = looksOn(view, you) ? seatsLine(view, name === '') : waitingLine(view, you);
  return [name && turn, place].filter(Boolean);
}

function seatsLine(view: TableView, alone: boolean): string {
  const { watching } = ui;
  const free = freeSeats(view);
  if (free > 0) return watching.free(free);
  return alone ? watching.full : watching.lookOn;
}

/** Of one who has a seat: nothing while he has cards on the table. */
function waitingLine(view: TableView, you: PrivateView | null): string {
  if (ownHands(view, you) > 0) return '';
  const skips = seatOf(view, you?.player ?? null)?.answer === 'skip';
  return skips ? ui.watching.sitsOut : ui.watching.waits;
}
