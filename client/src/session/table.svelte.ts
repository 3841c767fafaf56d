/**
 * One player at one table: joins the connection, what is known, what is shown, and what he presses.
 * It draws nothing: `props` is all that the table component is given.
 */

import * as house from '../http/api';
import { listenToKeys } from '../keys/listen';
import type { Shown } from '../motion/player';
import { Band } from '../sound/band.svelte';
import { looksOn } from '../state/find';
import type { GameInfo, TableHandlers, TableProps, UiState } from '../table/contract';
import { keepSeals, partInHex, shownBy, toldBy } from '../verify/seals';
import { Spoken } from '../voice/spoken.svelte';
import type { Status } from '../wire/link';
import type { AnyEvent, Events, PrivateView, Refused, Welcome } from '../wire/messages';
import type { Order } from '../wire/order';
import { TableSocket, type Told } from '../wire/socket';
import { refusalSentence, untakenSentence } from '../words/refusals';
import { sessionInWords, ui as words } from '../words/ui';
import { Bonuses } from './bonuses.svelte';
import { withRound } from './cleared';
import { lostRace } from './company';
import { Countdown, waitsFor } from './countdown.svelte';
import { Evening } from './evening.svelte';
import { askHint } from './hints';
import { noticeOf } from './news';
import { promised } from './nonce';
import type { Notice } from './notices';
import { watchPage } from './page';
import { preferences } from './preferences';
import { Presses } from './presses.svelte';
import { Reminder } from './reminder';
import type { KeptSettings } from './settings.svelte';
import { Showing } from './showing.svelte';
import { Slips } from './slips.svelte';
import { Truth } from './truth.svelte';
import { LiveUi } from './ui.svelte';

export interface TableNeeds {
  table: string;
  tableName: string;
  game: GameInfo;
  settings: KeptSettings;
  go(path: string): void;
  ended(code: string): void;
  /** The line has been down for a while: is the player still logged in? */
  lost(): void;
}

export class TableSession {
  readonly spoken = new Spoken();
  #status = $state<Status>('reconnecting');
  #wasDown = false;
  /** The deal that was asked for last, and the cycle it is for. */
  #dealing: { deal: Order; cycle: number } | null = null;
  readonly #needs: TableNeeds;
  readonly #socket: TableSocket;
  readonly #truth = new Truth();
  readonly #showing: Showing;
  readonly #presses: Presses;
  readonly #bonuses: Bonuses;
  readonly #evening = new Evening(house.history);
  readonly #reminder = new Reminder();
  readonly #slips = new Slips();
  readonly #countdown: Countdown;
  readonly #band: Band;
  readonly #stops: (() => void)[] = [];
  readonly #ui: UiState;
  readonly on: TableHandlers;
  /** Made once a change, however often the table asks. */
  readonly #props = $derived.by((): TableProps | null => {
    const shown = this.#showing.current;
    if (!shown) return null;
    const view = withRound(shown.view, this.#truth.round);
    // What is offered can be pressed when the cards lie: until then a press only hurries them.
    const you = this.#showing.moving ? { ...shown.you, offers: [] } : shown.you;
    return { view, you, game: this.#needs.game, ui: this.#ui, on: this.on };
  });

