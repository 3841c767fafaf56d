/** What is said aloud of each thing that happens: whole sentences, in the player's own terms. */

import { type Moment, type Shown, taken } from '../motion/player';
import { betsOf, sumOf } from '../state/bets';
import { boxAt, boxInPlay, handAt, looksOn, seatOf } from '../state/find';
import { type CardEvent, showsCard } from '../state/fold';
import type { GameInfo } from '../table/contract';
import type { AnyEvent, Events, HandView, PrivateView, TableView } from '../wire/messages';
import { cardName } from '../words/cards';
import { history as words } from '../words/history';
import { label } from '../words/labels';
import { BETTING_SEEN, dealersLine, nameOf } from '../words/line';
import { money } from '../words/money';
import { handInWords, inWords, totalInWords } from '../words/numbers';
import { inPlay } from '../words/purse';
import { question, questionInWords } from '../words/question';
import { decided, settled } from '../words/results';
import { capital, isolated, listed } from '../words/text';
import { ui } from '../words/ui';

/** Every sentence that the moments of one change give, in their order. */
export function sentences(
  moments: readonly Moment[],
  before: Shown,
  after: Shown,
  game: GameInfo,
): string[] {
  let shown = before;
  const said = moments.flatMap((moment) => {
    shown = taken(shown, moment);
    return momentSaid(moment, shown, game);
  });
  return [...said, ...turnSaid(before, after, game)].filter((sentence) => sentence !== '');
}

function momentSaid(moment: Moment, after: Shown, game: GameInfo): string[] {
  switch (moment.do) {
    case 'land':
      return cardSaid(moment.event, after.view);
    case 'fold':
      return eventSaid(moment.event, after, game);
    case 'after':
      return isDeal(moment.frame) ? dealSaid(after.view) : [];
    case 'place':
    case 'yours':
      return [];
  }
}

function isDeal({ events }: Events): boolean {
  return events.some(({ type }) => type === 'round_started');
}

/** What one event is in words, for a record of it; empty when it is nothing to tell. */
export function toldOf(event: AnyEvent, shown: Shown, game: GameInfo): string {
  const said = showsCard(event) ? cardSaid(event, shown.view) : eventSaid(event, shown, game);
  return said.join(' ');
}

/** A card in play; those of the deal are summed up when all have been dealt. */
function cardSaid(event: CardEvent, view: TableView): string[] {
  if (event.type === 'card_dealt') {
    const hand = handAt(view, event.box, event.hand);
    if (!hand || isDealing(view)) return [];
    return [`${whose(view, event.box, event.hand)}${cardName(event.card)}, ${handTotal(hand)}.`];
  }
  const { cards, total, soft } = view.dealer;
  const first = cards.length === 1 || cards.includes(null);
  if (event.card === null || (isDealing(view) && first)) return [];
  const verb = event.type === 'hole_card_revealed' ? 'turns up' : 'draws';
  return [`Dealer ${verb} the ${cardName(event.card)}, ${totalInWords(total, soft)}.`];
}

/** The phase is shown when a frame is over: in the frame of the deal it still is betting. */
function isDealing({ phase }: TableView): boolean {
  return phase === 'betting' || phase === 'mixing';
}

function dealSaid(view: TableView): string[] {
  const hands = view.boxes.flatMap((box) =>
    box.hands.map((hand, at) => `${whose(view, box.box, at)}${handInFull(hand)}.`),
  );
  const up = view.dealer.cards.find((card) => card !== null);
  const all = view.dealer.cards.every((card) => card !== null) && view.dealer.cards.length > 1;
  return [...hands, up && !all ? `Dealer shows the ${cardName(up)}.` : ''];
}

function handInFull(hand: HandView): string {
  return `${hand.cards.map(cardName).join(' and ')}, ${handTotal(hand)}`;
}

function handTotal({ total, soft }: HandView): string {
  return total > 21 ? `${inWords(total)}, bust` : totalInWords(total, soft);
}

function eventSaid(event: AnyEvent, { view, you }: Shown, game: GameInfo): string[] {
  switch (event.type) {
    case 'betting_opened':
      return [looksOn(view, you) ? BETTING_SEEN : 'Place your bets.'];
    case 'bet_changed':
      return [betSaid(event, view, you.player, game)];
    case 'betting_timed':
      return event.left_ms === null
        ? ['The betting clock has stopped.']
        : [`Betting closes in ${inWords(Math.round(event.left_ms / 1000))} seconds.`];
    case 'insurance_taken':
      return [`${named(view, event.box)} is insured for ${money(event.amount, game.currency)}.`];
    case 'insurance_declined':
      return [`${named(view, event.box)} is not insured.`];
    case 'peeked':
      return [`Dealer looks: ${event.natural ? 'blackjack' : 'no blackjack'}.`];
    case 'hand_stood':
      return event.chosen ? [`${named(view, event.box, event.hand)} stands.`] : [];
    case 'hand_doubled':
      return [
        `${named(view, event.box, event.hand)} is doubled to ${money(event.bet, game.currency)}.`,
      ];
    case 'hand_split':
      return [
        `${boxNamed(view, event.box)} is split into ${inWords(handsOf(view, event.box))} hands.`,
      ];
    case 'hand_decided':
      return event.outcome === 'bust'
        ? []
        : [decided(named(view, event.box, event.hand), event.outcome, game)];
    case 'insurance_settled':
      return [insuranceSaid(event, view, game)];
    case 'hand_settled':
      return [settled(named(view, event.box, event.hand), event, game)];
    case 'player_paid':
      return event.player === you.player ? [paidSaid(event, game)] : [];
    case 'seat_taken':
      return [
        event.player === you.player
          ? ui.watching.sits(seatOf(view, event.player)?.box ?? event.seat)
          : `${isolated(event.name)} sits down.`,
      ];
    case 'betting_closed':
      return ['No more bets.'];
    case 'seat_freed':
      return [seatFreeSaid(event, view, you)];
    case 'played_by_card':
      return [`${whose(view, event.box, event.hand)}${playedSaid(event, game)}`];
    case 'round_voided':
      return [`${words.voided(event.round)}. ${words.voidGave(event.reason, game)}`];
    default:
      return [];
  }
}

