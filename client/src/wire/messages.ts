/** Generated from schema.json by `npm run types`; do not edit. */

export type ClientMessage =
  | Join
  | Leave
  | Ping
  | WatchLobby
  | PlaceBet
  | TakeBet
  | LayBets
  | ClearBets
  | RedoBets
  | DoubleBets
  | Deal
  | OpenPart
  | Skip
  | Cut
  | ActivateBonus
  | DeactivateBonus
  | Act;
/**
 * One answer to what a round asks.
 */
export type Action =
  'double' | 'even_money' | 'hit' | 'insure' | 'pass' | 'split' | 'stand' | 'surrender';
export type ServerMessage =
  Welcome | Events | Yours | Refused | Closed | BonusGranted | Pong | Lobby;
/**
 * How a hand ended.
 */
export type Outcome =
  'blackjack' | 'bust' | 'charlie' | 'even_money' | 'lose' | 'push' | 'surrender' | 'win';
/**
 * What kind of answer a turn waits for.
 */
export type Asking = 'even_money' | 'insurance' | 'play';
export type AnyEvent =
  | CardDealt
  | DealerCardDealt
  | InsuranceTaken
  | InsuranceDeclined
  | Peeked
  | HandStood
  | HandDoubled
  | HandSplit
  | HandDecided
  | HoleCardRevealed
  | InsuranceSettled
  | HandSettled
  | RoundClosed
  | BettingOpened
  | TableCleared
  | BetChanged
  | BettingTimed
  | BettingClosed
  | PartOpened
  | RoundStarted
  | SeatTaken
  | SeatFreed
  | PresenceChanged
  | Answered
  | PlayedByCard
  | PlayerPaid
  | ShoeCut
  | CycleRevealed
  | RoundVoided;

export interface Wire {
  client: ClientMessage;
  server: ServerMessage;
}
/**
 * Open a stream at a table, or take up an old one after the connection broke.
 *
 * `stream` is the number that `welcome` gave; `seen` the last sequence number the client folded:
 * what is missing is sent, or a snapshot.
 */
export interface Join {
  type: 'join';
  table: string;
  stream?: number | null;
  seen?: number | null;
}
/**
 * Close the stream: the player gets up from the table.
 */
export interface Leave {
  type: 'leave';
  table: string;
}
/**
 * Ask for a `pong`; `sent` comes back unchanged.
 */
export interface Ping {
  type: 'ping';
  sent: number;
}
/**
 * Ask for the lobby now and whenever it changes, or (`on` false) no longer.
 */
export interface WatchLobby {
  type: 'watch_lobby';
  on?: boolean;
}
/**
 * Add `amount` to the bet on a box.
 */
export interface PlaceBet {
  type: 'place_bet';
  box: number;
  amount: number;
  table: string;
  n: number;
}
/**
 * Take `amount` off the own bet on a box.
 */
export interface TakeBet {
  type: 'take_bet';
  box: number;
  amount: number;
  table: string;
  n: number;
}
/**
 * Make the own bets exactly these, by box: all of them or none (undo).
 */
export interface LayBets {
  type: 'lay_bets';
  bets: {
    [k: string]: number;
  };
  table: string;
  n: number;
}
/**
 * Take all own bets off, or those of one box.
 */
export interface ClearBets {
  type: 'clear_bets';
  box?: number | null;
  table: string;
  n: number;
}
/**
 * Lay the bets of the own last round here again: all of them or none.
 */
export interface RedoBets {
  type: 'redo_bets';
  table: string;
  n: number;
}
/**
 * Double the own bets (on an empty table: redo, then double): all of them or none.
 */
export interface DoubleBets {
  type: 'double_bets';
  table: string;
  n: number;
}
/**
 * Betting is done. `nonce` is the player's part of the shuffle: 16 random bytes in hex that
 * the client made after it saw this cycle's c1; `text` is what the player typed, if anything.
 *
 * At a table for several it carries `part_hash` alone, the promise of that part; `open_part`
 * follows when all are in (docs/fairness.md).
 */
export interface Deal {
  type: 'deal';
  nonce?: string | null;
  text?: string;
  part_hash?: string | null;
  table: string;
  n: number;
}
/**
 * The part of the shuffle whose hash came with DEAL, now that betting is closed.
 */
export interface OpenPart {
  type: 'open_part';
  nonce: string;
  text?: string;
  table: string;
  n: number;
}
/**
 * Sit out until the next own bet.
 */
