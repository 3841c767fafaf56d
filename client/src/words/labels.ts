/** Names of buttons and results: the game file's words first, plain English where it is silent. */

import type { ButtonName, GameInfo } from '../table/contract';
import type { Outcome } from '../wire/messages';

/** What a game's file may name: the deck's buttons, and what stands elsewhere. */
export type LabelName = ButtonName | 'cut' | 'turbo';

const BUTTONS: Readonly<Record<LabelName, string>> = {
  hit: 'Hit',
  stand: 'Stand',
  double: 'Double',
  split: 'Split',
  surrender: 'Surrender',
  insure: 'Insurance',
  even_money: 'Even money',
  pass: 'No',
  deal: 'Deal',
  skip: 'Skip',
  redo: 'Rebet',
  clear: 'Clear',
  undo: 'Undo',
  double_bets: 'Double',
  deal_again: 'Deal again',
  new_bets: 'New bets',
  sit: 'Sit down',
  cut: 'Cut',
  turbo: 'Turbo',
};

/** Games write labels in capitals as their pages do; the house sets them in plain letters. */
const plain = (text: string) =>
  text === text.toUpperCase() ? text.charAt(0) + text.slice(1).toLowerCase() : text;

/** The text of a button at this table. */
export const label = (game: Pick<GameInfo, 'labels'>, name: LabelName): string =>
  plain(game.labels[name] ?? BUTTONS[name]);

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  blackjack: 'Blackjack',
  even_money: 'Even money',
  charlie: 'Charlie',
  win: 'Win',
  push: 'Push',
  lose: 'Lose',
  bust: 'Bust',
  surrender: 'Surrender',
};

/** The words of the discs of hands that are still played. */
export const discs = {
  soft: (total: number) => `Soft ${total}`,
  insure: 'Insure?',
  evenMoney: 'Even money?',
  yours: 'Your turn',
  playing: 'Playing',
  stands: 'Stand',
  standsSoft: 'Stand, soft',
  next: 'Next',
  waiting: 'Waiting',
} as const;

/** The word of a result's disc. */
export const outcomeWord = (outcome: Outcome): string => OUTCOMES[outcome];
