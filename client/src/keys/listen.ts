/** Listens to the keyboard for the table; leaves text fields, controls and dialogs alone. */

import { meant } from './keymap';

const TYPING = 'input, textarea, select, [contenteditable], [role="slider"]';
const PRESSED_BY_ENTER = 'button, a[href], summary, [role="button"]';
/** What a pointer leaves the focus on in play: Enter means Deal there, and not that again. */
const PLAYED_WITH = '[data-spot], [data-rack], [data-button]';

/**
 * Calls `press` with each name that a key means until one is used, which the answer tells. `keys`
 * is read anew at each press, and null while keys are off.
 */
export function listenToKeys(
  keys: () => Readonly<Record<string, string>> | null,
  press: (name: string) => boolean,
): () => void {
  let byPointer = false;
  const pointed = () => {
    byPointer = true;
  };
  const heard = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || event.key.startsWith('Arrow')) byPointer = false;
    const map = keys();
    if (map === null || event.defaultPrevented || isTaken(event, byPointer)) return;
    if (meant(event, map).some(press)) event.preventDefault();
  };
  addEventListener('pointerdown', pointed, true);
  addEventListener('keydown', heard);
  return () => {
    removeEventListener('pointerdown', pointed, true);
    removeEventListener('keydown', heard);
  };
}

/** Whether the focused element itself has a use for the key. */
function isTaken({ target, key }: KeyboardEvent, byPointer: boolean): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPING) || target.closest('dialog, [role="dialog"]')) return true;
  if (key !== 'Enter' && key !== ' ') return false;
  if (key === 'Enter' && byPointer && target.closest(PLAYED_WITH)) return false;
  return target.closest(PRESSED_BY_ENTER) !== null;
}