export interface Skip {
  type: 'skip';
  table: string;
  n: number;
}
/**
 * Where the player cuts the new shoe: the number of cards that go from front to back.
 */
export interface Cut {
  type: 'cut';
  position: number;
  table: string;
  n: number;
}
/**
 * Play with the money of bonus number `bonus` from here on; none of the own bets may lie.
 */
export interface ActivateBonus {
  type: 'activate_bonus';
  bonus: number;
  table: string;
  n: number;
}
/**
 * Put the active bonus away: play with real money from here on.
 */
export interface DeactivateBonus {
  type: 'deactivate_bonus';
  table: string;
  n: number;
}
/**
 * The answer to decision number `decision`.
 */
export interface Act {
  type: 'act';
  decision: number;
  action: Action;
  table: string;
  n: number;
}
/**
 * The stream is open: its number, the next command number, and the whole state.
 */
export interface Welcome {
  type: 'welcome';
  table: string;
  stream: number;
  next_n: number;
  seq: number;
  view: TableView;
  you: PrivateView;
}
/**
 * All that everyone at a table may see: the client folds events into this.
 */
export interface TableView {
  table: string;
  game: string;
  kind: 'multi' | 'single';
  phase: 'betting' | 'insurance' | 'mixing' | 'over' | 'playing';
  round: string | null;
  cycle: number;
  c1: string;
  c2: string | null;
  boxes: BoxView[];
  seats: SeatView[];
  dealer: DealerView;
  turn: TurnView | null;
  betting_left_ms: number | null;
  shoe: ShoeView | null;
  peeked: boolean | null;
}
/**
 * A box: its number, who holds it (None: free), the bet laid, insurance, and the hands.
 */
export interface BoxView {
  box: number;
  owner: number | null;
  bet: number;
  insurance: number;
  insurance_paid: number | null;
  hands: HandView[];
}
/**
 * A hand. `total` is the best total, `soft` that an ace counts 11 in it.
 */
export interface HandView {
  cards: string[];
  bet: number;
  total: number;
  soft: boolean;
  status: 'decided' | 'playing' | 'settled' | 'standing' | 'waiting';
  outcome: Outcome | null;
  paid: number | null;
}
/**
 * A seat at the table; `player` None is an empty one. `box` is the box in front of it.
 */
export interface SeatView {
  seat: number;
  box: number;
  player: number | null;
  name: string;
  present: boolean;
  answer: ('deal' | 'skip') | null;
}
/**
 * The dealer's cards, None for the one face down; total of the visible ones.
 */
export interface DealerView {
  cards: (string | null)[];
  total: number;
  soft: boolean;
}
/**
 * Whose answer is awaited, the decision's number, and how long (None: no limit).
 */
export interface TurnView {
  decision: number;
  box: number;
  hand: number;
  asking: Asking;
  left_ms: number | null;
}
/**
 * A running shoe: cards left and out of play, where the cut card lies, whether it came out.
 */
export interface ShoeView {
  left: number;
  discarded: number;
  cut_at: number | null;
  cut_card_out: boolean;
  cut: number | null;
}
/**
 * What only this player sees. `offers` answer decision `decision`; `redo` are the bets that
 * REDO would lay (None: no round played here); `part_wanted` asks for `open_part`.
 */
export interface PrivateView {
  player: number;
  name: string;
  decision: number | null;
  offers: Offer[];
  purse: PurseView;
  redo: {
    [k: string]: number;
  } | null;
  can_deal: boolean;
  can_skip: boolean;
  part_wanted: boolean;
  bonus: BonusView | null;
}
/**
 * One action that may be taken now; `cost` in minor units is what it stakes on top.
 */
export interface Offer {
  action: Action;
  cost: number;
}
/**
 * A player's money: what he can spend of his own, and what lies on this table. While a bonus
 * is active here every stake comes from it, and `bonus` is what is left in it. `debt` is what he
 * owes the house since a round was called off: cash that comes in pays it off first.
 */
export interface PurseView {
  balance: number;
  staked: number;
  bonus: number | null;
  debt: number;
}
/**
 * A bonus: what was granted, what is left, what must be staked in all and what was; `games` it
 * is good for (none: every one that takes its kind), `expires_at` in ms of UTC (None: never).
 */
