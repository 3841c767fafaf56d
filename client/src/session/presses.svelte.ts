/**
 * What the player presses at a table: each press becomes an order, or a sentence that says why not.
 * It knows no connection: `order` passes a command on.
 */

import type { Shown } from '../motion/player';
import { foldFrame } from '../state/fold';
import type { ButtonName, GameInfo, Panel, TableHandlers } from '../table/contract';
import type { Order } from '../wire/order';
import { refusalSentence } from '../words/refusals';
import { firstChip } from './bets';
import { cardsLie, clearing } from './cleared';
import { freshNonce, promise } from './nonce';
import { Pressed } from './pressed.svelte';
import type { Showing } from './showing.svelte';
import type { Truth } from './truth.svelte';
import { Wagers } from './wagers.svelte';

export interface PressesNeeds {
  table: string;
  game: GameInfo;
  truth: Truth;
  showing: Showing;
  order(order: Order): void;
  /** A free seat is wished for. */
  sit(): void;
  /** What the player adds to the shuffle. */
  shuffleText(): string;
  say(sentence: string): void;
  click(amount: number): void;
  /** The cards of the last round go. */
  putAway(): void;
  /** DEAL is on its way, with this part of the cycle's shuffle. */
  dealing(deal: Order, cycle: number): void;
}

/** The handlers that are presses at the table itself. */
export type PressHandlers = Pick<
  TableHandlers,
  | 'placeBet'
  | 'takeBet'
  | 'takeLast'
  | 'clearBox'
  | 'clear'
  | 'undo'
  | 'redo'
  | 'double'
  | 'deal'
  | 'skip'
  | 'sit'
  | 'dealAgain'
  | 'newBets'
  | 'act'
  | 'chooseChip'
  | 'cut'
  | 'activateBonus'
  | 'deactivateBonus'
  | 'explain'
  | 'close'
>;

export class Presses {
  readonly pressed = new Pressed();
  readonly wagers: Wagers;
  #chip = $state(0);
  #refusal = $state('');
  #hint = $state('');
  #panel = $state<Panel | null>(null);
  readonly #needs: PressesNeeds;

  constructor(needs: PressesNeeds) {
    this.#needs = needs;
    this.#chip = firstChip(needs.game);
    this.wagers = new Wagers(needs.game, {
      known: () => this.#known,
      order: (order) => needs.order(order),
      explain: (code) => this.#explainCode(code),
    });
  }

  get chip(): number {
    return this.#chip;
  }

  /** One sentence after a press that was not taken; empty when there is none. */
  get refusal(): string {
    return this.#refusal;
  }

  get hint(): string {
    return this.#hint;
  }

  get panel(): Panel | null {
    return this.#panel;
  }

  open(panel: Panel): true {
    this.#panel = panel;
    return true;
  }

  /** On screen and to the screen reader. */
  explain(sentence: string): void {
    this.#refusal = sentence;
    this.#needs.say(sentence);
  }

  readonly hinted = (sentence: string): void => {
    this.#hint = sentence;
    this.#needs.say(sentence);
  };

  /** A key is a press of the button it is written on, when that button can be pressed. */
  key(name: string): boolean {
    if (name === 'help') return this.open('settings');
    if (name.startsWith('chip-')) return this.#chooseAt(Number(name.slice(5)) - 1);
    const button = document.querySelector<HTMLElement>(`[data-button="${name}"]`);
    button?.click();
    return button !== null;
  }

