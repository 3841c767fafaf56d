/**
 * The table after an event: pure, and the same for everyone. A card comes in two parts, its place
 * (when it leaves the shoe) and its weight (when it has landed), so that motion can show both.
 */

import type {
  AnyEvent,
  BetChanged,
  BettingOpened,
  BoxView,
  CardDealt,
  DealerCardDealt,
  Events,
  HandDecided,
  HandDoubled,
  HandSettled,
  HandStood,
  HandView,
  HoleCardRevealed,
  RoundStarted,
  ShoeView,
  TableView,
  TurnView,
} from '../wire/messages';
import { count } from './count';
import { isNatural } from './find';

/** An event that shows a card. */
export type CardEvent = CardDealt | DealerCardDealt | HoleCardRevealed;

export function showsCard(event: AnyEvent): event is CardEvent {
  return (
    event.type === 'card_dealt' ||
    event.type === 'dealer_card_dealt' ||
    event.type === 'hole_card_revealed'
  );
}

/** How things stand after a frame: its events, and whose turn it is then. */
export function foldFrame(view: TableView, frame: Events): TableView {
  return foldAfter(frame.events.reduce(fold, view), frame);
}

/** What a frame says of the state after its events. */
export function foldAfter(
  view: TableView,
  { phase, turn, betting_left_ms }: Pick<Events, 'phase' | 'turn' | 'betting_left_ms'>,
): TableView {
  return { ...withTurn(view, turn), phase, betting_left_ms };
}

/** The table after one event. */
export function fold(view: TableView, event: AnyEvent): TableView {
  return showsCard(event) ? land(place(view, event), event) : foldOther(view, event);
}

/** A card lies at its place; totals do not count it yet. */
export function place(view: TableView, event: CardEvent): TableView {
  const taken = event.type === 'hole_card_revealed' ? view : { ...view, shoe: oneLess(view.shoe) };
  if (event.type === 'card_dealt') return placeInHand(taken, event);
  const cards = [...view.dealer.cards];
  const at = event.type === 'hole_card_revealed' ? cards.indexOf(null) : cards.length;
  cards[at] = event.card;
  return { ...taken, dealer: { ...view.dealer, cards } };
}

/** Totals count every card that lies there. */
export function land(view: TableView, event: CardEvent): TableView {
  if (event.type !== 'card_dealt') {
    return { ...view, dealer: { ...view.dealer, ...count(view.dealer.cards) } };
  }
  return atHand(view, event, (hand) => ({ ...hand, ...count(hand.cards) }));
}

function placeInHand(view: TableView, { box, hand, card }: CardDealt): TableView {
  return atBox(view, box, (there) => {
    const hands = [...there.hands];
    const before = hands[hand] ?? newHand(there.bet);
    hands[hand] = { ...before, cards: [...before.cards, card] };
    return { ...there, hands };
  });
}

function newHand(bet: number): HandView {
  const empty = { cards: [], total: 0, soft: false };
  return { ...empty, bet, status: 'waiting', outcome: null, paid: null };
}

function oneLess(shoe: ShoeView | null): ShoeView | null {
  if (shoe === null) return null;
  const discarded = shoe.discarded + 1;
  const cut_card_out = shoe.cut_at !== null && discarded >= shoe.cut_at;
  return { ...shoe, left: shoe.left - 1, discarded, cut_card_out };
}

/** The cycle is over: all its cards are in the pack again. */
function wholeShoe(shoe: ShoeView | null): ShoeView | null {
  return shoe && { ...shoe, left: shoe.left + shoe.discarded, discarded: 0, cut_card_out: false };
}

type OtherEvent = Exclude<AnyEvent, CardEvent>;

function foldOther(view: TableView, event: OtherEvent): TableView {
  switch (event.type) {
    case 'hand_stood':
    case 'hand_doubled':
    case 'hand_decided':
    case 'hand_settled':
      return atHand(view, event, (hand) => changeHand(hand, event));
    case 'hand_split':
      return atBox(view, event.box, (box) => ({ ...box, hands: split(box, event) }));
    case 'insurance_taken':
      return atBox(view, event.box, (box) => ({ ...box, insurance: event.amount }));
    case 'insurance_settled':
      return atBox(view, event.box, (box) => ({ ...box, insurance_paid: event.paid }));
    case 'peeked':
      return { ...view, peeked: event.natural };
    case 'round_started':
      return startRound(view, event);
    case 'round_voided':
      return cleared({ ...view, round: null });
    case 'table_cleared':
      return cleared(view);
    case 'betting_opened':
      return openBetting(view, event);
    case 'shoe_cut':
      return { ...view, shoe: view.shoe && { ...view.shoe, cut: event.position } };
    case 'cycle_revealed':
      return { ...view, shoe: wholeShoe(view.shoe) };
    case 'bet_changed':
      return changeBet(view, event);
    case 'seat_taken':
      return atSeat(view, event.seat, { player: event.player, name: event.name, present: true });
    case 'seat_freed':
      return atSeat(view, event.seat, { player: null, name: '', present: true, answer: null });
    case 'presence_changed':
      return atSeat(view, event.seat, { present: event.present });
    case 'answered':
      return atSeat(view, event.seat, { answer: event.answer });
    case 'betting_timed':
      return { ...view, betting_left_ms: event.left_ms };
    case 'round_closed':
      return { ...view, round: null, boxes: view.boxes.map(freed) };
    case 'betting_closed':
      return { ...view, betting_left_ms: null };
    case 'part_opened':
    case 'insurance_declined':
    case 'played_by_card':
    case 'player_paid':
      return view;
  }
}

