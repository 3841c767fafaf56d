/** Moments as they are written, in the player's own time. */

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** `"30 Nov, 12:05"`. */
export const momentText = (ms: number): string => MOMENT.format(ms);

/** `"30 November 2026"`. */
export const dayText = (ms: number): string => DAY.format(ms);
