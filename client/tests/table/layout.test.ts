import { describe, expect, test } from 'vitest';
import { fitBox, fitHand, layoutFor } from '../../src/table/layout';

const desk = layoutFor(1280, 800);
const short = layoutFor(360, 640);

describe('the layout', () => {
  test('a window decides its layout and its unit', () => {
    expect(desk).toMatchObject({ name: 'desk', u: 1 });
    expect(layoutFor(2560, 1440)).toMatchObject({ name: 'desk', u: 1.6 });
    expect(layoutFor(390, 844)).toMatchObject({ name: 'phone', u: 1 });
    expect(short.name).toBe('short');
    expect(layoutFor(844, 390).name).toBe('land');
  });

  test('two to five cards of a single hand keep their size, on one row', () => {
    for (const n of [2, 3, 4, 5])
      expect(fitHand(n, 88, 340, 'desk')).toMatchObject({ size: 88, first: n });
  });

  test('a row that would pass its column takes the next smaller size', () => {
    expect(fitHand(9, 88, 340, 'desk').size).toBe(72);
    expect(fitHand(11, 66, 120, 'phone')).toMatchObject({ size: 36, first: 6, index: true });
  });

  test.each(['desk', 'phone', 'short', 'land'] as const)(
    'on %s no hand is wider than its column',
    (name) => {
      for (let n = 1; n <= 11; n += 1)
        for (const width of [92, 110, 165, 340]) {
          const fit = fitHand(n, 66, width, name);
          expect(fit.size * (1 + (fit.first - 1) * fit.step)).toBeLessThanOrEqual(width + 1e-9);
        }
    },
  );

  test('on a small phone four hands of a box fit between dealer and rail', () => {
    for (const height of [568, 640]) {
      const layout = layoutFor(height === 568 ? 320 : 360, height);
      const { size, arrangement } = fitBox(4, 3, layout);
      expect(arrangement).toBe('ladder');
      expect(4 * (size * 1.4 + 29) - 5).toBeLessThanOrEqual(height - 44 - 152 - 34 - 57);
    }
  });

  test('hands stand side by side on a desk, two by two from four on', () => {
    expect(fitBox(1, 3, desk)).toMatchObject({ arrangement: 'single', size: 88 });
    expect(fitBox(3, 3, desk)).toMatchObject({ arrangement: 'side', size: 64 });
    expect(fitBox(4, 3, desk)).toMatchObject({ arrangement: 'grid', size: 48 });
  });

  test('on a phone on its side three hands stand two by two, where two stand side by side', () => {
    const land = layoutFor(844, 390);
    expect(fitBox(2, 3, land).arrangement).toBe('side');
    expect(fitBox(3, 3, land).arrangement).toBe('grid');
  });
});
