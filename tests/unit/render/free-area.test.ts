import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeArea, type Rectangle } from '../../../src/render/free-area.ts';

const card = (left: number, top: number, right: number, bottom: number): Rectangle => ({ left, top, right, bottom });

describe('the area that no card covers', () => {
  it('is the whole picture without cards, or if they lie beside it', () => {
    expect(freeArea(800, 600, [], 1)).toEqual(card(0, 0, 800, 600));
    expect(freeArea(800, 600, [card(800, 0, 900, 600)], 1)).toEqual(card(0, 0, 800, 600));
  });

  it('lies between a card at the left and a panel at the right', () => {
    const cards = [card(14, 14, 278, 430), card(1021, 14, 1266, 706)];
    expect(freeArea(1280, 720, cards, 1)).toEqual(card(278, 0, 1021, 720));
  });

  it('is chosen by the subject’s form: a wide one goes below the card, a high one beside it', () => {
    const cards = [card(0, 0, 300, 300)];
    expect(freeArea(800, 600, cards, 4)).toEqual(card(0, 300, 800, 600));
    expect(freeArea(800, 600, cards, 0.5)).toEqual(card(300, 0, 800, 600));
  });

  it('is the whole picture if cards leave almost nothing, as an open panel on a phone does', () => {
    expect(freeArea(360, 640, [card(0, 40, 360, 640)], 1)).toEqual(card(0, 0, 360, 640));
  });

  it('overlaps no card, and no other rectangle of a fine grid shows the subject larger', () => {
    const [width, height, step] = [80, 60, 10];
    const side = fc.integer({ min: 0, max: 8 }).map((n) => n * step);
    const anyCard = fc
      .tuple(side, side, fc.constantFrom(10, 20, 30), fc.constantFrom(10, 20, 30))
      .map(([left, top, w, h]) => card(left, top, left + w, top + h));
    const scaleOf = (r: Rectangle, aspect: number) => Math.min((r.right - r.left) / aspect, r.bottom - r.top);
    const meets = (a: Rectangle, b: Rectangle) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const grid: Rectangle[] = [];
    for (let left = 0; left < width; left += step)
      for (let right = left + step; right <= width; right += step)
        for (let top = 0; top < height; top += step)
          for (let bottom = top + step; bottom <= height; bottom += step) grid.push(card(left, top, right, bottom));
    const shareOf = (r: Rectangle) => ((r.right - r.left) * (r.bottom - r.top)) / (width * height);
    fc.assert(
      fc.property(fc.array(anyCard, { maxLength: 3 }), fc.constantFrom(0.3, 1, 3), (cards, aspect) => {
        const found = freeArea(width, height, cards, aspect);
        const free = grid.filter((area) => !cards.some((other) => meets(other, area)));
        const best = Math.max(...free.map((area) => scaleOf(area, aspect)));
        if (!cards.some((other) => meets(other, found))) expect(scaleOf(found, aspect)).toBeGreaterThanOrEqual(best);
        else {
          // Cards are ignored where they leave almost nothing.
          expect(found).toEqual(card(0, 0, width, height));
          const least = Math.min(...free.filter((area) => scaleOf(area, aspect) >= best).map(shareOf));
          expect(least).toBeLessThan(0.08);
        }
      }),
      { numRuns: 200 },
    );
  });
});
