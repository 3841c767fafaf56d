/** What a player sets for himself at the table; each change is kept in the browser at once. */

import { withKey } from '../keys/keymap';
import type { TableHandlers } from '../table/contract';
import type { loadSettings } from './settings.svelte';

type Settings = ReturnType<typeof loadSettings>;
type Preferences = Pick<
  TableHandlers,
  | 'setSpeed'
  | 'setSound'
  | 'setVolume'
  | 'setFourColours'
  | 'setKeysOn'
  | 'setKey'
  | 'setShuffleText'
  | 'setRemindMinutes'
>;

/** The longest text that a player can add to the shuffle. */
const SHUFFLE_TEXT_MAX = 64;

/** The handlers; `settings` is asked at each change, `stopMotion` is called when motion is switched off. */
export function preferences(settings: () => Settings, stopMotion: () => void): Preferences {
  const set = (change: Partial<Settings['current']>) => {
    Object.assign(settings().current, change);
    settings().save();
  };
  return {
    setSpeed: (speed) => {
      set({ speed });
      if (speed === 'off') stopMotion();
    },
    setSound: (sound) => set({ sound }),
    setVolume: (volume) => set({ volume }),
    setFourColours: (fourColours) => set({ fourColours }),
    setKeysOn: (keysOn) => set({ keysOn }),
    setKey: (name, key) => set({ keys: withKey(settings().current.keys, name, key) }),
    setRemindMinutes: (remindMinutes) => set({ remindMinutes }),
    setShuffleText: (text) => set({ shuffleText: text.slice(0, SHUFFLE_TEXT_MAX) }),
  };
}
