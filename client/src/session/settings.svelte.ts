/** What a player set for this browser, kept in its storage; a storage that fails is no matter. */

import { DEFAULT_KEYS } from '../keys/keymap';
import { REMIND_MINUTES, SHUFFLE_TEXT_MAX, SPEEDS, type Speed } from '../table/contract';

export interface Settings {
  speed: Speed;
  sound: boolean;
  /** 0 to 1. */
  volume: number;
  fourColours: boolean;
  keysOn: boolean;
  keys: Record<string, string>;
  shuffleText: string;
  /** 0 for never. */
  remindMinutes: number;
}

const STORED_UNDER = 'evenmoney.settings';

const defaults = (): Settings => ({
  speed: 'normal',
  sound: true,
  volume: 0.6,
  fourColours: false,
  keysOn: true,
  keys: { ...DEFAULT_KEYS },
  shuffleText: '',
  remindMinutes: 60,
});

/** Settings out of stored text: what is missing or of the wrong kind is as at first. */
export function parseSettings(text: string | null): Settings {
  const stored = parsed(text);
  const settings = defaults();
  if (SPEEDS.includes(stored.speed as Speed)) settings.speed = stored.speed as Speed;
  if (typeof stored.volume === 'number' && stored.volume >= 0 && stored.volume <= 1) {
    settings.volume = stored.volume;
  }
  for (const name of ['sound', 'fourColours', 'keysOn'] as const) {
    const value = stored[name];
    if (typeof value === 'boolean') settings[name] = value;
  }
  if (typeof stored.shuffleText === 'string')
    settings.shuffleText = stored.shuffleText.slice(0, SHUFFLE_TEXT_MAX);
  if (REMIND_MINUTES.includes(stored.remindMinutes as number))
    settings.remindMinutes = stored.remindMinutes as number;
  for (const [name, key] of Object.entries(stored.keys ?? {})) {
    if (name in DEFAULT_KEYS && typeof key === 'string') settings.keys[name] = key;
  }
  return settings;
}

function parsed(text: string | null): Partial<Record<keyof Settings, unknown>> & { keys?: object } {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

/** The settings as they are now: change a field, then `save`. */
export interface KeptSettings {
  readonly current: Settings;
  save(): void;
}

/** What this browser has kept. */
export function loadSettings(): KeptSettings {
  const current = $state(parseSettings(read()));
  return {
    current,
    save() {
      try {
        localStorage.setItem(STORED_UNDER, JSON.stringify(current));
      } catch {
        // A browser that keeps nothing still plays.
      }
    },
  };
}

function read(): string | null {
  try {
    return localStorage.getItem(STORED_UNDER);
  } catch {
    return null;
  }
}