export interface BonusView {
  bonus: number;
  kind: string;
  games: string[];
  amount: number;
  balance: number;
  wagered: number;
  required: number;
  granted_at: number;
  expires_at: number | null;
  active: boolean;
  state: 'closed' | 'expired' | 'open' | 'used_up';
}
/**
 * What happened, the same bytes for everyone at the table. `seq` has no gaps; `phase`, `turn`
 * and `betting_left_ms` are how things stand after these events.
 */
export interface Events {
  type: 'events';
  table: string;
  seq: number;
  events: (
    | CardDealt
    | DealerCardDealt
    | InsuranceTaken
    | InsuranceDeclined
    | Peeked
    | HandStood
    | HandDoubled
    | HandSplit
    | HandDecided
    | HoleCardRevealed
    | InsuranceSettled
    | HandSettled
    | RoundClosed
    | BettingOpened
    | TableCleared
    | BetChanged
    | BettingTimed
    | BettingClosed
    | PartOpened
    | RoundStarted
    | SeatTaken
    | SeatFreed
    | PresenceChanged
    | Answered
    | PlayedByCard
    | PlayerPaid
    | ShoeCut
    | CycleRevealed
    | RoundVoided
  )[];
  phase: 'betting' | 'insurance' | 'mixing' | 'over' | 'playing';
  turn: TurnView | null;
  betting_left_ms: number | null;
}
/**
 * A card face up to a hand; `hand` counts from 0 within the box.
 */
export interface CardDealt {
  type: 'card_dealt';
  box: number;
  hand: number;
  card: string;
}
/**
 * A card to the dealer; `card` is None when it lies face down.
 */
export interface DealerCardDealt {
  type: 'dealer_card_dealt';
  card: string | null;
}
/**
 * Insurance of `amount` minor units was laid for a box.
 */
export interface InsuranceTaken {
  type: 'insurance_taken';
  box: number;
  amount: number;
}
/**
 * Insurance or even money was declined. A box that can't pay is not asked, in silence: what a
 * player has is not for the table to know.
 */
export interface InsuranceDeclined {
  type: 'insurance_declined';
  box: number;
}
/**
 * The dealer looked at the hole card; `natural` tells what he announced.
 */
export interface Peeked {
  type: 'peeked';
  natural: boolean;
}
/**
 * A hand is closed for comparison; `chosen` is false when it closed by itself.
 */
export interface HandStood {
  type: 'hand_stood';
  box: number;
  hand: number;
  chosen: boolean;
}
/**
 * The bet of a hand was doubled; `bet` is the whole of it now.
 */
export interface HandDoubled {
  type: 'hand_doubled';
  box: number;
  hand: number;
  bet: number;
}
/**
 * A hand was split: its second card went to a new hand at `hand + 1`, with a bet of `bet`.
 */
export interface HandSplit {
  type: 'hand_split';
  box: number;
  hand: number;
  bet: number;
}
/**
 * A hand's result stands before the dealer has played: natural, even money, charlie,
 * bust or surrender. Money follows with `HandSettled`.
 */
export interface HandDecided {
  type: 'hand_decided';
  box: number;
  hand: number;
  outcome: Outcome;
}
/**
 * The dealer's face-down card was turned up.
 */
export interface HoleCardRevealed {
  type: 'hole_card_revealed';
  card: string;
}
/**
 * An insurance bet of `amount` brought back `paid` (0, or three times the amount).
 */
export interface InsuranceSettled {
  type: 'insurance_settled';
  box: number;
  amount: number;
  paid: number;
}
/**
 * A hand's end: `bet` with its doubling, `paid` what came back, insurance apart.
 */
export interface HandSettled {
  type: 'hand_settled';
  box: number;
  hand: number;
  outcome: Outcome;
  bet: number;
  paid: number;
}
/**
 * The round is over; sums over all boxes, insurance included, before any cap on wins.
 */
export interface RoundClosed {
  type: 'round_closed';
  staked: number;
  paid: number;
}
/**
 * Bets are taken for a new round. The last round's cards may lie until `table_cleared`.
 * `c1` is the commitment of the cycle the round will be dealt from.
 */
export interface BettingOpened {
  type: 'betting_opened';
  cycle: number;
  c1: string;
}
/**
 * The cards of the last round go to the discards.
 */
export interface TableCleared {
  type: 'table_cleared';
}
/**
 * The bet on a box is now `bet`, held by `owner` (None and 0: the box is free).
 * `was_owner` is whose bet it was before, when that is another player.
 */
