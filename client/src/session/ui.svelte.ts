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

/** The one `UiState` of a table session, from its first moment to its last. */
export function liveUi(parts: UiParts): UiState {
  const { tableName, game, settings, presses, showing, slips, countdown, evening, bonuses, band } =
    parts;
  const keys = $derived(keysOnButtons(settings.keys));
  const session = $derived({
    net: evening.net,
    staked: evening.staked,
    minutes: evening.minutes,
  });
  return {
    tableName,
    hints: game.hints,
    get chip() {
      return presses.chip;
    },
    get pendingBets() {
      return presses.wagers.pending;
    },
    get pendingButton() {
      return presses.pressed.button;
    },
    get slow() {
      return presses.pressed.slow;
    },
    get moving() {
      return showing.moving;
    },
    get rested() {
      return showing.rested;
    },
    get canUndo() {
      return presses.wagers.canUndo;
    },
    get refusal() {
      return presses.refusal;
    },
    get hint() {
      return presses.hint;
    },
    get panel() {
      return presses.panel;
    },
    get slips() {
      return slips.all;
    },
    get connection() {
      return parts.status();
    },
    get clock() {
      return countdown.current;
    },
    get result() {
      return evening.result;
    },
    get session() {
      return session;
    },
    get speed() {
      return settings.speed;
    },
    get sound() {
      return settings.sound;
    },
    get soundBlocked() {
      return band.blocked;
    },
    get volume() {
      return settings.volume;
    },
    get fourColours() {
      return settings.fourColours;
    },
    get keysOn() {
      return settings.keysOn;
    },
    get keys() {
      return keys;
    },
    get bonuses() {
      return bonuses.all;
    },
    get bonusProblem() {
      return bonuses.problem;
    },
    get shuffleText() {
      return settings.shuffleText;
    },
    get remindMinutes() {
      return settings.remindMinutes;
    },
  };
}
