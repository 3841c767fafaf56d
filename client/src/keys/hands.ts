/** What a player has at hand: whether his last press was a pointer's, and what he plays with. */

/** The table's own controls: boxes, chips, and the deck's buttons. */
export const PLAYED_WITH = '[data-spot], [data-rack], [data-button]';

export interface Hands {
  /** Whether a pointer was pressed after he last went through the page by keyboard. */
  readonly byPointer: boolean;
  stop(): void;
}

/** Watches how the page is used until it is stopped. */
export function watchHands(): Hands {
  let byPointer = false;
  const pointed = () => {
    byPointer = true;
  };
  const gone = ({ key }: KeyboardEvent) => {
    if (key === 'Tab' || key.startsWith('Arrow')) byPointer = false;
  };
  addEventListener('pointerdown', pointed, true);
  addEventListener('keydown', gone, true);
  return {
    get byPointer() {
      return byPointer;
    },
    stop() {
      removeEventListener('pointerdown', pointed, true);
      removeEventListener('keydown', gone, true);
    },
  };
}
