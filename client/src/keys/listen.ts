/** Listens to the keyboard for the table; leaves text fields, controls and dialogs alone. */

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
  const heard = (event: KeyboardEvent) => {
    const map = keys();
    if (map === null || event.defaultPrevented || isTaken(event)) return;
    if (meant(event, map).some(press)) event.preventDefault();
  };
  addEventListener('keydown', heard);
  return () => removeEventListener('keydown', heard);
}

/** Whether the focused element itself has a use for the key. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPING) || target.closest('dialog, [role="dialog"]')) return true;
  return (key === 'Enter' || key === ' ') && target.closest(PRESSED_BY_ENTER) !== null;
}
