/**
 * What the table component is given and what it calls: the only seam between look and logic.
 * It knows the wire's views and nothing of sockets, motion or sound.
 */

import type {
  Action,
  BonusView,
  CardView,
  Currency,
  GameView,
  LobbyView,
  Me,
  PrivateView,
  RulesView,
  TableView,
} from '../wire/messages';

/** Money is always in minor units; at a credits table the words module divides. */
export type Minor = number;
export type { Currency };
export type GameRules = RulesView;

/** A strategy card: rows by total, ten cells for upcards 2 to 10 and ace. */
export type StrategyCard = CardView;

/** `GET /api/games/{id}`, its strategy card in it. */
export type GameInfo = GameView;

/** The longest text that a player can add to the shuffle. */
export const SHUFFLE_TEXT_MAX = 64;

/** How often a player may be reminded of the time, in minutes; 0 for never. */
export const REMIND_MINUTES: readonly number[] = [0, 15, 30, 60];

export const SPEEDS = ['normal', 'fast', 'off'] as const;
export type Speed = (typeof SPEEDS)[number];
export type Connection = 'live' | 'reconnecting' | 'offline';
export type Panel = 'rules' | 'history' | 'settings' | 'menu' | 'cut' | 'bonus';

/** A paper notice. It lies until dismissed; the controller removes it after 6 s unless `stays`. */
export interface Slip {
  id: number;
  title: string;
  text: string;
  /** A chip drawn on it: what came back. */
  amount?: Minor;
  stays?: boolean;
  /** The panel that it invites to look at. */
  opens?: Panel;
  /** News of the company: short, and gone sooner. */
  passing?: boolean;
  /** News of bets that can be laid still: gone with the first card. */
  betting?: boolean;
  /** What it is about, such as `bonus 7`: the newest about one thing takes the others' place. */
  about?: string;
}

/** Every button of the deck, by the name that keys and labels share with it. */
export type ButtonName =
  | Action
  | 'undo'
  | 'clear'
  | 'redo'
  | 'double_bets'
  | 'deal'
  | 'skip'
  | 'deal_again'
  | 'new_bets'
  | 'sit';

/** What the countdown shows; the controller lets it run from the server's milliseconds left. */
export interface Clock {
  /** `round`: the whole round's limit, at which every open hand stands. */
  what: 'betting' | 'insurance' | 'action' | 'round';
  left_ms: number;
  of_ms: number;
}

/** A finished round in sums, shown until the next bet. */
export interface RoundResult {
  staked: Minor;
  paid: Minor;
}

/** State of the screen that is not the table's. */
export interface UiState {
  /** "Table 2", or "Room B, table 3". */
  tableName: string;
  /** The chosen chip's value. */
  chip: Minor;
  /** Bets sent and not yet accepted, as they will be, by box: drawn at 60 %. */
  pendingBets: Readonly<Record<number, Minor>>;
  /** The button that was pressed and is not answered yet, and whether 400 ms have passed. */
  pendingButton: ButtonName | null;
  slow: boolean;
  /** True while beats are still playing: the offers wait for the cards. */
  moving: boolean;
  /** The table as it was when everything last lay still; null before that. */
  rested: { readonly view: TableView; readonly you: PrivateView } | null;
  canUndo: boolean;
  /** One sentence above the deck, after a refusal; empty when there is none. */
  refusal: string;
  slips: readonly Slip[];
  connection: Connection;
  clock: Clock | null;
  result: RoundResult | null;
  /** The player's evening so far, with his own money: what came of it, and what he staked. */
  session: { net: Minor; staked: Minor; minutes: number };
  panel: Panel | null;
  speed: Speed;
  sound: boolean;
  /** Whether the browser keeps the page silent all the same. */
  soundBlocked: boolean;
  /** 0 to 1. */
  volume: number;
  fourColours: boolean;
  keysOn: boolean;
  /** Key by button name or `chip-1`…, as shown on the buttons: upper case, `Enter`. */
  keys: Readonly<Record<string, string>>;
  /** Whether hints are allowed here; the answer to one. */
  hints: boolean;
  hint: string;
  /** The player's bonuses, newest first; none at a game that takes none. */
  bonuses: readonly BonusView[];
  /** Why the house did not do what was asked about bonuses; empty when it did. */
  bonusProblem: string;
  /** The player's own typed part of the shuffle. */
  shuffleText: string;
  /** Every so many minutes he is told how long he has played; 0 for never. */
  remindMinutes: number;
}

