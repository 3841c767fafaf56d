/** Every way to lay and take chips with a pointer, each handled once; knows nothing of bets. */

import type { Attachment } from 'svelte/attachments';

/** What the gestures of a spot mean. */
export interface SpotGestures {
  add(): void;
  /** Take one chip of the chosen value. */
  take(): void;
  /** Take the chip laid last. */
  last(): void;
  clear(): void;
}

const LONG_PRESS_MS = 500;
const SLIP_PX = 12;

/** What they do is written in the settings: `words/ui`, `panel.onBox`. */
const KEYS: Readonly<Record<string, keyof SpotGestures>> = {
  Delete: 'clear',
  Backspace: 'last',
  '-': 'take',
};

/** The keys of a spot, as `aria-keyshortcuts` names them. */
export const SPOT_KEYS = Object.keys(KEYS).join(' ');

/**
 * Click adds, Shift-click takes the chip laid last, Ctrl-click clears, right-click takes one of
 * the chosen value, and so does a long press. A click acts on release, and not when the pointer
 * slid off. A Mac reports Ctrl-click as a right-click too, a phone a long press as one: the
 * first of the two that arrives is the gesture.
 */
export function spotGestures(on: SpotGestures): Attachment<HTMLElement> {
  return (node) => {
    let done = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = { x: 0, y: 0 };
    const once = (act: keyof SpotGestures) => {
      if (!done) on[act]();
      done = true;
    };
    const cancel = () => clearTimeout(timer);
    const down = (event: PointerEvent) => {
      done = false;
      from = { x: event.clientX, y: event.clientY };
      cancel();
      if (event.pointerType !== 'mouse') timer = setTimeout(() => once('take'), LONG_PRESS_MS);
    };
    const move = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP_PX) cancel();
    };
    const click = (event: MouseEvent) => {
      cancel();
      // A click from the keyboard had no pointer going down before it.
      if (event.detail === 0) done = false;
      once(event.ctrlKey ? 'clear' : event.shiftKey ? 'last' : 'add');
    };
    const menu = (event: MouseEvent) => {
      event.preventDefault();
      cancel();
      once(event.ctrlKey ? 'clear' : 'take');
    };
    const deaf = listen(node, {
      pointerdown: down,
      pointermove: move,
      pointerleave: cancel,
      pointerup: cancel,
      pointercancel: cancel,
      click,
      contextmenu: menu,
      keydown: (event) => keyed(event, on),
    });
    return () => {
      cancel();
      deaf();
    };
  };
}

function keyed(event: KeyboardEvent, on: SpotGestures): void {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  on[act]();
}

type Listeners = {
  readonly [type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[type]) => void;
};

/** Listens to a node, before what is in it does, until what it returns is called. */
function listen(node: HTMLElement, listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of all) node.addEventListener(type, listener, true);
  return () => {
    for (const [type, listener] of all) node.removeEventListener(type, listener, true);
  };
}

/** What dragging a chip does. */
export interface ChipDrag {
  /** The pointer is here with the chip, or null when the drag is over. */
  at(point: { x: number; y: number } | null): void;
  /** The chip was let go over this box. */
  drop(box: number): void;
}

const boxUnder = (x: number, y: number): number | null => {
  const spot = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  return spot?.dataset.drop ? Number(spot.dataset.drop) : null;
};

/** Drag a chip from the rack to a box; a press without a drag stays a press. */
export function chipDrag(on: ChipDrag): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number; id: number } | null = null;
    let dragging = false;
    const down = (event: PointerEvent) => {
      dragging = false;
      if (event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
      // A quick hand is off the chip with its first move: the chip hears of it all the same.
      node.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (from?.id !== event.pointerId) return;
      if (!dragging && Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP_PX) {
        dragging = true;
      }
      if (dragging) on.at({ x: event.clientX, y: event.clientY });
    };
    const end = (event: PointerEvent) => {
      if (dragging) {
        on.at(null);
        const box = event.type === 'pointerup' ? boxUnder(event.clientX, event.clientY) : null;
        if (box !== null) on.drop(box);
      }
      from = null;
    };
    // The click that follows a drag is part of it.
    const click = (event: MouseEvent) => {
      if (dragging) event.stopImmediatePropagation();
      dragging = false;
    };
    return listen(node, {
      pointerdown: down,
      pointermove: move,
      pointerup: end,
      pointercancel: end,
      click,
    });
  };
}
