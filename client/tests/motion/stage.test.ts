import { beforeEach, expect, test, vi } from 'vitest';
import { Stage } from '../../src/motion/stage';

/** A page has no layout here: where a bet lies is written on it. */
const bet = (hand: string, x: number) =>
  `<i data-bet="${hand}" data-x="${x}" style="opacity: 0"><b>chip</b></i>`;

const rect = (at: Element) =>
  ({ x: Number(at.getAttribute('data-x')), y: 0, width: 10, height: 10 }) as DOMRect;

const moved: (string | null)[] = [];

beforeEach(() => {
  moved.length = 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return rect(this);
  });
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return [rect(this)] as unknown as DOMRectList;
  });
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element) {
    moved.push(this.getAttribute('data-bet'));
    return { cancel: () => undefined, finished: new Promise(() => undefined) } as never;
  });
});

test('when a hand is split again only the new bet flies: a later hand’s bet is written on', () => {
  const root = document.createElement('div');
  const purse = '<p data-purse data-x="900"></p>';
  root.innerHTML = purse + bet('b1h0', 0) + bet('b1h1', 40);
  new Stage(root).perform(
    () => {
      root.innerHTML = purse + bet('b1h0', 0) + bet('b1h1', 30) + bet('b1h2', 60);
    },
    {
      cues: [{ kind: 'split', box: 1, hand: 0 }],
      homes: new Map([[1, 'purse']]),
      backs: { before: new Set(), after: new Set() },
    },
    1,
  );
  expect(moved).toEqual(['b1h1']);
});
