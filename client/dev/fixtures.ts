/** Every phase of a table as props, to draw without a server. Money and ids are invented. */

import { DEFAULT_KEYS, keysOnButtons } from '../src/keys/keymap';
import type { TableProps, UiState } from '../src/table/contract';
import type {
  BoxView,
  HandView,
  Outcome,
  PrivateView,
  SeatView,
  TableView,
} from '../src/wire/messages';
import * as games from './games';

const VALUES: Readonly<Record<string, number>> = { A: 11, T: 10, J: 10, Q: 10, K: 10 };

function count(cards: readonly string[]): { total: number; soft: boolean } {
  let total = cards.reduce((sum, card) => sum + (VALUES[card[0] ?? ''] ?? Number(card[0])), 0);
  let aces = cards.filter((card) => card[0] === 'A').length;
  while (total > 21 && aces > 0) {
    total -= 10;
    aces -= 1;
  }
  return { total, soft: aces > 0 };
}

/** A hand from text: `hand('Ah 6s', 2000)`. */
export function hand(
  text: string,
  bet: number,
  status: HandView['status'] = 'waiting',
  outcome: Outcome | null = null,
  paid: number | null = null,
): HandView {
  const cards = text.split(' ');
  return {
    cards,
    bet,
    ...count(cards),
    status: outcome ? (paid === null ? 'decided' : 'settled') : status,
    outcome,
    paid,
  };
}

const ME = 1;
export const box = (n: number, hands: HandView[] = [], over: Partial<BoxView> = {}): BoxView => ({
  box: n,
  owner: hands.length > 0 || over.bet ? ME : null,
  bet: hands.reduce((sum, h) => sum + h.bet, 0),
  insurance: 0,
  insurance_paid: null,
  hands,
  ...over,
});

const seat = (
  n: number,
  player: number | null,
  name: string,
  over: Partial<SeatView> = {},
): SeatView => ({ seat: n, box: n, player, name, present: true, answer: null, ...over });

const dealer = (text: string) => {
  const cards = text === '' ? [] : text.split(' ').map((card) => (card === '?' ? null : card));
  return { cards, ...count(cards.filter((card) => card !== null)) };
};

const base: TableView = {
  table: 'classic-1-2',
  game: 'classic',
  kind: 'single',
  phase: 'betting',
  round: null,
  cycle: 7,
  c1: '9f3a41bd77f20c5e9f3a41bd77f20c5e9f3a41bd77f20c5e9f3a41bd77f2e07c',
  c2: null,
  boxes: [box(1), box(2), box(3)],
  seats: [seat(1, ME, 'Mara')],
  dealer: dealer(''),
  turn: null,
  betting_left_ms: null,
  shoe: null,
  peeked: null,
};

const you: PrivateView = {
  player: ME,
  name: 'Mara',
  decision: null,
  offers: [],
  purse: { balance: 139250, staked: 0, bonus: null, debt: 0 },
  redo: null,
  can_deal: false,
  can_skip: false,
  part_wanted: false,
  bonus: null,
};

export const KEYS = keysOnButtons(DEFAULT_KEYS);

export const ui: UiState = {
  tableName: 'Table 2',
  chip: 2500,
  pendingBets: {},
  pendingButton: null,
  slow: false,
  moving: false,
  rested: null,
  canUndo: false,
  refusal: '',
  slips: [],
  connection: 'live',
  clock: null,
  result: null,
  session: { net: 4250, staked: 45000, minutes: 38 },
  panel: null,
  speed: 'normal',
  sound: true,
  soundBlocked: false,
  volume: 0.6,
  fourColours: false,
  keysOn: true,
  keys: KEYS,
  hints: true,
  hint: '',
  bonuses: [],
  bonusProblem: '',
  shuffleText: '',
  remindMinutes: 60,
};

export type Fixture = Omit<TableProps, 'on'>;
interface Parts {
  game?: Fixture['game'];
  view?: Partial<TableView>;
  you?: Partial<PrivateView> | null;
  ui?: Partial<UiState>;
}
export const fixture = ({
  game = games.classic,
  view = {},
  you: mine = {},
  ui: shown = {},
}: Parts): Fixture => ({
  game,
  view: { ...base, game: game.id, kind: game.kind, ...view },
  you: mine === null ? null : { ...you, ...mine },
  ui: { ...ui, ...shown },
});

