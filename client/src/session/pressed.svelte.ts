/** The button that is down: from the press until its answer is here and has been shown. */

import type { ButtonName } from '../table/contract';
import type { Order } from '../wire/order';

/** After so long an unanswered button says "one moment". */
const SLOW_MS = 400;

export class Pressed {
  button = $state<ButtonName | null>(null);
  slow = $state(false);
  #order: Order | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `order` is null for a wish without an answer of its own: the next that is shown answers it. */
  press(button: ButtonName, order: Order | null): void {
    this.button = button;
    this.#order = order;
    this.#timer = setTimeout(() => {
      this.slow = true;
    }, SLOW_MS);
  }

  /** Whether `order` was the button's own: its answer is here. */
  answered(order: Order): boolean {
    if (this.#order !== order) return false;
    this.stop();
    this.#order = null;
    return true;
  }

  /** All is shown: the button comes up, unless its answer is still out. */
  comeUp(): void {
    if (this.#order !== null) return;
    this.stop();
    this.button = null;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.slow = false;
  }
}
