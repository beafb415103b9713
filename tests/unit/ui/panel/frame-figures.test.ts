import { expect, it } from 'vitest';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { airOf, heldOf, linearSolvesOf, overlapOf, readbackOf } from '../../../../src/ui/panel/frame-figures.ts';

const figures = (row: Partial<FrameRow>) => linearSolvesOf(row as FrameRow).map(([name, value]) => [name, value]);

it('shows the linear solves of implicit Euler, and the residual as a share', () => {
  expect(figures({ linearSolves: 2.4, linearIterations: 63.6, linearResidual: 0.000812 })).toEqual([
    ['linear solves per step', '2.4'],
    ['linear iterations per step', '64'],
    ['residual left', '0.081 %'],
  ]);
  expect(figures({ linearSolves: 1, linearIterations: 60, linearResidual: 1.5 }).at(-1)).toEqual([
    'residual left',
    '150 %',
  ]);
});

it('shows how much lies in other bodies, of volume or area, and nothing of sheets', () => {
  const row = { overlapShare: 0.12345, inverted: 1234, leastVolume: 0.987 };
  expect(overlapOf(row, 3).map(([name, value]) => [name, value])).toEqual([
    ['volume in other volume', '12 %'],
    ['inverted elements', '1,234'],
    ['least volume of a body', '99 %'],
  ]);
  expect(overlapOf(row, 2).map(([name]) => name)).toEqual([
    'area in other area',
    'inverted elements',
    'least area of a body',
  ]);
  expect(overlapOf({ overlapShare: 0, inverted: 0 }, 3)).toEqual([]);
});

it('shows how much air is inverted', () => {
  expect(airOf({ airInverted: 2.4, airChanges: 0, contactsAir: 12.6 }).map(([name, value]) => [name, value])).toEqual([
    ['inverted air', '2.4'],
    ['changes of air per step', '0'],
    ['contacts by air', '13'],
  ]);
});

it('shows what comes back from the GPU, and nothing without one', () => {
  expect(readbackOf({ bytes: 3212, waits: 1 }).map(([name, value]) => [name, value])).toEqual([
    ['read back per frame', '3.2 KB, 1 wait'],
  ]);
  expect(readbackOf(undefined)).toEqual([]);
});

it('shows none for XPBD', () => {
  expect(figures({ linearSolves: 0, linearIterations: 0, linearResidual: 0 })).toEqual([]);
});

it('tells what the guarantee holds, and what waits only where something does', () => {
  const row = { truncated: 1.5, drivenWaiting: 0, planesWaiting: 0 };
  expect(heldOf(row, 3, true).map(([name, value]) => [name, value])).toEqual([
    ['free', 'since frame 3'],
    ['held vertices per step', '1.5'],
  ]);
  const waiting = heldOf({ truncated: 1.5, drivenWaiting: 1, planesWaiting: 0.5 }, 3, true);
  expect(waiting.slice(2).map(([name, value]) => [name, value])).toEqual([
    ['moved vertices that wait', '1'],
    ['moved planes that wait', '0.5'],
  ]);
  expect(heldOf(row, 3, false)).toEqual([]);
});
