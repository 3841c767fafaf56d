/** Listens to the keyboard for the table; leaves text fields, controls and dialogs alone. */

import { PLAYED_WITH, watchHands } from './hands';
import { meant } from './keymap';

const TYPING = 'input, textarea, select, [contenteditable], [role="slider"]';
const PRESSED_BY_ENTER = 'button, a[href], summary, [role="button"]';

/**
 * Calls `press` with each name that a key means until one is used, which the answer tells. `keys`
 * is read anew at each press, and null while keys are off.
 */
export function listenToKeys(
  keys: () => Readonly<Record<string, string>> | null,
  press: (name: string) => boolean,
): () => void {
  const hands = watchHands();
  const heard = (event: KeyboardEvent) => {
    if (isHeld(event)) return event.preventDefault();
    const map = keys();
    if (map === null || event.defaultPrevented || isTaken(event, hands.byPointer)) return;
    if (meant(event, map).some(press)) event.preventDefault();
  };
  addEventListener('keydown', heard);
  return () => {
    hands.stop();
    removeEventListener('keydown', heard);
  };
}

/** Enter held down presses a button once: the focus may have come to the next one meanwhile. */
function isHeld({ target, key, repeat }: KeyboardEvent): boolean {
  return (
    repeat && key === 'Enter' && target instanceof Element && !!target.closest('[data-button]')
  );
}

/** Whether the focused element itself has a use for the key. */
function isTaken({ target, key }: KeyboardEvent, byPointer: boolean): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPING) || target.closest('dialog, [role="dialog"]')) return true;
  if (key !== 'Enter' && key !== ' ') return false;
  // A pointer leaves the focus on what it pressed: Enter means Deal there, and not that again.
  if (key === 'Enter' && byPointer && target.closest(PLAYED_WITH)) return false;
  return target.closest(PRESSED_BY_ENTER) !== null;
}
