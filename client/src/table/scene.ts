/** What the table shows of a view: discs, words, amounts and which controls; all derived, pure. */

import type { DiscKind } from '../art/Disc.svelte';
import { boxInPlay, handInPlay, isNatural, looksOn } from '../state/find';
import type { BoxView, HandView, PrivateView, TableView } from '../wire/messages';
import { discs, outcomeWord } from '../words/labels';
import { amount, signed } from '../words/money';
import { ui } from '../words/ui';
import type { GameInfo, Speed, UiState } from './contract';

/** What a press on the speed makes of it: a game with a Turbo of its own switches that on and off. */
export function nextSpeed(speed: Speed, { labels }: GameInfo): Speed {
  if ('turbo' in labels) return speed === 'off' ? 'normal' : 'off';
  return ({ normal: 'fast', fast: 'off', off: 'normal' } as const)[speed];
}

export interface DiscShown {
  kind: DiscKind;
  word: string;
}

const OUTCOME_DISC: Readonly<Record<NonNullable<HandView['outcome']>, DiscKind>> = {
  blackjack: 'blackjack',
  even_money: 'blackjack',
  charlie: 'win',
  win: 'win',
  push: 'push',
  lose: 'lose',
  bust: 'bust',
  surrender: 'surrender',
};

/** Whose turn it is, as the hand sees it. */
export interface Turned {
  active: boolean;
  mine: boolean;
  asking: 'insurance' | 'even_money' | 'play' | null;
}

/** How the turn of the table stands to one hand. */
export function turned(
  view: TableView,
  you: PrivateView | null,
  box: BoxView,
  hand: number,
): Turned {
  const turn = view.turn;
  const active = turn?.box === box.box && turn.hand === hand;
  const mine = you !== null && (box.owner === you.player || view.kind === 'single');
  return { active, mine, asking: active ? turn.asking : null };
}

const soft = (hand: HandView) => (hand.soft ? discs.soft(hand.total) : '');

function activeWord(hand: HandView, turn: Turned): string {
  if (turn.asking === 'insurance') return discs.insure;
  if (turn.asking === 'even_money') return discs.evenMoney;
  return soft(hand) || (turn.mine ? discs.yours : discs.playing);
}

/** The disc of a hand: its kind and its word. */
export function discOf(box: BoxView, hand: HandView, turn: Turned): DiscShown {
  if (hand.outcome) return { kind: OUTCOME_DISC[hand.outcome], word: outcomeWord(hand.outcome) };
  if (isNatural(box, hand))
    return {
      kind: 'blackjack',
      word: turn.active ? activeWord(hand, turn) : outcomeWord('blackjack'),
    };
  if (turn.active) return { kind: 'play', word: activeWord(hand, turn) };
  if (hand.status === 'standing')
    return { kind: 'stand', word: hand.soft ? discs.standsSoft : discs.stands };
  return { kind: 'wait', word: soft(hand) || (box.hands.length > 1 ? discs.next : discs.waiting) };
}

const LOST: ReadonlySet<string> = new Set(['bust', 'lose']);

/** Whether the chips of a hand are gone to the house. */
export const isLost = (hand: HandView): boolean => hand.outcome !== null && LOST.has(hand.outcome);

export interface AmountShown {
  text: string;
  /** "more" is won and set larger; "less" is quiet; "laid" is a bet that still lies. */
  weight: 'laid' | 'more' | 'less';
}

/** What is written at a hand's chips: the bet while it lies, and what came of it. */
export function amountOf(hand: HandView, game: GameInfo): AmountShown {
  if (isLost(hand)) return { text: signed(-hand.bet, game), weight: 'less' };
  if (hand.paid === null || hand.outcome === null)
    return { text: amount(hand.bet, game), weight: 'laid' };
  if (hand.paid > hand.bet) return { text: signed(hand.paid - hand.bet, game), weight: 'more' };
  return { text: ui.backAmount(amount(hand.paid, game)), weight: 'less' };
}

export interface InsuranceShown {
  text: string;
  /** Whether its chips still lie there. */
  lies: boolean;
}

/** The insurance of a box while it lies, and in a word what came of it; null where there is none. */
export function insuranceOf(box: BoxView, game: GameInfo): InsuranceShown | null {
  const { insurance, insurance_paid: paid } = box;
  if (insurance === 0) return null;
  if (paid === null) return { text: amount(insurance, game), lies: true };
  return { text: ui.insuranceCame(signed(paid - insurance, game)), lies: false };
}

/**
 * The view while its last beats are still playing: a turn is over as soon as its hand is, or when
 * the dealer shows two cards, though the house's next word on it is yet to be shown.
 */
export function withoutStaleTurn(view: TableView): TableView {
  const { turn } = view;
  const hand = handInPlay(view);
  const closed = hand?.status === 'standing' || (hand?.outcome ?? null) !== null;
  return turn && (closed || isDealersTurn(view)) ? { ...view, turn: null } : view;
}

/** What the dealer speaks of: a bust hand until he plays or the next is asked, though it is over. */
export function spokenOf(view: TableView): TableView {
  const bust = (handInPlay(view)?.total ?? 0) > 21;
  return bust && !isDealersTurn(view) ? view : withoutStaleTurn(view);
}

const isDealersTurn = ({ dealer }: TableView): boolean =>
  dealer.cards.filter((card) => card !== null).length > 1;

/**
 * What the player was offered with the question on the table: while his answer is shown it lies as
 * it was put, though nothing is offered any more.
 */
export function asAsked(
  view: TableView,
  you: PrivateView,
  { moving, rested }: UiState,
): PrivateView {
  const same = rested !== null && rested.view.turn?.decision === view.turn?.decision;
  return moving && same ? rested.you : you;
}

/** Which set of controls the deck holds. */
export type DeckMode = 'betting' | 'asking' | 'acting' | 'watching' | 'results';

const owns = (view: TableView, you: PrivateView, box: BoxView) =>
  box.owner === you.player || view.kind === 'single';

/** Whether this player has cards on the table. */
const playsHere = (view: TableView, you: PrivateView) =>
  view.boxes.some((box) => box.hands.length > 0 && owns(view, you, box));

export function deckMode(view: TableView, you: PrivateView | null, state: UiState): DeckMode {
  if (!you || looksOn(view, you)) return 'watching';
  const cards = view.boxes.some((box) => box.hands.length > 0);
  if (view.phase === 'mixing') return 'betting';
  if (view.phase === 'betting' || view.phase === 'over') {
    // The house frees the boxes at once; the cards and the result lie on until they are put away.
    if (cards && state.result) return 'results';
    if (cards && state.moving) return playsHere(view, you) ? 'acting' : 'watching';
    return 'betting';
  }
  const box = boxInPlay(view);
  if (box && !owns(view, you, box)) return 'watching';
  if (view.turn && view.turn.asking !== 'play') return 'asking';
  return playsHere(view, you) ? 'acting' : 'watching';
}
