import { expect, it, vi } from 'vitest';
import { parseCcdQueries } from '../../../src/queries/ccd-queries.ts';
import { type BarStream, ProgressBar } from '../../../src/node/progress-bar.ts';

const stream = (isTTY: boolean) => ({ isTTY, write: vi.fn(() => true) }) as unknown as BarStream;

it('a bar is drawn on a terminal alone, and wiped off', () => {
  const terminal = stream(true);
  const bar = new ProgressBar(terminal, 200, 'query');
  bar.show(100);
  expect(terminal.write).toHaveBeenLastCalledWith(
    expect.stringMatching(/^\r\[#{20}\.{20}\] query 100 of 200, \d+ s left/),
  );
  bar.clear();
  expect(terminal.write).toHaveBeenLastCalledWith('\r\u001b[K');
  const file = stream(false);
  const unseen = new ProgressBar(file, 200);
  unseen.show(100);
  unseen.clear();
  expect(file.write).not.toHaveBeenCalled();
});

it('a bar that knows its end wrongly stays a bar', () => {
  const terminal = stream(true);
  new ProgressBar(terminal, 5).show(50);
  expect(terminal.write).toHaveBeenLastCalledWith(expect.stringMatching(/^\r\[#{40}\] frame 50 of 5/));
});

it('reading queries tells how far it is', () => {
  const told: number[][] = [];
  const rows = 8 * 3000;
  parseCcdQueries('0,1,0,1,0,1\n'.repeat(rows), (done, of) => told.push([done, of]));
  expect(told.length).toBeGreaterThan(1);
  expect(told.every(([done, of], i) => of === rows && done < of && done > (told[i - 1]?.[0] ?? 0))).toBe(true);
});
