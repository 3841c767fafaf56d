/** What a player sets for himself at the table; each change is kept in the browser at once. */

import { withKey } from '../keys/keymap';
import { SHUFFLE_TEXT_MAX, type TableHandlers } from '../table/contract';
import type { KeptSettings, Settings } from './settings.svelte';

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

/** The handlers; `stopMotion` is called when motion is switched off. */
export function preferences(settings: KeptSettings, stopMotion: () => void): Preferences {
  const set = (change: Partial<Settings>) => {
    Object.assign(settings.current, change);
    settings.save();
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
    setKey: (name, key) => set({ keys: withKey(settings.current.keys, name, key) }),
    setRemindMinutes: (remindMinutes) => set({ remindMinutes }),
    setShuffleText: (text) => set({ shuffleText: text.slice(0, SHUFFLE_TEXT_MAX) }),
  };
}
