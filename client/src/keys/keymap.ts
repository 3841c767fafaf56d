/** Which key presses which button: pure. Keys are as the browser names them, letters upper case. */

/** Keys by what they are for; `chip-1` is the smallest chip. One key may press several buttons. */
export const DEFAULT_KEYS: Readonly<Record<string, string>> = {
  hit: 'H',
  stand: 'S',
  double: 'D',
  split: 'P',
  surrender: 'R',
  yes: 'Y',
  no: 'N',
  deal: 'Enter',
  redo: 'B',
  undo: 'U',
  clear: 'C',
  double_bets: 'X',
  skip: 'K',
  help: '?',
  'chip-1': '1',
  'chip-2': '2',
  'chip-3': '3',
  'chip-4': '4',
  'chip-5': '5',
  'chip-6': '6',
  'chip-7': '7',
  'chip-8': '8',
};

/** A key press, as far as the table cares. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
}

/** Buttons that share a key with another: whichever of them is there is pressed. */
const SHARED: Readonly<Record<string, string>> = {
  insure: 'yes',
  even_money: 'yes',
  pass: 'no',
  deal_again: 'deal',
  sit: 'deal',
  new_bets: 'clear',
};

/** The keys by the name of every button, shared ones too: what is written on the buttons. */
export function keysOnButtons(keys: Readonly<Record<string, string>>): Record<string, string> {
  const shared = Object.entries(SHARED).map(([button, name]) => [button, keys[name] ?? '']);
  return { ...keys, ...Object.fromEntries(shared) };
}

/** The names of all buttons that a press may mean; none with a modifier held. */
export function meant(press: Press, keys: Readonly<Record<string, string>>): string[] {
  if (press.ctrlKey || press.altKey || press.metaKey || press.repeat) return [];
  const key = keyName(press.key);
  const all = Object.entries(keysOnButtons(keys));
  return all.filter(([, its]) => its === key).map(([name]) => name);
}

/** How a key is written in a map and on a button. */
function keyName(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}

/** What moves the focus, closes a panel, or is only held for the key that follows. */
const NOT_BOUND: ReadonlySet<string> = new Set([
  'Tab',
  'Escape',
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
]);

/** Whether a press may become the key of a button. */
export const isBindable = ({ key, ctrlKey, altKey, metaKey }: Omit<Press, 'repeat'>): boolean =>
  !NOT_BOUND.has(key) && !(ctrlKey || altKey || metaKey);

/** The map with one key changed; whatever had that key before is left without. */
export function withKey(
  keys: Readonly<Record<string, string>>,
  button: string,
  key: string,
): Record<string, string> {
  const [name, wanted] = [SHARED[button] ?? button, keyName(key)];
  const others = Object.entries(keys).map(([other, its]) => [other, its === wanted ? '' : its]);
  return { ...Object.fromEntries(others), [name]: wanted };
}
