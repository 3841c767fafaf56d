/** Letters and lists, whatever they are about. */

/** The text with a capital letter first. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `"hit, stand or double"`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
