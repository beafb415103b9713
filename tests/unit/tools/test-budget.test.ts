import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ProcessTime } from '../../../tools/tests/process-time.mjs';
import { overBudget } from '../../../tools/test-budget.mjs';
import { cases, isFull, some } from '../../fixtures/tier.ts';

const suite = (processor: number | undefined, status = 0) => ({
  ...{ script: 'test:page', state: '', status, seconds: 1, passed: 1, failed: 0, skipped: 0, files: [] },
  ...(processor !== undefined && { processor }),
});
const BUDGETS = { quick: { 'test:page': 100 }, full: { 'test:page': 1000 } };

describe('budgets', () => {
  it.each([
    ['twice what was measured', 'quick', suite(200), 0],
    ['more than twice', 'quick', suite(201), 1],
    ['the other tier has a budget of its own', 'full', suite(201), 0],
    ['a suite that failed', 'quick', suite(201, 1), 0],
    ['a system that tells no processor time', 'quick', suite(undefined), 0],
    ['a suite without a budget', 'none', suite(201), 1],
  ])('%s', (_, tier, result, lines) => {
    expect(overBudget(tier, [result], BUDGETS)).toHaveLength(lines);
  });

  it('say what was found and expected', () => {
    expect(overBudget('quick', [suite(300.4)], BUDGETS)[0]).toMatch(/^test:page took .* 300 .*, expected at most 200/);
  });
});

/** A program that computes for some processor time [ms]. */
const busy = (ms: number) =>
  `for (let x = 0; process.cpuUsage().user < ${1000 * ms}; ) for (let i = 0; i < 1e6; i++) x += Math.sqrt(i);`;

it.runIf(ProcessTime.isKnown)('the time of processes that nobody waits for counts', async () => {
  // The child ends at once; its child goes on, and closes the pipe at its end.
  const leave = `require('node:child_process')
    .spawn(process.execPath, ['-e', '${busy(600)}'], { detached: true, stdio: 'inherit' }).unref(); ${busy(300)}`;
  const child = spawn(process.execPath, ['-e', leave], { stdio: ['ignore', 'pipe', 'inherit'] });
  const time = new ProcessTime(child.pid!);
  child.stdout.resume();
  await once(child, 'close');
  // Each process may compute for a fifth of a second after the last look at it.
  expect(time.stop()).toBeGreaterThan(0.45);
});

it('a part of a list is spread evenly, from the first to the last', () => {
  const list = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(some(list, 4)).toEqual(isFull ? list : [0, 3, 6, 9]);
  expect(some(list, 1)).toEqual(isFull ? list : [0]);
  expect(some(list, 20)).toEqual(list);
  expect(cases(9, 3)).toBe(isFull ? 9 : 3);
});
