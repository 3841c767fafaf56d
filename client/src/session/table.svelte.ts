/**
 * One player at one table: joins the connection, what is known, what is shown, and what he presses.
 * It draws nothing: `props` is all that the table component is given.
 */

import { flushSync } from 'svelte';
import { keysOnButtons } from '../keys/keymap';
import { listenToKeys } from '../keys/listen';
import { type Change, Player, type Shown } from '../motion/player';
import { Stage } from '../motion/stage';
import { Band } from '../sound/band';
import { soundsOf } from '../sound/score';
import { foldFrame } from '../state/fold';
import type {
  ButtonName,
  GameInfo,
  Panel,
  RoundResult,
  TableHandlers,
  TableProps,
  UiState,
} from '../table/contract';
import { sentences } from '../voice/sentences';
import { Spoken } from '../voice/spoken.svelte';
import type { Status } from '../wire/link';
import type { AnyEvent, Events, Refused, Welcome } from '../wire/messages';
import type { Order } from '../wire/order';
import { TableSocket, type Told } from '../wire/socket';
import { firstChip } from './bets';
import { cardsLie, clearing, withRound } from './cleared';
import { lostRace } from './company';
import { Countdown, waitsFor } from './countdown.svelte';
import { askHint } from './hints';
import { noticeOf } from './news';
import { freshNonce, promise, promised } from './nonce';
import { REAL_TIME, watchPage } from './page';
import { preferences } from './preferences';
import { Pressed } from './pressed.svelte';
import { sceneOf } from './scenery';
import { refusalSentence, untakenSentence } from './sentences';
import type { loadSettings } from './settings.svelte';
import { Slips } from './slips.svelte';
import { Wagers } from './wagers.svelte';

export interface TableNeeds {
  table: string;
  tableName: string;
  game: GameInfo;
  settings: ReturnType<typeof loadSettings>;
  go(path: string): void;
  ended(code: string): void;
  /** The line has been down for a while: is the player still logged in? */
  lost(): void;
}

export class TableSession {
  readonly spoken = new Spoken();
  #shown = $state.raw<Shown | null>(null);
  #known: Shown | null = null;
  #status = $state<Status>('reconnecting');
  #wasDown = false;
  #moving = $state(false);
  #refusal = $state('');
  #result = $state.raw<RoundResult | null>(null);
  #panel = $state<Panel | null>(null);
  #chip = $state(0);
  #net = $state(0);
  #minutes = $state(0);
  #hint = $state('');
  /** The round whose cards lie there, or the last one that did. */
  #round = '';
  #knownTick = $state(0);
  #player: Player | null = null;
  #stage: Stage | null = null;
  readonly #began = Date.now();
  readonly #needs: TableNeeds;
  readonly #socket: TableSocket;
  readonly #slips = new Slips();
  readonly #pressed = new Pressed();
  readonly #wagers: Wagers;
  readonly #countdown: Countdown;
  readonly #band: Band;
  readonly #stops: (() => void)[] = [];