  get #known(): Shown {
    return this.#needs.truth.known;
  }

  #explainCode(code: string): void {
    this.explain(refusalSentence({ code, reason: '' }, this.#needs.game));
  }

  #press(button: ButtonName, order: Order): void {
    if (this.pressed.button !== null) return;
    this.#refusal = '';
    this.pressed.press(button, order);
    this.#needs.order(order);
  }

  /** Before anything is bet: what moves is shown, and the last round is put away. */
  #beforeBet(): boolean {
    this.#needs.showing.catchUp();
    this.#refusal = '';
    if (this.#known.view.phase !== 'betting') {
      this.#explainCode('betting_closed');
      return false;
    }
    if (this.pressed.button !== null) return false;
    this.#putAway();
    return true;
  }

  /** The cards of the last round go; the house says the same with the next bet. */
  #putAway(): void {
    this.#needs.putAway();
    const { view } = this.#known;
    if (!cardsLie(view)) return;
    const frame = clearing(view);
    this.#needs.truth.begin({ ...this.#known, view: foldFrame(view, frame) });
    this.#needs.showing.play(frame);
  }

  #bet(change: () => void): void {
    if (this.#beforeBet()) change();
  }

  #place(box: number, amount: number): void {
    if (!this.#beforeBet() || !this.wagers.place(box, amount)) return;
    this.#needs.showing.throwChip(amount, box);
    this.#needs.click(amount);
  }

  #deal(button: 'deal' | 'deal_again'): void {
    const text = this.#needs.shuffleText();
    const { kind, cycle } = this.#known.view;
    if (this.pressed.button !== null) return;
    const deal: Order =
      kind === 'single'
        ? { type: 'deal', nonce: freshNonce(), text, part_hash: null }
        : {
            type: 'deal',
            nonce: null,
            text: '',
            part_hash: promise(this.#needs.table, cycle, text),
          };
    this.#needs.dealing(deal, cycle);
    this.#press(button, deal);
  }

  #sit(): void {
    if (this.pressed.button !== null) return;
    this.#refusal = '';
    this.pressed.press('sit', null);
    this.#needs.sit();
  }

  #dealAgain(): void {
    if (!this.#beforeBet()) return;
    this.wagers.lay('redo_bets');
    this.#deal('deal_again');
  }

  #act(action: Parameters<TableHandlers['act']>[0]): void {
    if (this.#needs.showing.catchUp() || this.pressed.button !== null) return;
    const { you } = this.#known;
    const offered = you.offers.some((offer) => offer.action === action);
    if (you.decision === null || !offered) return this.#explainCode('not_offered');
    this.#hint = '';
    this.#press(action, { type: 'act', decision: you.decision, action });
  }

  #chooseAt(at: number): boolean {
    const value = [...this.#needs.game.limits.chips].sort((one, other) => one - other)[at];
    if (value === undefined || this.#known.view.phase !== 'betting') return false;
    this.#chip = value;
    return true;
  }

  #close(): void {
    this.#panel = null;
  }

  readonly on: PressHandlers = {
    placeBet: (box, amount) => this.#place(box, amount),
    takeBet: (box, amount) => this.#bet(() => this.wagers.take(box, amount)),
    takeLast: (box) => this.#bet(() => this.wagers.takeLast(box)),
    clearBox: (box) => this.#bet(() => this.wagers.clear(box)),
    clear: () => this.#bet(() => this.wagers.clear()),
    undo: () => this.#bet(() => this.wagers.undo()),
    redo: () => this.#bet(() => this.wagers.lay('redo_bets')),
    double: () => this.#bet(() => this.wagers.lay('double_bets')),
    deal: () => this.#bet(() => this.#deal('deal')),
    skip: () => this.#bet(() => this.#press('skip', { type: 'skip' })),
    sit: () => this.#sit(),
    dealAgain: () => this.#dealAgain(),
    newBets: () => {
      this.#needs.showing.catchUp();
      this.#putAway();
    },
    act: (action) => this.#act(action),
    chooseChip: (value) => {
      this.#chip = value;
    },
    cut: (position) => {
      this.#close();
      this.#needs.order({ type: 'cut', position });
    },
    activateBonus: (bonus) => this.#bet(() => this.#needs.order({ type: 'activate_bonus', bonus })),
    deactivateBonus: () => this.#bet(() => this.#needs.order({ type: 'deactivate_bonus' })),
    explain: (sentence) => {
      if (!this.#needs.showing.catchUp()) this.explain(sentence);
    },
    close: () => this.#close(),
  };
}