const play = (b: number, h: number, decision = 3): TableView['turn'] => ({
  decision,
  box: b,
  hand: h,
  asking: 'play',
  left_ms: null,
});
const offers = (...list: [PrivateView['offers'][number]['action'], number][]) =>
  list.map(([action, cost]) => ({ action, cost }));

const three = [seat(1, 3, 'Ines', { answer: 'deal' }), seat(2, ME, 'Mara'), seat(3, 2, 'Jonas')];
const worstBox = (n: number, bet: number, ...hands: [string, HandView['status'], Outcome?][]) =>
  box(
    n,
    hands.map(([cards, status, outcome]) => hand(cards, bet, status, outcome ?? null)),
  );

export const FIXTURES: Readonly<Record<string, Fixture>> = {
  empty: fixture({}),
  bet: fixture({
    view: { boxes: [box(1, [], { bet: 2500 }), box(2, [], { bet: 6500 }), box(3)] },
    you: { purse: { balance: 139250, staked: 9000, bonus: null, debt: 0 }, can_deal: true },
    ui: { canUndo: true },
  }),
  play: fixture({
    game: games.vegas,
    view: {
      phase: 'playing',
      round: '7K3F-0219',
      dealer: dealer('6c ?'),
      turn: play(2, 1),
      boxes: [
        box(1, [hand('Kd Qs', 3500, 'standing')]),
        box(2, [hand('8h Ts', 2500, 'standing'), hand('8c 3h', 2500, 'playing'), hand('8d', 2500)]),
        box(3, [hand('Ah 6s', 2000)]),
      ],
    },
    you: {
      decision: 3,
      offers: offers(['hit', 0], ['stand', 0], ['double', 2500]),
      purse: { balance: 135250, staked: 13000, bonus: null, debt: 0 },
    },
    ui: { tableName: 'Table 1', session: { net: 250, staked: 45000, minutes: 12 } },
  }),
  results: fixture({
    game: games.vegas,
    view: {
      phase: 'betting',
      round: '7K3F-0221',
      dealer: dealer('6c Kh 2s'),
      boxes: [
        box(
          1,
          [
            hand('8h 2d Qh', 2500, 'settled', 'win', 5000),
            hand('8d 9c', 2500, 'settled', 'lose', 0),
          ],
          { bet: 0, owner: null },
        ),
        box(2, [hand('As Kc', 2500, 'settled', 'blackjack', 6250)], { bet: 0, owner: null }),
        box(
          3,
          [
            hand('9s 9d', 2500, 'settled', 'push', 2500),
            hand('9h 5c Td', 2500, 'settled', 'bust', 0),
          ],
          { bet: 0, owner: null },
        ),
      ],
    },
    you: {
      redo: { 1: 2500, 2: 2500, 3: 2500 },
      purse: { balance: 139500, staked: 0, bonus: null, debt: 0 },
    },
    ui: { tableName: 'Table 1', result: { staked: 12500, paid: 13750 } },
  }),
  insurance: fixture({
    view: {
      phase: 'insurance',
      round: '7K3F-0223',
      dealer: dealer('? Ah'),
      turn: { decision: 1, box: 1, hand: 0, asking: 'insurance', left_ms: null },
      boxes: [
        box(1, [hand('Kd Qs', 3500)]),
        box(2, [hand('Ac Js', 2500)]),
        box(3, [hand('8c 6d', 1000)]),
      ],
    },
    you: {
      decision: 1,
      offers: offers(['insure', 1750], ['pass', 0]),
      purse: { balance: 132250, staked: 7000, bonus: null, debt: 0 },
    },
  }),
  evenmoney: fixture({
    view: {
      phase: 'insurance',
      round: '7K3F-0223',
      dealer: dealer('? Ah'),
      turn: { decision: 2, box: 2, hand: 0, asking: 'even_money', left_ms: null },
      boxes: [
        box(1, [hand('Kd Qs', 3500)], { insurance: 1750 }),
        box(2, [hand('Ac Js', 2500)]),
        box(3, [hand('8c 6d', 1000)]),
      ],
    },
    you: {
      decision: 2,
      offers: offers(['even_money', 0], ['pass', 0]),
      purse: { balance: 130500, staked: 8750, bonus: null, debt: 0 },
    },
  }),
  worst: fixture({
    game: games.atlantic,
    view: {
      phase: 'playing',
      round: '7K3F-0305',
      dealer: dealer('Qd ?'),
      turn: play(3, 1),
      peeked: false,
      boxes: [
        worstBox(
          1,
          10000,
          ['4c 5d 2h 3s 5s', 'standing'],
          ['4h 2d 3d Ac Tc', 'standing'],
          ['4d 3h 5h 4s Qs', 'standing', 'bust'],
          ['4h 2h 3c As 8d', 'standing'],
        ),
        worstBox(
          2,
          2500,
          ['3s 2h 4d 3c Jc', 'standing', 'bust'],
          ['3d 4s Ad 2s Kh', 'standing'],
          ['3c Ah 2s 5s 8s', 'standing'],
          ['3h 2s 6d 4h Th', 'standing', 'bust'],
        ),
        worstBox(
          3,
          2500,
          ['2c 4c 5s 3h 7h', 'standing'],
          ['2d Ac 3d 6h 2h', 'playing'],
          ['2c 2s 4d 3h 4s', 'waiting'],
          ['2h 3s 2d 4h 3c', 'waiting'],
        ),
      ],
    },
    you: {
      decision: 9,
      offers: offers(['hit', 0], ['stand', 0]),
      purse: { balance: 21200, staked: 60000, bonus: null, debt: 0 },
    },
    ui: { tableName: 'Table 1', session: { net: -3300, staked: 45000, minutes: 61 } },
  }),
  'long-line': fixture({
    game: games.vegas,
    view: {
      phase: 'playing',
      round: '7K3F-0306',
      dealer: dealer('Qd ?'),
      turn: play(1, 1),
      boxes: [
        box(1, [
          hand('8h 3d Ts', 2500, 'standing'),
          hand('8c Ah 4d 4s', 2500, 'playing'),
          hand('8d', 2500),
        ]),
        box(2, [hand('Kd 7s', 3500)]),
        box(3, [hand('9h 9s', 2000)]),
      ],
    },
    you: { decision: 3, offers: offers(['hit', 0], ['stand', 0]) },
  }),
  'long-name': fixture({
    game: games.multi,
    view: {
      phase: 'playing',
      round: '7K3F-0241',
      dealer: dealer('? Qs'),
      seats: [
        seat(1, 3, 'Maximiliane von Ho'),
        seat(2, ME, 'Mara'),
        seat(3, 2, 'Bartholomew Winter'),
      ],
      turn: play(1, 1),
      boxes: [
        box(1, [hand('8c 9h 3d', 4000, 'standing'), hand('8d Ah 6s 2h', 4000, 'playing')], {
          owner: 3,
        }),
        box(2, [hand('Ad 4s 3h', 2500)]),
        box(3, [hand('Th 3c', 3000)], { owner: 2 }),
      ],
    },
    ui: { tableName: 'Room B, table 3', clock: { what: 'action', left_ms: 14000, of_ms: 15000 } },
  }),
  charlie: fixture({
    game: games.credits,
    view: {
      phase: 'playing',
      round: '7K3F-0310',
      dealer: dealer('9c ?'),
      turn: play(1, 0),
      peeked: null,
      boxes: [box(1, [hand('Ah As 2c Ad 2s Ac 3h Ah 2d 3c', 200, 'playing')])],
    },
    you: {
      decision: 9,
      offers: offers(['hit', 0], ['stand', 0]),
      purse: { balance: 9980, staked: 200, bonus: null, debt: 0 },
    },
    ui: { chip: 40 },
  }),
  credits: fixture({
    game: games.credits,
    view: { boxes: [box(1, [], { bet: 200 })] },
    you: {
      can_deal: true,
      redo: { 1: 200 },
      purse: { balance: 9800, staked: 200, bonus: null, debt: 0 },
    },
    ui: { chip: 40, speed: 'off', canUndo: true },
  }),
  shoe: fixture({
    game: games.shoe,
    view: {
      phase: 'playing',
      round: '7K3F-0330',
      dealer: dealer('Kc ?'),
      turn: play(1, 0),
      peeked: false,
      shoe: { left: 201, discarded: 104, cut_at: 156, cut_card_out: false, cut: 17 },
      boxes: [box(1, [hand('9d 7s', 2500, 'playing')]), box(2), box(3)],
    },
    you: {
      decision: 2,
      offers: offers(['hit', 0], ['stand', 0], ['double', 2500], ['surrender', 0]),
    },
  }),
  cut: fixture({
    game: games.shoe,
    view: { shoe: { left: 312, discarded: 0, cut_at: 156, cut_card_out: false, cut: null } },
    ui: { panel: 'cut' },
  }),
  multi: fixture({
    game: games.multi,
    view: {
      seats: three,
      betting_left_ms: 14000,
      boxes: [
        box(1, [], { bet: 4000, owner: 3 }),
        box(2, [], { bet: 2500 }),
        box(3, [], { bet: 3000, owner: 2 }),
      ],
    },
    you: { can_deal: true, purse: { balance: 46700, staked: 2500, bonus: null, debt: 0 } },
    ui: {
      tableName: 'Room B, table 3',
      chip: 1000,
      canUndo: true,
      session: { net: -3300, staked: 45000, minutes: 21 },
      clock: { what: 'betting', left_ms: 14000, of_ms: 30000 },
      slips: [
        {
          id: 1,
          title: 'Your 10.00 came back.',
          text: 'Jonas sits at box 3 and has first right to it. Your bet on box 2 stands.',
          amount: 1000,
        },
      ],
    },
  }),
  'multi-play': fixture({
    game: games.multi,
    view: {
      phase: 'playing',
      round: '7K3F-0240',
      dealer: dealer('? 9s'),
      seats: three,
      turn: play(2, 0),
      boxes: [
        box(1, [hand('Jc 5d 9h', 4000, 'decided', 'bust')], { owner: 3 }),
        box(2, [hand('Ad 4s 3h', 2500, 'playing')]),
        box(3, [hand('Th 3c', 3000)], { owner: 2 }),
      ],
    },
    you: {
      decision: 4,
      offers: offers(['hit', 0], ['stand', 0]),
      purse: { balance: 46700, staked: 2500, bonus: null, debt: 0 },
    },
    ui: {
      tableName: 'Room B, table 3',
      session: { net: -3300, staked: 45000, minutes: 21 },
      clock: { what: 'action', left_ms: 14000, of_ms: 15000 },
    },
  }),
  'multi-other': fixture({
    game: games.multi,
    view: {
      phase: 'playing',
      round: '7K3F-0240',
      dealer: dealer('? 9s'),
      seats: three,
      turn: play(3, 0),
      boxes: [
        box(1, [hand('Jc 5d 9h', 4000, 'decided', 'bust')], { owner: 3 }),
        box(2, [hand('Ad 4s 3h', 2500, 'standing')]),
        box(3, [hand('Th 3c', 3000, 'playing')], { owner: 2 }),
      ],
    },
    ui: { tableName: 'Room B, table 3', clock: { what: 'action', left_ms: 4000, of_ms: 15000 } },
  }),
  onlooker: fixture({
    game: games.multi,
    view: {
      phase: 'playing',
      round: '7K3F-0240',
      dealer: dealer('? 9s'),
      seats: [seat(1, 3, 'Anna'), seat(2, null, ''), seat(3, 2, 'Jonas')],
      turn: play(1, 0),
      boxes: [
        box(1, [hand('Jc 5d', 4000, 'playing')], { owner: 3 }),
        box(2),
        box(3, [hand('Th 3c', 3000)], { owner: 2 }),
      ],
    },
    ui: { tableName: 'Room B, table 3', clock: { what: 'action', left_ms: 9000, of_ms: 15000 } },
  }),
  offline: fixture({
    view: {
      phase: 'playing',
      round: '7K3F-0250',
      dealer: dealer('? 9s'),
      turn: play(1, 0),
      boxes: [box(1, [hand('Th 3c', 3000, 'playing')]), box(2), box(3)],
    },
    you: { decision: 4, offers: offers(['hit', 0], ['stand', 0], ['double', 3000]) },
    ui: { connection: 'reconnecting' },
  }),
  refused: fixture({
    view: { boxes: [box(1), box(2, [], { bet: 9000 }), box(3)] },
    you: {
      can_deal: true,
      purse: { balance: 1200, staked: 9000, bonus: null, debt: 0 },
      redo: { 2: 9000 },
    },
    ui: {
      refusal: 'Box 2 takes at most 100.00. It holds 90.00, so a 25 does not fit.',
      canUndo: true,
      pendingBets: { 3: 2500 },
    },
  }),
  rules: fixture({ ui: { panel: 'rules' } }),
  settings: fixture({ ui: { panel: 'settings' } }),
  menu: fixture({ ui: { panel: 'menu' } }),
};
