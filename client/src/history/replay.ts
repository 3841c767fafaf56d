/** A recorded round, step by step: the table after each thing that happened, and its words; pure. */

import type { Shown } from '../motion/player';
import { fold } from '../state/fold';
import type { GameInfo } from '../table/contract';
import { toldOf } from '../voice/sentences';
import type { AnyEvent, PrivateView, RoundRecord, TableView } from '../wire/messages';
import { cardName } from '../words/cards';
import { history as words } from '../words/history';
import { money } from '../words/money';

export interface ReplayStep {
  /** One sentence. */
  readonly text: string;
  readonly view: TableView;
  /** The hand that it happened to. */
  readonly box: number | null;
  readonly hand: number;
}

/** Every step of a round worth a line, from the bets to the payout. */
export function replay(record: RoundRecord, game: GameInfo, player: number): ReplayStep[] {
  const events = record.steps.flatMap((step) => step.events);
  const steps: ReplayStep[] = [];
  let view = emptyTable(record, game, player);
  for (const event of events.slice(events.findIndex(({ type }) => type === 'round_started'))) {
    view = fold(view, event);
    const text = stepText(event, { view, you: asYou(player) }, record, game);
    const at = placeOf(event);
    if (text) steps.push({ text, view: asked(view, at), ...at });
  }
  return steps;
}

/** The whole round as text, to keep or to send. */
export function asText(record: RoundRecord, steps: readonly ReplayStep[], game: GameInfo): string {
  const lines = steps.map(({ text }, at) => `${String(at + 1).padStart(3)}  ${text}`);
  const sums = `${words.sums(record, game)}. ${words.balances(record, game)}`.trim();
  return [`Even Money, ${game.name}, round ${record.round}`, ...lines, sums].join('\n');
}

function stepText(event: AnyEvent, shown: Shown, record: RoundRecord, game: GameInfo): string {
  switch (event.type) {
    case 'round_started':
      return betsText(record, game);
    case 'dealer_card_dealt':
      return dealerText(event, shown, game);
    case 'hand_stood':
      return event.chosen ? toldOf(event, shown, game) : '';
    case 'hand_decided':
    case 'betting_opened':
    case 'bet_changed':
    case 'table_cleared':
    case 'seat_taken':
      return '';
    default:
      return toldOf(event, shown, game);
  }
}

function dealerText(
  event: Extract<AnyEvent, { type: 'dealer_card_dealt' }>,
  shown: Shown,
  game: GameInfo,
): string {
  const { cards } = shown.view.dealer;
  if (event.card === null) return 'Dealer takes a card face down.';
  const inTheDeal = cards.length === 1 || cards.includes(null);
  return inTheDeal ? `Dealer shows the ${cardName(event.card)}.` : toldOf(event, shown, game);
}

function betsText({ bets, mine }: RoundRecord, game: GameInfo): string {
  const laid = Object.entries(bets).map(([box, bet]) => {
    const whose = mine.includes(Number(box)) ? '' : ' (another player)';
    return `box ${box} ${money(bet, game.currency)}${whose}`;
  });
  return `Bets: ${laid.join(', ')}.`;
}

function placeOf(event: AnyEvent): { box: number | null; hand: number } {
  const box = 'box' in event && event.type !== 'bet_changed' ? event.box : null;
  return { box, hand: 'hand' in event ? event.hand : 0 };
}

/** The hand that something happens to is marked as the one that is asked. */
function asked(view: TableView, { box, hand }: { box: number | null; hand: number }): TableView {
  if (box === null) return view;
  return { ...view, turn: { decision: 1, box, hand, asking: 'play', left_ms: null } };
}

function asYou(player: number): PrivateView {
  const purse = { balance: 0, staked: 0, bonus: null, debt: 0 };
  const silent = { can_deal: false, can_skip: false, part_wanted: false };
  const nothing = { decision: null, offers: [], redo: null, bonus: null, ...silent };
  return { player, name: '', purse, ...nothing };
}

function emptyTable(record: RoundRecord, game: GameInfo, player: number): TableView {
  const numbers = Array.from(
    { length: game.kind === 'multi' ? 3 : game.rules.boxes },
    (_, i) => i + 1,
  );
  return {
    table: record.table,
    game: record.game,
    kind: game.kind,
    phase: 'playing',
    round: record.round,
    cycle: record.shuffle?.cycle ?? 0,
    c1: record.shuffle?.c1 ?? '',
    c2: record.shuffle?.c2 ?? null,
    boxes: numbers.map((box) => ({
      box,
      owner: record.mine.includes(box) ? player : null,
      bet: record.bets[box] ?? 0,
      insurance: 0,
      insurance_paid: null,
      hands: [],
    })),
    seats: [],
    dealer: { cards: [], total: 0, soft: false },
    turn: null,
    betting_left_ms: null,
    shoe: null,
    peeked: null,
  };
}
