/**
 * Keeps the keyboard's focus with the hand in play: it comes to the answers when one is asked for,
 * and to the deck's main button when the control that had it is gone. It is taken from nobody who
 * went elsewhere, nor is it brought to who plays by pointer, but for the question of insurance.
 */

import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { PLAYED_WITH, watchHands } from './hands';

/** The answers in the order of their places. */
const ANSWERS = ['hit', 'stand', 'double', 'split', 'surrender'] as const;
const DEFAULT_ANSWER = '[data-button="pass"]';
const USABLE = ':not([aria-disabled])';

/** What the focus goes by: the player's open decision, and the deck's mode. */
export interface Asked {
  readonly decision: number | null;
  readonly mode: string;
}

/** For the element of the table; `asked` is null while cards move, and read again as it changes. */
export function followsHand(asked: () => Asked | null): Attachment<HTMLElement> {
  return (root) => {
    const hands = watchHands();
    let known: number | null = null;
    let last: Element | null = null;
    const focused = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    root.addEventListener('focusin', focused);
    $effect(() => {
      const now = asked();
      if (now === null) return;
      const { decision } = now;
      const opens = decision !== null && decision !== known;
      known = decision;
      const goal = untrack(() => goalOf(root, opens, last, hands.byPointer));
      goal?.focus({ preventScroll: true });
    });
    return () => {
      root.removeEventListener('focusin', focused);
      hands.stop();
    };
  };
}

/** What is to have the focus now; null when it is well where it is. */
function goalOf(
  root: HTMLElement,
  opens: boolean,
  last: Element | null,
  byPointer: boolean,
): HTMLElement | null {
  const at = document.activeElement;
  const nowhere = at === null || at === document.body;
  const isLost = nowhere && last !== null && !last.isConnected && last.matches(PLAYED_WITH);
  const mayGo = opens ? nowhere || at.matches(PLAYED_WITH) : isLost;
  if (!mayGo || document.querySelector('dialog[open]')) return null;
  const no = root.querySelector<HTMLElement>(DEFAULT_ANSWER);
  if (no) return no;
  if (byPointer || (at && isAnswer(at))) return null;
  const places = [...ANSWERS.map((name) => `[data-button="${name}"]${USABLE}`), ...MAIN];
  return places.map((place) => root.querySelector<HTMLElement>(place)).find(Boolean) ?? null;
}

/** The main button of a deck that asks nothing. */
const MAIN = [
  '[data-button="deal_again"]',
  '[data-button="deal"]',
  '[data-button="sit"]',
  '[data-watching]',
] as const;

/** Who goes from hand to hand with the same answer keeps it, as long as it is one. */
function isAnswer(at: Element): boolean {
  return at.matches(USABLE) && ANSWERS.some((name) => name === at.getAttribute('data-button'));
}