  constructor(needs: TableNeeds) {
    this.#needs = needs;
    this.#chip = firstChip(needs.game);
    this.#socket = new TableSocket(needs.table, (told) => this.#told(told));
    this.#wagers = new Wagers(needs.game, {
      known: () => this.#truth(),
      order: (order) => this.#socket.order(order),
      explain: (code) => this.#explain(refusalSentence({ code, reason: '' }, needs.game)),
    });
    this.#band = new Band(() => needs.settings.current);
    this.#countdown = new Countdown((seconds) => this.#lastSeconds(seconds));
  }

  /** What the table component shows; null until the table has answered. */
  get props(): TableProps | null {
    if (!this.#shown) return null;
    const view = withRound(this.#shown.view, this.#round);
    // What is offered can be pressed when the cards lie: until then a press only hurries them.
    const you = this.#moving ? { ...this.#shown.you, offers: [] } : this.#shown.you;
    return { view, you, game: this.#needs.game, ui: this.#ui, on: this.on };
  }

  get status(): Status {
    return this.#status;
  }

  start(): void {
    const { settings } = this.#needs;
    this.#socket.start();
    this.#stops.push(
      watchPage({
        minute: () => {
          this.#minutes = Math.floor((Date.now() - this.#began) / 60_000);
        },
        hidden: () => this.#player?.skip(),
        touched: () => this.#band.unlock(),
      }),
      listenToKeys(
        () => (settings.current.keysOn && !this.#panel ? settings.current.keys : null),
        (name) => this.#key(name),
      ),
    );
  }

  /** The element that the table is drawn in: things move from now on. */
  mount(root: HTMLElement): () => void {
    this.#stage = new Stage(root);
    return () => {
      this.#stage?.remove();
      this.#stage = null;
    };
  }

  /** Ends everything; the seat stays, as when a tab is closed. */
  stop(): void {
    this.#socket.close();
    this.#player?.stop();
    this.#countdown.stop();
    this.#slips.clear();
    this.#band.close();
    this.#pressed.stop();
    for (const stop of this.#stops.splice(0)) stop();
  }

  get #ui(): UiState {
    const { current } = this.#needs.settings;
    const { game, tableName } = this.#needs;
    return {
      tableName,
      chip: this.#chip,
      pendingBets: this.#pending,
      pendingButton: this.#pressed.button,
      slow: this.#pressed.slow,
      moving: this.#moving,
      canUndo: this.#wagers.canUndo,
      refusal: this.#refusal,
      slips: this.#slips.all,
      connection: this.#status,
      clock: this.#countdown.current,
      result: this.#result,
      session: { net: this.#net, minutes: this.#minutes },
      panel: this.#panel,
      ...current,
      keys: keysOnButtons(current.keys),
      hints: game.hints,
      hint: this.#hint,
    };
  }

  get #pending() {
    // What is known is no signal of its own: the tick says that it has changed.
    this.#knownTick;
    return this.#wagers.pending;
  }

  #truth(): Shown {
    if (!this.#known) throw new Error('nothing is pressed before the table is shown');
    return this.#known;
  }

  // ---- what the connection tells

  #told(told: Told): void {
    switch (told.do) {
      case 'status':
        return this.#connection(told.status);
      case 'welcome':
        return this.#welcome(told.welcome);
      case 'events':
        return this.#events(told.events);
      case 'yours':
        if (this.#known) this.#known = { ...this.#known, you: told.yours.you };
        this.#knownTick++;
        this.#openPart();
        return this.#player?.tell(told.yours.you);
      case 'taken':
        return this.#answered(told.order, true);
      case 'refused':
        this.#refused(told.refusal, told.order);
        return told.order ? this.#answered(told.order, false) : undefined;
      case 'untaken':
        this.#explain(untakenSentence(told.why));
        return this.#answered(told.order, false);
      case 'ended':
        return this.#needs.ended(told.code);
    }
  }

  #connection(status: Status): void {
    this.#status = status;
    if (status === 'live' && this.#wasDown) this.spoken.say('The line is back.');
    if (status !== 'live') this.spoken.say(`The line is down: ${status}.`);
    if (status === 'offline' && navigator.onLine) this.#needs.lost();
    this.#wasDown = status !== 'live';
  }

  #welcome({ view, you }: Welcome): void {
    const shown = { view, you };
    this.#known = shown;
    this.#round = view.round ?? this.#round;
    this.#knownTick++;
    this.#wagers.reset();
    this.#countdown.set(waitsFor(view, this.#needs.game.timers));
    this.#openPart();
    if (this.#player) return this.#player.replace(shown);
    this.#shown = shown;
    this.#player = new Player(
      shown,
      (change) => this.#show(change),
      () => this.#factor(),
      REAL_TIME,
    );
  }

  #events(frame: Events): void {
    const known = this.#truth();
    this.#known = { ...known, view: foldFrame(known.view, frame) };
    this.#knownTick++;
    if (frame.events.some(({ type }) => type === 'round_started')) this.#wagers.reset();
    this.#countdown.set(waitsFor(this.#known.view, this.#needs.game.timers));
    this.#player?.play(frame);
    this.#atRest();
  }

  /** When every hash is in, the part that was promised with Deal is opened. */
  #openPart(): void {
    if (!this.#known?.you.part_wanted) return;
    const part = promised(this.#needs.table);
    if (part) this.#socket.order({ type: 'open_part', nonce: part.nonce, text: part.text });
  }

  #refused(refusal: Refused, order: Order | null): void {
    const { game } = this.#needs;
    if (order?.type === 'open_part') return;
    const race = this.#known && lostRace(refusal, order, this.#known.view);
    if (race) this.#slips.add(race);
    this.#explain(race?.text ?? refusalSentence(refusal, game));
  }

  #answered(order: Order, taken: boolean): void {
    this.#wagers.answered(order, taken);
    if (this.#pressed.answered(order)) this.#atRest();
  }

  // ---- what is shown

  /** How fast things move: not at all when the player or his system says so, or nobody looks. */
  #factor(): number {
    const { speed } = this.#needs.settings.current;
    if (speed === 'off' || document.hidden) return 0;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
    return speed === 'fast' ? 0.5 : 1;
  }

  #show(change: Change): void {
    const commit = () => {
      flushSync(() => {
        this.#shown = change.after;
        for (const moment of change.moments)
          if (moment.do === 'fold') this.#noticed(moment.event, change.before);
      });
    };
    if (this.#stage && change.factor > 0 && change.cues.some(({ kind }) => kind !== 'still')) {
      this.#stage.perform(commit, sceneOf(change), change.factor);
    } else {
      if (change.factor === 0) this.#stage?.settle();
      commit();
    }
    this.#atRest();
    this.spoken.say(...sentences(change.moments, change.before, change.after, this.#needs.game));
    if (change.factor > 0) this.#sound(change);
  }

  #sound(change: Change): void {
    for (const { sound, after, value } of soundsOf(change)) {
      this.#band.play(sound, after * change.factor, value);
    }
  }

  /** What an event means beyond the table: results, and notices for this player. */
  #noticed(event: AnyEvent, { view }: Shown): void {
    const me = this.#truth().you.player;
    switch (event.type) {
      case 'round_started':
        this.#result = null;
        this.#round = event.round;
        return;
      case 'player_paid':
        if (event.player !== me) return;
        this.#result = { staked: event.staked, paid: event.paid };
        this.#net += event.paid - event.staked;
        return;
      case 'table_cleared':
        this.#result = null;
        return;
    }
    const notice = noticeOf(event, me, this.#needs.game, view);
    if (notice) this.#slips.add(notice);
  }

  #lastSeconds(seconds: number): void {
    const known = this.#truth();
    const mine = known.you.decision !== null || known.view.phase === 'betting';
    if (!mine) return;
    this.#band.play('tick');
    if (seconds === 5) this.spoken.say('Five seconds.');
  }

  // ---- what the player presses

  /** A press while things move shows what there is to show, and does no more. */
  #catchUp(): boolean {
    const moving = this.#player?.busy ?? false;
    if (moving) this.#player?.skip();
    return moving;
  }

  #press(button: ButtonName, order: Order): void {
    if (this.#pressed.button !== null) return;
    this.#refusal = '';
    this.#pressed.press(button, order);
    this.#socket.order(order);
  }

  /** A button comes up when its answer is here and has been shown. */
  #atRest(): void {
    this.#moving = this.#player?.busy ?? false;
    if (!this.#moving) this.#pressed.comeUp();
  }

  #explain(sentence: string): void {
    this.#refusal = sentence;
    this.spoken.say(sentence);
  }

  /** Before anything is bet: what moves is shown, and the last round is put away. */
  #beforeBet(): boolean {
    this.#catchUp();
    this.#refusal = '';
    if (this.#truth().view.phase !== 'betting') {
      this.#explain(refusalSentence({ code: 'betting_closed', reason: '' }, this.#needs.game));
      return false;
    }
    if (this.#pressed.button !== null) return false;
    this.#putAway();
    return true;
  }

  /** The cards of the last round go; the house says the same with the next bet. */
  #putAway(): void {
    this.#result = null;
    const { view } = this.#truth();
    if (!cardsLie(view)) return;
    const frame = clearing(view);
    this.#known = { ...this.#truth(), view: foldFrame(view, frame) };
    this.#knownTick++;
    this.#player?.play(frame);
  }

  readonly #hinted = (sentence: string): void => {
    this.#hint = sentence;
    this.spoken.say(sentence);
  };

  #bet(change: () => void): void {
    if (this.#beforeBet()) change();
  }

  #place(box: number, amount: number): void {
    if (!this.#beforeBet() || !this.#wagers.place(box, amount)) return;
    this.#stage?.throwChip(amount, box, this.#factor());
    this.#band.play('click', 160, amount);
  }

  #deal(button: 'deal' | 'deal_again'): void {
    const text = this.#needs.settings.current.shuffleText;
    const { kind, cycle } = this.#truth().view;
    if (kind === 'single') {
      return this.#press(button, { type: 'deal', nonce: freshNonce(), text, part_hash: null });
    }
    if (this.#pressed.button !== null) return;
    const part_hash = promise(this.#needs.table, cycle, text);
    this.#press(button, { type: 'deal', nonce: null, text: '', part_hash });
  }

  #act(action: Parameters<TableHandlers['act']>[0]): void {
    if (this.#catchUp() || this.#pressed.button !== null) return;
    const { you } = this.#truth();
    const offered = you.offers.some((offer) => offer.action === action);
    if (you.decision === null || !offered) {
      return this.#explain(refusalSentence({ code: 'not_offered', reason: '' }, this.#needs.game));
    }
    this.#hint = '';
    this.#press(action, { type: 'act', decision: you.decision, action });
  }

  #dealAgain(): void {
    if (!this.#beforeBet()) return;
    this.#wagers.lay('redo_bets');
    this.#deal('deal_again');
  }

  /** A key is a press of the button it is written on, when that button can be pressed. */
  #key(name: string): boolean {
    const button = document.querySelector<HTMLElement>(`[data-button="${name}"]`);
    if (name === 'help') return this.#open('settings');
    if (name.startsWith('chip-')) return this.#chooseChip(Number(name.slice(5)) - 1);
    if (!button) return false;
    button.click();
    return true;
  }

  #open(panel: Panel): true {
    this.#panel = panel;
    return true;
  }

  #chooseChip(at: number): boolean {
    const value = [...this.#needs.game.limits.chips].sort((one, other) => one - other)[at];
    if (value === undefined || this.#truth().view.phase !== 'betting') return false;
    this.#chip = value;
    return true;
  }

  readonly on: TableHandlers = {
    placeBet: (box, amount) => this.#place(box, amount),
    takeBet: (box, amount) => this.#bet(() => this.#wagers.take(box, amount)),
    takeLast: (box) => this.#bet(() => this.#wagers.takeLast(box)),
    clearBox: (box) => this.#bet(() => this.#wagers.clear(box)),
    clear: () => this.#bet(() => this.#wagers.clear()),
    undo: () => this.#bet(() => this.#wagers.undo()),
    redo: () => this.#bet(() => this.#wagers.lay('redo_bets')),
    double: () => this.#bet(() => this.#wagers.lay('double_bets')),
    deal: () => this.#bet(() => this.#deal('deal')),
    skip: () => this.#bet(() => this.#press('skip', { type: 'skip' })),
    dealAgain: () => this.#dealAgain(),
    newBets: () => {
      this.#catchUp();
      this.#putAway();
    },
    act: (action) => this.#act(action),
    chooseChip: (value) => {
      this.#chip = value;
    },
    cut: (position) => {
      this.#panel = null;
      this.#socket.order({ type: 'cut', position });
    },
    hint: () => askHint(this.#needs, () => this.#known?.you.decision, this.#hinted),
    leave: () => {
      this.#socket.leave();
      this.#needs.go('/');
    },
    openRound: () => {
      if (this.#round) this.#needs.go(`/history/${this.#round}`);
    },
    open: (panel) => {
      if (panel === 'history') this.#needs.go('/history');
      else this.#panel = panel;
    },
    close: () => {
      this.#panel = null;
    },
    dismiss: (slip) => this.#slips.remove(slip),
    explain: (sentence) => {
      if (!this.#catchUp()) this.#explain(sentence);
    },
    ...preferences(
      () => this.#needs.settings,
      () => this.#player?.skip(),
    ),
  };
}
