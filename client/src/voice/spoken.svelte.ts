/** What was said lately, the latest last; the live region reads what is added. */

/** How many sentences are kept for the region. */
const SPOKEN_MAX = 30;

export class Spoken {
  lines = $state.raw<readonly { id: number; text: string }[]>([]);
  #next = 1;

  /** Say whole sentences, in this order, the same ones again too. */
  say(...sentences: readonly string[]): void {
    const fresh = sentences.map((text) => ({ id: this.#next++, text }));
    if (fresh.length > 0) this.lines = [...this.lines, ...fresh].slice(-SPOKEN_MAX);
  }
}
