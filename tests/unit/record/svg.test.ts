import { expect, it } from 'vitest';
import { stackedBars } from '../../../src/record/stacked-bars.ts';
import { wrapped, truncated, widthOf } from '../../../src/record/svg.ts';

const LONG = 'scene culling, size 12000, workers 2, youngsModulus 200000, poissonRatio 0.4, '.repeat(4);

it('leaves a text that fits, and cuts a longer one with an ellipsis', () => {
  expect(truncated('short', 100, 12)).toBe('short');
  const cut = truncated(LONG, 300, 12);
  expect(cut).toMatch(/[^\s,]…$/);
  expect(LONG.startsWith(cut.slice(0, -1))).toBe(true);
  expect(widthOf(cut, 12)).toBeLessThanOrEqual(300);
  expect(widthOf(cut, 12)).toBeGreaterThan(270);
  expect(truncated(LONG, 300, 14, true).length).toBeLessThan(cut.length);
});

it('wraps a text into lines that fit, and loses no word', () => {
  const lines = wrapped(LONG, 300, 12);
  expect(lines.join(' ')).toBe(LONG);
  for (const line of lines) expect(widthOf(line, 12)).toBeLessThanOrEqual(300);
  expect(wrapped('short', 300, 12)).toEqual(['short']);
  expect(wrapped('x'.repeat(200), 300, 12)[0]).toMatch(/^x+…$/);
});

it('keeps titles off their notes, and all texts in the picture', () => {
  const note = 'mean of frames 1 to 4 114.2 ms';
  const svg = stackedBars([{ title: LONG, note, frames: [] }], { title: LONG, caption: ['x'.repeat(200)] });
  const texts = [...svg.matchAll(/<text [^>]*font-size="(\d+)"[^>]*?(font-weight="600")?>([^<]*)<\/text>/g)];
  const cut = texts.filter(([, , , text]) => text.endsWith('…'));
  expect(cut).toHaveLength(3);
  // The width between the margins is 868 pixels.
  for (const [, size, bold, text] of cut)
    expect(widthOf(text, Number(size), bold !== undefined)).toBeLessThanOrEqual(868);
  const [title] = cut.filter(([, size]) => size === '14');
  expect(widthOf(title[3], 14, true) + widthOf(note, 12)).toBeLessThan(868);
});
