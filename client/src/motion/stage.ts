/**
 * The table's elements in motion: takes the picture, lets the change happen, and plays the moves
 * between with the Web Animations API. It knows marks and rectangles, and nothing of blackjack.
 */

import { type Easing, type Move, NEAR, nameAfter, plan, type Rect, type Scene } from './plan';
import { SCORE } from './score';

const EASINGS: Record<Easing, string> = {
  in: 'cubic-bezier(.5, 0, .9, .5)',
  out: 'cubic-bezier(.2, .7, .3, 1)',
  both: 'cubic-bezier(.4, 0, .2, 1)',
};

const MARKED = ['card', 'bet', 'insurance', 'pay', 'disc', 'seat', 'rack', 'spot'] as const;
const PLACES = ['shoe', 'discards', 'float', 'purse', 'dealer'] as const;

/** What is under way for a thing: its journey, its turning over, and the back that hides it. */
interface Running {
  journey: Animation[];
  readonly turning: Animation[];
  readonly back: Styled | null;
}

type Styled = HTMLElement | SVGElement;

/** A move at the table's speed; chips that are only written are seen on their way alone. */
interface Paced extends Move {
  readonly factor: number;
  /** Whether the thing was only written where it lay, or is where it is to lie. */
  readonly was?: boolean;
  readonly is?: boolean;
}

/** All marked elements at one moment, as seen and as they will lie when they have come to rest. */
interface Shot {
  readonly elements: Map<string, Styled>;
  readonly seen: Map<string, Rect>;
  readonly resting: Map<string, Rect>;
  /** Chips whose amount is only written where they lie: they are seen on their way alone. */
  readonly written: Set<string>;
}

/** The moving picture of one table. */
export class Stage {
  readonly #root: HTMLElement;
  readonly #layer: HTMLElement;
  readonly #running = new Map<string, Running>();
  /** Where the layer's corner was when the table was last looked at. */
  #origin = { x: 0, y: 0 };

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#layer = document.createElement('div');
    this.#layer.setAttribute('aria-hidden', 'true');
    this.#layer.setAttribute('inert', ''); // a copy of a button is none
    this.#layer.dataset.ghosts = '';
    this.#layer.style.cssText = 'position:absolute;left:0;top:0;pointer-events:none;z-index:5;';
    root.append(this.#layer);
  }