function changeHand(
  hand: HandView,
  event: HandStood | HandDoubled | HandDecided | HandSettled,
): HandView {
  switch (event.type) {
    case 'hand_stood':
      return { ...hand, status: 'standing' };
    case 'hand_doubled':
      return { ...hand, bet: event.bet };
    case 'hand_decided':
      return { ...hand, status: 'decided', outcome: event.outcome };
    case 'hand_settled': {
      const { outcome, bet, paid } = event;
      return { ...hand, status: 'settled', outcome, bet, paid };
    }
  }
}

/** The hands of a box after a split: the second card goes to a new hand right after the first. */
function split(box: BoxView, { hand, bet }: { hand: number; bet: number }): HandView[] {
  return box.hands.flatMap((there, at) => {
    const [first, second] = there.cards;
    if (at !== hand || first === undefined || second === undefined) return [there];
    return [
      { ...there, cards: [first], ...count([first]) },
      { ...newHand(bet), cards: [second], ...count([second]) },
    ];
  });
}

function startRound(view: TableView, event: RoundStarted): TableView {
  const boxes = view.boxes.map((box) => ({ ...bare(box), bet: event.bets[box.box] ?? 0 }));
  const { round, cycle, c2 } = event;
  return { ...view, round, cycle, c2, boxes, dealer: NO_CARDS, peeked: null };
}

const NO_CARDS: TableView['dealer'] = { cards: [], total: 0, soft: false };

function bare(box: BoxView): BoxView {
  return { ...box, hands: [], insurance: 0, insurance_paid: null };
}

/** A box that anyone may bet on; the last round's cards may lie on it. */
function freed(box: BoxView): BoxView {
  return { ...box, owner: null, bet: 0 };
}

function cleared(view: TableView): TableView {
  return { ...view, boxes: view.boxes.map(bare), dealer: NO_CARDS, peeked: null };
}

/** The boxes are free and the last DEAL is over; old cards may lie on. */
function openBetting(view: TableView, { cycle, c1 }: BettingOpened): TableView {
  const boxes = view.boxes.map(freed);
  const seats = view.seats.map((seat) =>
    seat.answer === 'deal' ? { ...seat, answer: null } : seat,
  );
  const open = { ...view, boxes, seats, round: null };
  if (cycle === view.cycle) return open;
  return { ...open, cycle, c1, c2: null, shoe: view.shoe && { ...view.shoe, cut: null } };
}

function changeBet(view: TableView, { box, owner, bet }: BetChanged): TableView {
  return atBox(view, box, (there) => ({ ...there, owner, bet }));
}

/** The hand that is asked plays; one that was asked and is not closed waits again. */
function withTurn(view: TableView, turn: TurnView | null): TableView {
  const boxes = view.boxes.map((box) => ({
    ...box,
    hands: box.hands.map((hand, at) => {
      if (hand.status === 'decided' || hand.status === 'settled') return hand;
      const asked = turn?.box === box.box && turn.hand === at;
      return { ...hand, status: asked ? 'playing' : unasked(box, hand) };
    }),
  }));
  return { ...view, boxes, turn };
}

/** A natural is closed from the deal on, whatever it is asked. */
function unasked(box: BoxView, hand: HandView): HandView['status'] {
  return isNatural(box, hand) || hand.status === 'standing' ? 'standing' : 'waiting';
}

function atBox(view: TableView, number: number, change: (box: BoxView) => BoxView): TableView {
  return { ...view, boxes: view.boxes.map((box) => (box.box === number ? change(box) : box)) };
}

function atHand(
  view: TableView,
  at: { box: number; hand: number },
  change: (hand: HandView) => HandView,
): TableView {
  return atBox(view, at.box, (box) => ({
    ...box,
    hands: box.hands.map((hand, index) => (index === at.hand ? change(hand) : hand)),
  }));
}

function atSeat(
  view: TableView,
  number: number,
  change: Partial<TableView['seats'][number]>,
): TableView {
  return {
    ...view,
    seats: view.seats.map((seat) => (seat.seat === number ? { ...seat, ...change } : seat)),
  };
}
