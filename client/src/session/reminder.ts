/**
 * Reminds a player of the time: once whenever another so many minutes have passed, and never while
 * cards are played. It knows no clock; the minutes are told to it.
 */
export class Reminder {
  /** Of which full interval he knows; null until the first look, which is no reminder. */
  #known: number | null = null;
  #every = 0;

  /** Whether to remind him now, after `minutes`, `every` so many; `playing` puts it off. */
  isDue(minutes: number, every: number, playing: boolean): boolean {
    const passed = every > 0 ? Math.floor(minutes / every) : 0;
    if (this.#known === null || every !== this.#every) {
      this.#known = passed;
      this.#every = every;
      return false;
    }
    if (passed <= this.#known || playing) return false;
    this.#known = passed;
    return true;
  }
}