export interface BetChanged {
  type: 'bet_changed';
  box: number;
  owner: number | null;
  bet: number;
  reason:
    | 'below_minimum'
    | 'bonus_expired'
    | 'cleared'
    | 'displaced'
    | 'doubled'
    | 'laid'
    | 'left'
    | 'placed'
    | 'redone'
    | 'taken'
    | 'unconfirmed';
  was_owner: number | null;
}
/**
 * The betting clock started, or stopped (`left_ms` None) because the last bet was taken off.
 */
export interface BettingTimed {
  type: 'betting_timed';
  left_ms: number | null;
}
/**
 * No bet can be changed any more: who said DEAL opens his part of the shuffle within `left_ms`.
 * `hashes` are what the seats promised with DEAL, in seat order (empty: this seat adds none).
 */
export interface BettingClosed {
  type: 'betting_closed';
  cycle: number;
  hashes: string[];
  left_ms: number;
}
/**
 * A seat has opened its part of the shuffle, and it is what it promised.
 */
export interface PartOpened {
  type: 'part_opened';
  seat: number;
}
/**
 * The first card is about to be dealt: the round's number, the shuffled order's commitment,
 * the bets by box, and where in the cycle's order the round begins.
 */
export interface RoundStarted {
  type: 'round_started';
  round: string;
  cycle: number;
  c2: string;
  bets: {
    [k: string]: number;
  };
  first_card: number;
}
/**
 * A player sat down.
 */
export interface SeatTaken {
  type: 'seat_taken';
  seat: number;
  player: number;
  name: string;
}
/**
 * A seat is empty again.
 */
export interface SeatFreed {
  type: 'seat_freed';
  seat: number;
  player: number;
  reason: 'idle' | 'left';
}
/**
 * A seated player's connection was lost (beyond the grace), or is back.
 */
export interface PresenceChanged {
  type: 'presence_changed';
  seat: number;
  present: boolean;
}
/**
 * A seated player said DEAL or SKIP, or his answer was taken back (None).
 */
export interface Answered {
  type: 'answered';
  seat: number;
  answer: ('deal' | 'skip') | null;
}
/**
 * The house answered for a player who was away or out of time.
 */
export interface PlayedByCard {
  type: 'played_by_card';
  box: number;
  hand: number;
  action: Action;
  why: 'away' | 'hour' | 'time';
}
/**
 * A player's part of the round: staked in all, and what came back after any cap on wins.
 */
export interface PlayerPaid {
  type: 'player_paid';
  player: number;
  staked: number;
  paid: number;
}
/**
 * The player chose where to cut the new shoe: so many cards go from front to back.
 */
export interface ShoeCut {
  type: 'shoe_cut';
  position: number;
}
/**
 * A cycle is over: all that is needed to recompute its shuffle (hex texts; parts in seat
 * order; `order` is the whole shuffled and cut order, empty when nothing was dealt).
 * `hashes` are what the seats of a table for several promised before any part was opened.
 */
export interface CycleRevealed {
  type: 'cycle_revealed';
  cycle: number;
  seed: string;
  salt: string;
  parts: string[];
  cut: number;
  order: string[];
  hashes: string[];
}
/**
 * The round can't stand: every bet came back, every payout was taken back.
 */
export interface RoundVoided {
  type: 'round_voided';
  round: string;
  reason: string;
}
/**
 * How things stand for one player after frame `seq`; `ack` is the command that this answers:
 * it was taken and is on disk. After a resumed stream's missing frames, `ack` is the last number
 * that was taken.
 */
export interface Yours {
  type: 'yours';
  table: string;
  seq: number;
  you: PrivateView;
  ack: number | null;
}
/**
 * Command `n` (None: the message could not be read that far) was not taken; nothing changed,
 * and the number `n` is still free. `code` is stable, `reason` a sentence in English, `field` the
 * place in the message.
 */
export interface Refused {
  type: 'refused';
  code: string;
  reason: string;
  table: string | null;
  n: number | null;
  field: string | null;
}
/**
 * This stream ends here (`taken_over`, `left`, `table_closed`, `too_slow`, `shutting_down`), or
 * is to be joined again (`rebuilt`).
 */
export interface Closed {
  type: 'closed';
  table: string;
  code: string;
}
/**
 * The operator has granted this player a bonus that is good at this table. It changes nothing
 * there until he activates it.
 */
export interface BonusGranted {
  type: 'bonus_granted';
  table: string;
  bonus: BonusView;
}
/**
 * The answer to `ping`.
 */