/** What the table asks of the controller; none is optional: a button that is drawn works. */
export interface TableHandlers {
  placeBet(box: number, amount: Minor): void;
  takeBet(box: number, amount: Minor): void;
  /** Take off the chip laid last. */
  takeLast(box: number): void;
  clearBox(box: number): void;
  clear(): void;
  undo(): void;
  redo(): void;
  double(): void;
  deal(): void;
  skip(): void;
  /** Take a free seat at a table that was only looked at. */
  sit(): void;
  /** Rebet and then Deal. */
  dealAgain(): void;
  /** Put the last round's cards away and bet anew. */
  newBets(): void;
  act(action: Action): void;
  chooseChip(value: Minor): void;
  cut(position: number): void;
  hint(): void;
  /** Play with this bonus, or with the own money again. */
  activateBonus(bonus: number): void;
  deactivateBonus(): void;
  /** End a bonus that is not in play. */
  giveUpBonus(bonus: number): void;
  leave(): void;
  /** The page of the round just played: replay and verify. */
  openRound(): void;
  open(panel: Panel): void;
  close(): void;
  dismiss(slip: number): void;
  /** Say the reason of an unavailable control, on screen and to the screen reader. */
  explain(sentence: string): void;
  setSpeed(speed: Speed): void;
  setSound(on: boolean): void;
  setVolume(volume: number): void;
  setFourColours(on: boolean): void;
  setKeysOn(on: boolean): void;
  setKey(name: string, key: string): void;
  setShuffleText(text: string): void;
  setRemindMinutes(minutes: number): void;
}

export interface TableProps {
  view: TableView;
  you: PrivateView | null;
  game: GameInfo;
  ui: UiState;
  on: TableHandlers;
}

/**
 * Where the motion player finds things (all inside the element with `data-table`):
 * - `data-card="b1h0c2"` box 1, first hand, third card; `data-card="d0"` the dealer's first
 * - `data-hand="b1h0"` a hand, `data-disc="b1h0"` its disc, `data-cards="b1h0"` its row of cards
 * - `data-bet="b1h0"` the chips of a hand; `data-bet="1"` the chips on a box before the deal
 * - `data-insurance="1"` the insurance of a box; `data-pay="b1h0"` what was paid beside the bet
 * - `data-spot="1"` the printed spot; `data-seat="1"` a seat's name plate
 * - `data-dealer`, `data-shoe`, `data-discards`, `data-float`, `data-purse`, `data-rack="2500"`
 */

/** What the lobby page is given: `GET /api/lobby`, `/api/games` and `/api/me`. */
export interface LobbyInfo {
  /** Null when nobody is logged in; undefined as long as that is not known. */
  me: Me | null | undefined;
  games: readonly GameInfo[];
  lobby: LobbyView;
  /** The player's own, when there are any. */
  bonuses?: readonly BonusView[];
}

export interface LobbyHandlers {
  /** This very table; a guest account first when nobody is logged in. */
  sit(table: string): void;
  /** A free table of this game; a guest account first when nobody is logged in. */
  play(game: string): void;
  /** Go on with an open round. */
  resume(table: string): void;
  /** Look on at a full table. */
  watch(table: string): void;
  logOut(): void;
  /** Somebody has come in, as a guest who stays or by his name. */
  entered(me: Me): void;
  /** Another page of the house. */
  go(path: string): void;
}

export interface LobbyProps {
  lobby: LobbyInfo;
  connection: Connection;
  /** Why a table could not be opened; empty when there is nothing to say. */
  problem?: string;
  on: LobbyHandlers;
}
