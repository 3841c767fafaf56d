import { beforeEach, expect, test, vi } from 'vitest';
import { Stage } from '../../src/motion/stage';

/** A page has no layout here: where a bet lies is written on it. */
const bet = (hand: string, x: number) =>
  `<i data-bet="${hand}" data-x="${x}" style="opacity: 0"><b>chip</b></i>`;

const rect = (at: Element) =>
  ({ x: Number(at.getAttribute('data-x')), y: 0, width: 10, height: 10 }) as DOMRect;

const moved: (string | null)[] = [];
/** What was done, in order: a look at where something lies, or something set in motion. */
const done: string[] = [];
const opacities: unknown[] = [];

beforeEach(() => {
  moved.length = 0;
  done.length = 0;
  opacities.length = 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    done.push('measured');
    return rect(this);
  });
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return [rect(this)] as unknown as DOMRectList;
  });
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, keyframes) {
    moved.push(this.getAttribute('data-bet'));
    done.push('moved');
    opacities.push((keyframes as PropertyIndexedKeyframes).opacity);
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
      paid: new Set(),
    },
    1,
  );
  expect(moved).toEqual(['b1h1']);
});

const lost = () => {
  const root = document.createElement('div');
  const float = '<p data-float data-x="500"></p>';
  root.innerHTML = float + bet('b1h0', 0) + bet('b1h1', 40) + bet('b1h2', 80);
  new Stage(root).perform(
    () => {
      root.innerHTML = float;
    },
    {
      cues: [{ kind: 'settle' }],
      homes: new Map([[1, 'purse']]),
      backs: { before: new Set(), after: new Set() },
      paid: new Set(),
    },
    1,
  );
};

test('nothing is measured any more once the first thing moves', () => {
  lost();
  expect(done.filter((what) => what === 'moved')).toHaveLength(3);
  expect(done.slice(done.indexOf('moved'))).not.toContain('measured');
});

test('chips that were only written are not seen before they leave', () => {
  lost();
  expect(opacities).toEqual([0, 0, 0].map((first) => [first, 1, 1, 0]));
});