export interface Pong {
  type: 'pong';
  sent: number;
}
/**
 * The lobby as it is now; sent at most twice a second to those who watch it.
 */
export interface Lobby {
  type: 'lobby';
  lobby: LobbyView;
}
/**
 * The whole lobby, games in the catalogue's order.
 */
export interface LobbyView {
  games: LobbyGame[];
}
/**
 * A game's rooms: those with somebody in them, and one with free tables.
 */
export interface LobbyGame {
  game: string;
  kind: 'multi' | 'single';
  rooms: LobbyRoom[];
  playing: number;
}
/**
 * A room of three tables of one game; rooms count from 1.
 */
export interface LobbyRoom {
  room: number;
  tables: LobbyTable[];
}
/**
 * A table: its seats, the names of those who sit, and whether a newcomer can sit down now.
 * `phase` is what a table for several is doing; None for one player, and while nobody sits.
 */
export interface LobbyTable {
  table: string;
  seats: number;
  names: string[];
  free: boolean;
  phase: ('betting' | 'insurance' | 'mixing' | 'over' | 'playing') | null;
}
/**
 * A player's bonuses, newest first.
 */
export interface Bonuses {
  bonuses: BonusView[];
}
/**
 * The printed strategy card, rows by total or rank (`"16"`, `"A"`), each of ten cells against
 * the upcards 2 to 9, ten and ace; see docs/games/README.md for the cells.
 */
export interface CardView {
  insure: boolean;
  even_money: boolean;
  hard: {
    [k: string]: string[];
  };
  soft: {
    [k: string]: string[];
  };
  pairs: {
    [k: string]: string[];
  };
}
/**
 * What a certificate says of the rules, in percent: both measures, always named.
 */
export interface Certified {
  edge: number;
  rtp: number;
}
/**
 * A currency: ISO code (or a code of the house's own), sign, and digits after the point.
 */
export interface Currency {
  code: string;
  sign: string;
  digits: number;
}
/**
 * It was done, and there is nothing to tell.
 */
export interface Done {
  done: boolean;
}
/**
 * A game: rules, limits, and how its table behaves and speaks. `void_pays` is what this house
 * gives for a round that is called off: the bets, or what was won so far where that is more.
 */
export interface GameView {
  id: string;
  name: string;
  kind: 'multi' | 'single';
  seats: number;
  rules: RulesView;
  rules_hash: string;
  currency: Currency;
  limits: Limits;
  timers: Timers;
  unconfirmed_bets: 'played' | 'returned';
  labels: {
    [k: string]: string;
  };
  felt: 'claret' | 'green' | 'midnight';
  denomination: number | null;
  bonus_kinds: string[];
  published_rtp: string | null;
  certified: Certified | null;
  card: CardView | null;
  hints: boolean;
  void_pays: 'bets' | 'better';
}
/**
 * The rules that move the odds, spelt as in game files.
 */
export interface RulesView {
  decks: number;
  shoe: 'fresh' | number;
  hit_soft_17: boolean;
  hole_card: 'first' | 'none' | 'second';
  blackjack_pays: string;
  insurance: boolean;
  even_money: boolean;
  surrender: 'late' | 'late_not_ace' | 'none';
  double_on: '10-11' | '9-11' | 'any' | 'hard';
  double_after_split: boolean;
  max_hands: number;
  resplit_aces: boolean;
  hit_split_aces: boolean;
  no_hole_card_loss: 'all_bets' | 'original_bets';
  auto_stand_on_21: boolean;
  charlie: number | null;
  boxes: number;
  max_win: number | null;
}
/**
 * What a box may bet before the deal, in minor units.
 */
export interface Limits {
  stake_min: number;
  stake_max: number;
  stake_step: number;
  chips: number[];
}
/**
 * Seconds that a table waits; None waits for ever.
 */
export interface Timers {
  betting_seconds: number | null;
  insurance_seconds: number | null;
  action_seconds: number | null;
  round_seconds: number | null;
  disconnect_grace_seconds: number;
  recovery_grace_seconds: number;
}
/**
 * The catalogue, in its order.
 */
export interface Games {
  games: GameView[];
}
/**
 * That the server answers, and which version it is.
 */
export interface Health {
  status: 'draining' | 'ok' | 'starting';
  version: string;
}
/**
 * What the strategy card says to the player's open decision. `values` are what each offered
 * action is worth, in first bets, where the certificate knows the hand (two cards, unsplit).
 */
