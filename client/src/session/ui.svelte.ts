/**
 * The state of the screen as the table reads it. Each field is read from who keeps it at the moment
 * it is asked for, so that a change redraws what shows that field and nothing else.
 */

import { keysOnButtons } from '../keys/keymap';
import type { Band } from '../sound/band.svelte';
import type { GameInfo, UiState } from '../table/contract';
import type { Status } from '../wire/link';
import type { Bonuses } from './bonuses.svelte';
import type { Countdown } from './countdown.svelte';
import type { Evening } from './evening.svelte';
import type { Presses } from './presses.svelte';
import type { Settings } from './settings.svelte';
import type { Showing } from './showing.svelte';
import type { Slips } from './slips.svelte';

/** Who keeps what. */
export interface UiParts {
  readonly tableName: string;
  readonly game: GameInfo;
  readonly settings: Settings;
  readonly presses: Presses;
  readonly showing: Showing;
  readonly slips: Slips;
  readonly countdown: Countdown;
  readonly evening: Evening;
  readonly bonuses: Bonuses;
  readonly band: Band;
  status(): Status;
}

/** The one state of the screen of a table session, from its first moment to its last. */
export class LiveUi implements UiState {
  readonly tableName: string;
  readonly hints: boolean;
  readonly #parts: UiParts;
  readonly #keys = $derived.by(() => keysOnButtons(this.#parts.settings.keys));
  readonly #session = $derived.by(() => {
    const { net, staked, minutes } = this.#parts.evening;
    return { net, staked, minutes };
  });

  constructor(parts: UiParts) {
    this.#parts = parts;
    this.tableName = parts.tableName;
    this.hints = parts.game.hints;
  }

  get chip() {
    return this.#parts.presses.chip;
  }

  get pendingBets() {
    return this.#parts.presses.wagers.pending;
  }

  get pendingButton() {
    return this.#parts.presses.pressed.button;
  }

  get slow() {
    return this.#parts.presses.pressed.slow;
  }

  get canUndo() {
    return this.#parts.presses.wagers.canUndo;
  }

  get refusal() {
    return this.#parts.presses.refusal;
  }

  get hint() {
    return this.#parts.presses.hint;
  }

  get panel() {
    return this.#parts.presses.panel;
  }

  get moving() {
    return this.#parts.showing.moving;
  }

  get rested() {
    return this.#parts.showing.rested;
  }

  get slips() {
    return this.#parts.slips.all;
  }

  get connection() {
    return this.#parts.status();
  }

  get clock() {
    return this.#parts.countdown.current;
  }

  get result() {
    return this.#parts.evening.result;
  }

  get session() {
    return this.#session;
  }

  get bonuses() {
    return this.#parts.bonuses.all;
  }

  get bonusProblem() {
    return this.#parts.bonuses.problem;
  }

  get soundBlocked() {
    return this.#parts.band.blocked;
  }

  get keys() {
    return this.#keys;
  }

  get speed() {
    return this.#parts.settings.speed;
  }

  get sound() {
    return this.#parts.settings.sound;
  }

  get volume() {
    return this.#parts.settings.volume;
  }

  get fourColours() {
    return this.#parts.settings.fourColours;
  }

  get keysOn() {
    return this.#parts.settings.keysOn;
  }

  get shuffleText() {
    return this.#parts.settings.shuffleText;
  }

  get remindMinutes() {
    return this.#parts.settings.remindMinutes;
  }
}