function seatFreeSaid(
  { seat, player, reason }: Extract<AnyEvent, { type: 'seat_freed' }>,
  view: TableView,
  you: PrivateView,
): string {
  if (player !== you.player) {
    return `Seat ${seat} is free${looksOn(view, you) ? ': you may sit down' : ''}.`;
  }
  const { lost } = ui.watching;
  return reason === 'idle' ? `${lost.title}. ${lost.text}` : '';
}

function playedSaid(
  { why, action }: Extract<AnyEvent, { type: 'played_by_card' }>,
  game: GameInfo,
): string {
  return why === 'hour'
    ? 'the time is over, the hand stands.'
    : `the strategy card plays: ${label(game, action)}.`;
}

function betSaid(
  event: Extract<AnyEvent, { type: 'bet_changed' }>,
  view: TableView,
  player: number,
  game: GameInfo,
): string {
  const bet = money(event.bet, game.currency);
  if (event.owner === player) return `Box ${event.box}: ${bet}.`;
  if (event.was_owner === player) return `Your bet on box ${event.box} goes back to you.`;
  if (event.owner !== null) return `${nameOf(view, event.owner)} bets ${bet} on box ${event.box}.`;
  return event.was_owner === null ? `Box ${event.box}: no bet.` : `Box ${event.box} is free.`;
}

function insuranceSaid(
  event: Extract<AnyEvent, { type: 'insurance_settled' }>,
  view: TableView,
  game: GameInfo,
): string {
  const whose = isAlone(view) ? 'Your' : `Box ${event.box}:`;
  if (event.paid === 0) return `${whose} insurance loses ${money(event.amount, game.currency)}.`;
  return `${whose} insurance pays ${money(event.paid - event.amount, game.currency)}.`;
}

function paidSaid(
  { staked, paid }: Extract<AnyEvent, { type: 'player_paid' }>,
  { currency }: GameInfo,
): string {
  if (paid > staked) return `You won ${money(paid - staked, currency)} in all.`;
  if (paid < staked) return `You lost ${money(staked - paid, currency)} in all.`;
  return 'You have your stake back.';
}

/** Whose turn it is and what may be done, as soon as it may be done; and the balance after all. */
function turnSaid(before: Shown, after: Shown, game: GameInfo): string[] {
  const { view, you } = after;
  const said: string[] = [];
  const newTurn = view.turn !== null && view.turn.decision !== before.view.turn?.decision;
  if (newTurn && !isMine(view, you.player)) said.push(dealersLine(view, you));
  if (you.decision !== null && you.decision !== before.you.decision) {
    const offers = you.offers.map(({ action }) => label(game, action).toLowerCase());
    const asked = question(view, you, game);
    if (asked) said.push(questionInWords(asked), `Your choice: ${listed(offers)}.`);
    else said.push(dealersLine(view, you), `You may ${listed(offers)}.`);
  }
  const paid = before.you.purse.staked > 0 && you.purse.staked === 0;
  const more = inPlay(you) > inPlay(before.you);
  if (view.phase === 'betting' && (more || paid) && !laying(after)) {
    const what = you.purse.bonus === null ? 'Balance' : 'Bonus balance';
    said.push(`${what} ${money(inPlay(you), game.currency)}.`);
  }
  if (you.bonus?.bonus !== before.you.bonus?.bonus)
    said.push(`You play with ${you.bonus === null ? 'your own money' : 'your bonus'}.`);
  return said;
}

/** Whether the hand that is asked is the player's own: his turn is said with what he may do. */
function isMine(view: TableView, player: number): boolean {
  return boxInPlay(view)?.owner === player;
}

/** Whether the player has bets lying: then a change of his balance is his own doing. */
function laying({ view, you }: Shown): boolean {
  return sumOf(betsOf(view, you.player)) > 0;
}

const handsOf = (view: TableView, box: number): number => boxAt(view, box)?.hands.length ?? 0;

/** Whether one player's one box is all there is. */
const isAlone = ({ kind, boxes }: TableView): boolean =>
  kind === 'single' && boxes.filter(({ bet, hands }) => bet > 0 || hands.length > 0).length < 2;

/** The box as the subject of a sentence. */
const boxNamed = (view: TableView, number: number): string =>
  isAlone(view) ? 'Your hand' : `Box ${number}`;

/** A hand as the subject of a sentence: `"Your second hand"`, `"The first hand of box 2"`. */
function named(view: TableView, number: number, hand = 0): string {
  if (handsOf(view, number) < 2) return boxNamed(view, number);
  const part = handInWords(hand);
  return isAlone(view) ? `Your ${part}` : `The ${part} of box ${number}`;
}

/** A hand before what is to be told of it: `"Box 2, first hand: "`, `"Your hand: "`. */
function whose(view: TableView, number: number, hand: number): string {
  if (handsOf(view, number) < 2) return `${boxNamed(view, number)}: `;
  const part = handInWords(hand);
  return isAlone(view) ? `${capital(part)}: ` : `Box ${number}, ${part}: `;
}
