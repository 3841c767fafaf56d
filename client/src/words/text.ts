/** Letters and lists, whatever they are about. */

/** The text with a capital letter first. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `"hit, stand or double"`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** The first letter of a name, whole. */
export const initial = (name: string): string => [...name][0]?.toUpperCase() ?? '';

/** Letters of the scripts that are written from right to left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name in a sentence: one written from right to left does not turn what follows it. */
export const isolated = (name: string): string =>
  LEFTWARD.test(name) ? `\u2068${name}\u2069` : name;