  constructor(needs: TableNeeds) {
    const { table, game, settings } = needs;
    this.#needs = needs;
    this.#socket = new TableSocket(table, (told) => this.#told(told));
    this.#band = new Band(() => settings.current);
    this.#countdown = new Countdown((seconds) => this.#lastSeconds(seconds));
    this.#bonuses = new Bonuses(game, {
      tell: (notice) => this.#notify(notice),
      withdraw: (about) => this.#slips.withdraw(about),
    });
    this.#showing = new Showing({
      game,
      settings,
      spoken: this.spoken,
      band: this.#band,
      seen: (event, before) => this.#seen(event, before),
      stood: (before, after) => this.#bonuses.stood(before, after),
      rested: () => this.#presses.pressed.comeUp(),
    });
    this.#presses = new Presses({
      table,
      game,
      truth: this.#truth,
      showing: this.#showing,
      order: (order) => this.#socket.order(order),
      sit: () => this.#socket.sit(),
      shuffleText: () => settings.current.shuffleText,
      say: (sentence) => this.spoken.say(sentence),
      click: (amount) => this.#band.play('click', 160, amount),
      putAway: () => this.#evening.putAway(),
      dealing: (deal, cycle) => {
        this.#dealing = { deal, cycle };
      },
    });
    this.#ui = new LiveUi({
      tableName: needs.tableName,
      game,
      settings: settings.current,
      presses: this.#presses,
      showing: this.#showing,
      slips: this.#slips,
      countdown: this.#countdown,
      evening: this.#evening,
      bonuses: this.#bonuses,
      band: this.#band,
      status: () => this.#status,
    });
    this.on = this.#handlers();
  }

  /** What the table component shows; null until the table has answered. */
  get props(): TableProps | null {
    return this.#props;
  }

  get status(): Status {
    return this.#status;
  }

  start(): void {
    const { settings } = this.#needs;
    this.#socket.start();
    this.#stops.push(
      watchPage({
        minute: () => this.#minute(),
        hidden: () => this.#showing.skip(),
        touched: () => this.#band.unlock(),
      }),
      listenToKeys(
        () => (settings.current.keysOn && !this.#presses.panel ? settings.current.keys : null),
        (name) => this.#presses.key(name),
      ),
    );
  }

  /** The element that the table is drawn in: things move from now on. */
  mount(root: HTMLElement): () => void {
    return this.#showing.mount(root);
  }

  /** Ends everything; the seat stays, as when a tab is closed. */
  stop(): void {
    this.#socket.close();
    this.#showing.stop();
    this.#countdown.stop();
    this.#slips.clear();
    this.#band.close();
    this.#presses.pressed.stop();
    for (const stop of this.#stops.splice(0)) stop();
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
        return this.#stands(told.yours.you);
      case 'granted':
        return this.#bonuses.granted(told.bonus);
      case 'taken':
        return this.#answered(told.order, true);
      case 'refused':
        this.#refused(told.refusal, told.order);
        return told.order ? this.#answered(told.order, false) : undefined;
      case 'untaken':
        this.#presses.explain(untakenSentence(told.why));
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
    this.#truth.begin(shown);
    keepSeals(shownBy(view));
    void this.#evening.begin(you.player);
    this.#presses.wagers.reset();
    this.#countdown.set(waitsFor(view, this.#needs.game.timers));
    this.#openPart();
    this.#bonuses.begin(you);
    this.#showing.begin(shown);
  }

  #events(frame: Events): void {
    this.#truth.fold(frame);
    keepSeals(...toldBy(frame));
    if (frame.events.some(({ type }) => type === 'round_started')) this.#presses.wagers.reset();
    this.#countdown.set(waitsFor(this.#truth.known.view, this.#needs.game.timers));
    this.#showing.play(frame);
  }

  #stands(you: PrivateView): void {
    this.#truth.tell(you);
    this.#openPart();
    this.#showing.tell(you);
  }

  /** When every hash is in, the part that was promised with Deal is opened. */
  #openPart(): void {
    if (!this.#truth.maybe?.you.part_wanted) return;
    const part = promised(this.#needs.table);
    if (part) this.#socket.order({ type: 'open_part', nonce: part.nonce, text: part.text });
  }

  #refused(refusal: Refused, order: Order | null): void {
    if (order?.type === 'open_part') return;
    const known = this.#truth.maybe;
    const race = known && lostRace(refusal, order, known.view);
    if (race) this.#slips.add(race);
    const { game } = this.#needs;
    this.#presses.explain(race?.text ?? refusalSentence(refusal, game));
    if (order === null) this.#presses.pressed.comeUp();
  }

  #answered(order: Order, taken: boolean): void {
    this.#presses.wagers.answered(order, taken);
    if (taken && order === this.#dealing?.deal) this.#keepPart(order, this.#dealing.cycle);
    if (this.#presses.pressed.answered(order)) this.#showing.rest();
  }

  /** The part that was dealt with: the house has to show the same one when the cycle is over. */
  #keepPart(deal: Order, cycle: number): void {
    if (deal.type !== 'deal') return;
    const part = deal.nonce ? partInHex(deal.nonce, deal.text ?? '') : (deal.part_hash ?? null);
    keepSeals({ table: this.#needs.table, cycle, part });
  }

  // ---- what is seen

  /** What an event means beyond the table: results, and notices for this player. */
  #seen(event: AnyEvent, before: Shown): void {
    const me = this.#truth.known.you.player;
    switch (event.type) {
      case 'round_started':
        this.#evening.putAway();
        this.#slips.dealt();
        return this.#truth.seen(event.round);
      case 'player_paid':
        if (event.player === me) this.#evening.paid(event, before.you.bonus === null);
        return;
      case 'seat_taken':
        if (event.player === me) this.#slips.withdraw('seat');
        break;
      case 'table_cleared':
        return this.#evening.putAway();
      case 'round_voided':
        void this.#evening.begin(me);
    }
    const notice = noticeOf(event, me, this.#needs.game, before.view);
    if (notice) this.#slips.add(notice);
  }

  /** Time passes: now and then the player is told how long he has played, and with what. */
  #minute(): void {
    this.#evening.tick();
    this.#bonuses.minute(Date.now());
    const { settings, game } = this.#needs;
    const { net, staked, minutes } = this.#evening;
    const playing = this.#truth.maybe?.view.phase !== 'betting';
    if (!this.#reminder.isDue(minutes, settings.current.remindMinutes, playing)) return;
    const text = `${sessionInWords({ net, staked, minutes }, game)}.`;
    const about = 'reminder';
    this.#notify({ title: words.reminder, text, about, stays: true, opens: 'history' });
  }

  /** On paper and to the screen reader: for what no event at the table tells. */
  #notify(notice: Notice): void {
    this.#slips.add(notice);
    this.spoken.say(`${notice.title}. ${notice.text}`);
  }

  #lastSeconds(seconds: number): void {
    const { you, view } = this.#truth.known;
    if (you.decision === null && (view.phase !== 'betting' || looksOn(view, you))) return;
    this.#band.play('tick');
    if (seconds === 5) this.spoken.say('Five seconds.');
  }

  // ---- what is asked of the house, or of another page

  #handlers(): TableHandlers {
    const { go, settings } = this.#needs;
    return {
      ...this.#presses.on,
      ...preferences(settings, () => this.#showing.skip()),
      giveUpBonus: (bonus) => void this.#bonuses.giveUp(bonus),
      hint: () =>
        void askHint(this.#needs, () => this.#truth.maybe?.you.decision, this.#presses.hinted),
      leave: () => {
        this.#socket.leave();
        go('/');
      },
      openRound: () => {
        if (this.#truth.round) go(`/history/${this.#truth.round}`);
      },
      open: (panel) => {
        if (panel === 'history') return go('/history');
        if (panel === 'bonus') void this.#bonuses.refresh();
        this.#presses.open(panel);
      },
      dismiss: (slip) => this.#slips.remove(slip),
    };
  }
}