  /** Let `change` happen (it must reach the DOM before it returns) and move what it moved. */
  perform(change: () => void, scene: Scene, factor: number): void {
    const before = this.#shoot();
    const copies = copiesOf(before);
    const written = new Set([...before.written].map((mark) => nameAfter(mark, scene.cues)));
    change();
    const after = this.#shoot();
    // All is measured: from here on nothing is, so that the table is laid out once, not once a thing.
    for (const move of plan(before.seen, after.resting, scene)) {
      const { mark } = move;
      const element = after.elements.get(mark);
      const rect = after.resting.get(mark) ?? before.seen.get(mark);
      if (!rect) continue;
      const [was, is] = [written.has(mark), after.written.has(mark)];
      if (move.kind === 'leave') this.#leave(copies.get(mark), { ...move, factor, was }, rect);
      else if (element && !(was && is) && !this.#onItsWay(mark, move, before, after))
        this.#move(element, { ...move, factor, is }, rect);
    }
  }

  /** A chip flies from the rack to a box, before the server has heard of it. */
  throwChip(value: number, box: number, factor: number): void {
    const { elements, seen } = this.#shoot();
    const [chip, from] = [elements.get(`rack:${value}`), seen.get(`rack:${value}`)];
    const goal = seen.get(`bet:${box}`) ?? seen.get(`spot:${box}`);
    if (!chip || !from || !goal || factor === 0) return;
    const dx = goal.x + goal.width / 2 - from.x - from.width / 2;
    const dy = goal.y + goal.height / 2 - from.y - from.height / 2;
    const copy = this.#ghost(copyOf(chip), from);
    vanish(
      copy.animate(
        { translate: ['0 0', `${dx}px ${dy}px`] },
        { duration: SCORE.chip * factor, easing: EASINGS.out, fill: 'forwards' },
      ),
      copy,
    );
  }

  /** Everything at its place at once. */
  settle(): void {
    for (const mark of [...this.#running.keys()]) this.#stop(mark);
    this.#layer.replaceChildren();
  }

  remove(): void {
    this.settle();
    this.#layer.remove();
  }

  #shoot(): Shot {
    this.#origin = this.#layer.getBoundingClientRect();
    const shot: Shot = {
      elements: new Map(),
      seen: new Map(),
      resting: new Map(),
      written: new Set(),
    };
    for (const kind of MARKED) {
      for (const element of this.#root.querySelectorAll<Styled>(`[data-${kind}]`)) {
        if (isThere(kind, element))
          this.#add(shot, `${kind}:${element.getAttribute(`data-${kind}`)}`, element);
      }
    }
    for (const place of PLACES) {
      const element = this.#root.querySelector<Styled>(`[data-${place}]`);
      if (element?.getClientRects().length) this.#add(shot, place, element);
    }
    return shot;
  }

  #add(shot: Shot, mark: string, element: Styled): void {
    const { x, y, width, height } = element.getBoundingClientRect();
    const seen = { x, y, width, height };
    shot.elements.set(mark, element);
    shot.seen.set(mark, seen);
    shot.resting.set(mark, this.#running.has(mark) ? atRest(element, seen) : seen);
    if (/^(bet|pay):/.test(mark) && isWritten(element)) shot.written.add(mark);
  }

  /** Whether a thing already travels to where it is to lie: then its journey is left alone. */
  #onItsWay(mark: string, move: Move, before: Shot, after: Shot): boolean {
    const [old, now] = [before.resting.get(mark), after.resting.get(mark)];
    if (!this.#running.has(mark) || !old || !now || move.turns) return false;
    return Math.abs(old.x - now.x) < NEAR && Math.abs(old.y - now.y) < NEAR;
  }

  /** Replans from where the thing is: a card that is turning goes on turning. */
  #move(element: Styled, move: Paced, rect: Rect): void {
    const under = this.#running.get(move.mark);
    if (under && !move.turns) {
      for (const animation of under.journey) animation.cancel();
      under.journey = [travel(element, move)];
      if (under.back?.isConnected) {
        this.#put(under.back, rect);
        under.journey.push(travel(under.back, move));
      }
      this.#forget(move.mark, under);
      return;
    }
    this.#stop(move.mark);
    const back = move.turns ? this.#ghost(backOf(element), rect) : null;
    const running: Running = {
      journey: [travel(element, move)],
      turning: back ? turn(element, back, move) : [],
      back,
    };
    if (back) running.journey.push(travel(back, move));
    this.#running.set(move.mark, running);
    this.#forget(move.mark, running);
  }

  /** When all of it is done, nothing is under way any more. */
  #forget(mark: string, running: Running): void {
    const { journey } = running;
    const all = [...journey, ...running.turning].map(({ finished }) => finished);
    void Promise.allSettled(all).then(() => {
      const current = this.#running.get(mark);
      if (current === running && current.journey === journey) this.#stop(mark);
    });
  }

