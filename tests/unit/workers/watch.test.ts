import { expect, test } from 'vitest';
import { progressChecksum, type WatchdogOptions, watchdogFor, Watchdog } from '../../../src/workers/watch.ts';

/** A watch whose looks the test takes itself. */
function watched(looks: number) {
  let look: (() => void) | undefined;
  let [sign, losses] = [0, 0];
  const watchdog: WatchdogOptions = {
    checks: looks,
    every(called) {
      look = called;
      return () => {
        look = undefined;
      };
    },
  };
  const watch = new Watchdog(
    watchdog,
    () => sign,
    () => losses++,
  );
  /** Looks until the worker is lost. @returns how often */
  const looksUntilLost = () => {
    for (let count = 1; count < 1000; count++) {
      look!();
      if (!look) return count;
    }
    return Infinity;
  };
  return {
    watch,
    looksUntilLost,
    look: (times: number) => Array.from({ length: times }, () => look!()),
    getsOn: () => sign++,
    isLooking: () => look !== undefined,
    losses: () => losses,
  };
}

test('a worker is lost after so many looks in a row, and its successor has twice as many', () => {
  const { watch, looksUntilLost, losses } = watched(5);
  for (const looks of [5, 10, 20]) {
    watch.begin();
    expect(looksUntilLost()).toBe(looks);
  }
  expect(losses()).toBe(3);
});

test('one that gets on is never lost, however long it takes', () => {
  const { watch, look, getsOn, losses } = watched(3);
  watch.begin();
  for (let i = 0; i < 1000; i++) {
    look(2);
    getsOn();
    look(1);
  }
  expect(losses()).toBe(0);
});

test('an answer is a sign of life; while nothing waits nobody looks', () => {
  const { watch, look, isLooking, losses } = watched(3);
  expect(isLooking()).toBe(false);
  watch.begin();
  look(2);
  watch.noteProgress();
  look(2);
  watch.end();
  expect(isLooking()).toBe(false);
  watch.begin();
  look(2);
  expect([isLooking(), losses()]).toEqual([true, 0]);
});

test('one that took long before may take four times as long', () => {
  const { watch, look, getsOn, looksUntilLost } = watched(30);
  watch.begin();
  look(25);
  getsOn();
  look(1);
  expect(looksUntilLost()).toBe(100);
});

test('a page waits for a minute, with ten million tetrahedra for more than a quarter of an hour', () => {
  const seconds = (tetrahedra: number) => 5 * watchdogFor(tetrahedra).checks;
  expect(seconds(3000)).toBeLessThan(70);
  expect(seconds(1e7)).toBeGreaterThan(900);
});

test('a sign changes with each word', () => {
  const words = new Int32Array(new SharedArrayBuffer(4 * 100));
  const seen = new Set([progressChecksum(words)]);
  for (let i = 0; i < words.length; i++) {
    words[i]++;
    seen.add(progressChecksum(words));
  }
  expect(seen.size).toBe(words.length + 1);
});