export interface Hint {
  decision: number;
  action: Action;
  values: {
    [k: string]: number;
  } | null;
}
/**
 * Rounds, newest first; `before` asks for the next page (None: this was the last).
 */
export interface HistoryPage {
  rounds: HistoryRow[];
  before: number | null;
}
/**
 * One of the player's rounds: `net` is what came back less what was staked; `bonus` tells that
 * the stakes came from a bonus and not from his own money.
 */
export interface HistoryRow {
  round: string;
  table: string;
  game: string;
  closed_ms: number;
  staked: number;
  paid: number;
  net: number;
  voided: boolean;
  bonus: boolean;
}
/**
 * Open a session for an account.
 */
export interface LogIn {
  name: string;
  password: string;
}
/**
 * Who is logged in. `open_rounds` are newest first: the first is where to go. `debt` is what he
 * owes the house since a round was called off: cash that comes in pays it off first.
 */
export interface Me {
  player: number;
  name: string;
  guest: boolean;
  balance: number;
  currency: Currency;
  open_rounds: OpenRound[];
  debt: number;
}
/**
 * A round of the player that is not over: where it stands and when its first card came.
 */
export interface OpenRound {
  table: string;
  game: string;
  round: string;
  started_at_ms: number;
}
/**
 * Set a new password; every other session of the player ends.
 */
export interface PasswordChange {
  old: string;
  new: string;
}
/**
 * Why a request was not done. `code` is stable, `message` a sentence in English, `field` the
 * place in the request (None: the request as a whole).
 */
export interface Problem {
  code: string;
  message: string;
  field: string | null;
}
/**
 * One entry of a round's record: what was told to the table, by whom (None: the house), and
 * what happened. Another player's number is shown, his money is not.
 */
export interface RecordStep {
  sequence: number;
  at_ms: number;
  told: string;
  player: number | null;
  events: (
    | CardDealt
    | DealerCardDealt
    | InsuranceTaken
    | InsuranceDeclined
    | Peeked
    | HandStood
    | HandDoubled
    | HandSplit
    | HandDecided
    | HoleCardRevealed
    | InsuranceSettled
    | HandSettled
    | RoundClosed
    | BettingOpened
    | TableCleared
    | BetChanged
    | BettingTimed
    | BettingClosed
    | PartOpened
    | RoundStarted
    | SeatTaken
    | SeatFreed
    | PresenceChanged
    | Answered
    | PlayedByCard
    | PlayerPaid
    | ShoeCut
    | CycleRevealed
    | RoundVoided
  )[];
}
/**
 * Send a recovery link to the account's address, if there is one: that is never told.
 */
export interface RecoveryAsk {
  name: string;
}
/**
 * Set a new password by the token of a recovery link; every session of the player ends.
 */
export interface RecoverySet {
  token: string;
  password: string;
}
/**
 * A round, step by step, as its player may see it; rebuilt from the house's record. `debt` is
 * what of its payout was spent when it was called off, and became his debt to the house.
 * `balance_before` is what he could spend of his own before his bets, `balance_after` when it had
 * closed, both as the record has them (None: not told there, or the round is open).
 */
export interface RoundRecord {
  round: string;
  table: string;
  game: string;
  bets: {
    [k: string]: number;
  };
  mine: number[];
  staked: number;
  paid: number;
  open: boolean;
  voided: boolean;
  steps: RecordStep[];
  shuffle: ShuffleRecord | null;
  debt: number;
  balance_before: number | null;
  balance_after: number | null;
}
/**
 * What is needed to recompute the shuffle of the round's cycle; secrets are empty until the
 * cycle is over. `first_card` is where in the order the round began; `hashes` are what the seats
 * of a table for several promised before any part was opened.
 */
export interface ShuffleRecord {
  cycle: number;
  rules_hash: string;
  c1: string;
  c2: string;
  first_card: number;
  revealed: boolean;
  seed: string;
  salt: string;
  parts: string[];
  cut: number;
  order: string[];
  hashes: string[];
}
/**
 * A session of the player; `current` is the one that asks.
 */
export interface SessionRow {
  id: number;
  made_ms: number;
  seen_ms: number;
  address: string;
  device: string;
  current: boolean;
}
/**
 * All live sessions of the player, last seen first.
 */
export interface Sessions {
  sessions: SessionRow[];
}
/**
 * Make an account: of the guest who asks, with his balance and history, or a new one.
 */
export interface SignUp {
  name: string;
  password: string;
  email?: string | null;
}