  #leave(copy: Styled | undefined, move: Paced, rect: Rect): void {
    if (!copy) return;
    this.#stop(move.mark);
    const ghost = this.#ghost(copy, rect);
    const { lasts, delay, factor } = move;
    const timing = { duration: lasts * factor, delay: delay * factor, fill: 'both' as const };
    const opacity = [move.was ? 0 : 1, 1, 1, 0];
    const keyframes = { translate: ['0 0', `${move.dx}px ${move.dy}px`], opacity };
    vanish(ghost.animate(keyframes, { ...timing, easing: EASINGS[move.easing] }), ghost);
  }

  /** A copy in the layer above the table, without the marks and names of its original. */
  #ghost(copy: Styled, rect: Rect): Styled {
    for (const kind of MARKED) copy.removeAttribute(`data-${kind}`);
    for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
    this.#layer.append(copy);
    this.#put(copy, rect);
    return copy;
  }

  #put({ style }: Styled, { x, y, width, height }: Rect): void {
    const origin = this.#origin;
    style.position = 'absolute';
    style.margin = '0';
    style.inset = `${y - origin.y}px auto auto ${x - origin.x}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  #stop(mark: string): void {
    const running = this.#running.get(mark);
    this.#running.delete(mark);
    for (const animation of [...(running?.journey ?? []), ...(running?.turning ?? [])]) {
      animation.cancel();
    }
    running?.back?.remove();
  }
}

/** Whether there is something to see: a place for bets is there without any, too. */
function isThere(kind: string, element: Element): boolean {
  if (kind === 'bet' && element.childElementCount === 0) return false;
  return element.getClientRects().length > 0;
}

/** Whether nothing is seen of a thing where it lies. */
const isWritten = (element: Element): boolean => getComputedStyle(element).opacity === '0';

/** Copies of what may be gone after a change. */
function copiesOf({ elements }: Shot): Map<string, Styled> {
  const copies = new Map<string, Styled>();
  for (const [mark, element] of elements) {
    if (/^(card|bet|insurance|pay):/.test(mark)) copies.set(mark, copyOf(element));
  }
  return copies;
}

/** What a copy would inherit where it was, and does not in the layer. */
const INHERITED = ['--chip', '--stack', '--cw', '--u', '--index-face', '--pip-face'] as const;

function copyOf(element: Styled): Styled {
  const copy = element.cloneNode(true) as Styled;
  const style = getComputedStyle(element);
  for (const name of INHERITED) copy.style.setProperty(name, style.getPropertyValue(name));
  return copy;
}

/** Where an element lies without the translation and narrowing that its moves give it. */
function atRest(element: Styled, seen: Rect): Rect {
  const style = getComputedStyle(element);
  const [dx = '0', dy = '0'] = style.translate.split(' ');
  const width = Number.parseFloat(style.width) || seen.width;
  const middle = seen.x + seen.width / 2 - (Number.parseFloat(dx) || 0);
  const y = seen.y - (Number.parseFloat(dy) || 0);
  return { x: middle - width / 2, y, width, height: seen.height };
}

function travel(element: Styled, move: Paced): Animation {
  const { lasts, delay, factor } = move;
  const keyframes: PropertyIndexedKeyframes = { translate: [`${move.dx}px ${move.dy}px`, '0 0'] };
  // What waits for its turn is not seen waiting; what is only written does not stay to be seen.
  const opacity = [delay > 0 ? 0 : 1, 1, 1, move.is ? 0 : 1];
  if (opacity.includes(0)) keyframes.opacity = opacity;
  return element.animate(keyframes, {
    duration: lasts * factor,
    delay: delay * factor,
    easing: EASINGS[move.easing],
    fill: 'backwards',
  });
}

/** A back lies before the card and narrows; then the card widens: it has turned. */
function turn(card: Styled, back: Styled, { kind, delay, factor }: Paced): Animation[] {
  const starts = kind === 'enter' ? SCORE.flight * SCORE.flipFrom : 0;
  const lasts = starts + SCORE.flip;
  const middle = (starts + SCORE.flip / 2) / lasts;
  const timing = { duration: lasts * factor, delay: delay * factor, fill: 'both' as const };
  const narrows = back.animate(
    [
      { scale: '1 1', offset: 0 },
      { scale: '1 1', offset: starts / lasts, easing: 'ease-in' },
      { scale: '0 1', offset: middle },
      { scale: '0 1', offset: 1 },
    ],
    timing,
  );
  const widens = card.animate(
    [
      { scale: '0 1', offset: 0 },
      { scale: '0 1', offset: middle, easing: 'ease-out' },
      { scale: '1 1', offset: 1 },
    ],
    timing,
  );
  return [narrows, widens];
}

/** The same card from behind. */
function backOf(card: Styled): Styled {
  const back = card.cloneNode(false) as Styled;
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', '#card-back');
  back.replaceChildren(use);
  back.removeAttribute('aria-label');
  return back;
}

function vanish(animation: Animation, element: Element): void {
  const gone = () => element.remove();
  animation.finished.then(gone, gone);
}
