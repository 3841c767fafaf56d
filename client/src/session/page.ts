/** The page as a table session hears of it: time that passes, a tab that is hidden, a first press. */

const MINUTE_CHECK_MS = 10_000;

/** The clock that moves run by. */
export const REAL_TIME = {
  now: () => performance.now(),
  after(ms: number, ring: () => void): () => void {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
};

interface Heard {
  minute(): void;
  hidden(): void;
  touched(): void;
}

/** Listens to the page until what it returns is called. */
export function watchPage({ minute, hidden, touched }: Heard): () => void {
  const minutes = setInterval(minute, MINUTE_CHECK_MS);
  const whenHidden = () => document.hidden && hidden();
  document.addEventListener('visibilitychange', whenHidden);
  addEventListener('pointerdown', touched);
  addEventListener('keydown', touched);
  return () => {
    clearInterval(minutes);
    document.removeEventListener('visibilitychange', whenHidden);
    removeEventListener('pointerdown', touched);
    removeEventListener('keydown', touched);
  };
}
