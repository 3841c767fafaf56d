/** A few games for the specimen page, in the shape of `GET /api/games/{id}`. */

import type { GameInfo } from '../src/table/contract';

const RULES: GameInfo['rules'] = {
  decks: 6,
  shoe: 'fresh',
  hit_soft_17: true,
  hole_card: 'first',
  blackjack_pays: '3:2',
  insurance: true,
  even_money: true,
  surrender: 'none',
  double_on: 'any',
  double_after_split: false,
  max_hands: 2,
  resplit_aces: false,
  hit_split_aces: false,
  no_hole_card_loss: 'all_bets',
  auto_stand_on_21: true,
  charlie: null,
  boxes: 3,
  max_win: null,
};

export const classic: GameInfo = {
  id: 'classic',
  name: 'Classic Blackjack',
  kind: 'single',
  seats: 1,
  rules: RULES,
  rules_hash: '',
  currency: { code: 'DEMO', sign: '€', digits: 2 },
  limits: {
    stake_min: 100,
    stake_max: 10000,
    stake_step: 100,
    chips: [100, 500, 1000, 2500, 5000, 10000],
  },
  timers: {
    betting_seconds: null,
    insurance_seconds: null,
    action_seconds: null,
    round_seconds: null,
    disconnect_grace_seconds: 2,
    recovery_grace_seconds: 10,
  },
  unconfirmed_bets: 'returned',
  void_pays: 'bets',
  labels: {
    deal: 'Deal',
    clear: 'Clear',
    redo: 'Redo',
    undo: 'Undo',
    double_bets: 'Double bet',
    hit: 'Hit',
    stand: 'Stand',
    double: 'Double',
    split: 'Split',
    insure: 'Insurance',
    even_money: 'Even money',
    pass: 'Skip',
  },
  felt: 'green',
  denomination: null,
  bonus_kinds: [],
  published_rtp: '99.27',
  certified: { edge: -0.62, rtp: 99.44 },
  card: null,
  hints: false,
};

const game = (
  over: Omit<Partial<GameInfo>, 'rules'> & { rules?: Partial<GameInfo['rules']> },
): GameInfo => ({
  ...classic,
  published_rtp: null,
  ...over,
  rules: { ...RULES, ...over.rules },
  labels: { ...classic.labels, ...over.labels },
});

export const multi = game({
  id: 'classic-multiplayer',
  kind: 'multi',
  seats: 3,
  felt: 'midnight',
  labels: { skip: 'Skip' },
  published_rtp: '99.27',
});
export const vegas = game({
  id: 'vegas-strip',
  name: 'Vegas Strip Blackjack',
  rules: {
    decks: 4,
    hit_soft_17: false,
    hole_card: 'second',
    even_money: false,
    double_after_split: true,
    max_hands: 4,
  },
  labels: { insure: 'Insure', pass: 'Pass' },
});
export const atlantic = game({
  id: 'atlantic-city',
  name: 'Atlantic City Blackjack',
  felt: 'claret',
  rules: {
    decks: 8,
    hit_soft_17: false,
    hole_card: 'second',
    even_money: false,
    double_after_split: true,
    max_hands: 4,
    surrender: 'late',
  },
});
export const single = game({
  id: 'single-deck',
  name: 'Single-Deck Blackjack',
  felt: 'claret',
  rules: { decks: 1, hit_soft_17: false, hole_card: 'none', insurance: false, even_money: false },
});
export const european = game({
  id: 'european',
  name: 'European Blackjack',
  felt: 'midnight',
  rules: {
    hit_soft_17: false,
    hole_card: 'none',
    insurance: false,
    even_money: false,
    double_on: '9-11',
    double_after_split: true,
  },
});
export const downtown = game({
  id: 'vegas-downtown',
  name: 'Vegas Downtown Blackjack',
  rules: {
    decks: 2,
    hole_card: 'second',
    even_money: false,
    double_after_split: true,
    max_hands: 4,
  },
});
export const shoe = game({
  id: 'six-deck-shoe',
  name: 'Six-Deck Shoe Blackjack',
  felt: 'midnight',
  rules: {
    shoe: 0.5,
    hit_soft_17: false,
    hole_card: 'second',
    even_money: false,
    surrender: 'late_not_ace',
    double_on: 'hard',
    double_after_split: true,
    max_hands: 4,
    resplit_aces: true,
  },
  limits: {
    stake_min: 100,
    stake_max: 20000,
    stake_step: 100,
    chips: [100, 500, 1000, 2500, 10000],
  },
  labels: {
    cut: 'Cut',
    hit: 'Deal',
    clear: 'Cancel',
    redo: 'Rebet',
    insure: 'Insure',
    pass: 'Pass',
  },
});
export const credits = game({
  id: 'table-credits',
  name: 'Table Blackjack',
  felt: 'claret',
  denomination: 10,
  rules: {
    hit_soft_17: false,
    hole_card: 'second',
    even_money: false,
    double_after_split: true,
    auto_stand_on_21: false,
    charlie: 11,
    boxes: 1,
  },
  limits: { stake_min: 20, stake_max: 1000, stake_step: 20, chips: [20, 40, 100, 200] },
  labels: { redo: 'Rebet', double_bets: 'Double bet', pass: 'No insurance', turbo: 'Turbo' },
});
export const freeAmount = game({
  id: 'free-amount',
  bonus_kinds: ['free_amount'],
  name: 'FreeAmount Blackjack',
  felt: 'midnight',
  published_rtp: '99.47',
  rules: {
    hit_soft_17: false,
    hole_card: 'second',
    insurance: false,
    even_money: false,
    boxes: 1,
    max_win: 100000,
  },
  limits: { stake_min: 20, stake_max: 20000, stake_step: 20, chips: [20, 100, 500, 2500, 10000] },
  labels: { redo: 'Rebet', double: 'Double down', double_bets: 'Double bet' },
});
export const GAMES = [
  classic,
  multi,
  credits,
  freeAmount,
  european,
  single,
  vegas,
  atlantic,
  downtown,
  shoe,
];
