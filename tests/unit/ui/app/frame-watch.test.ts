import { expect, it } from 'vitest';
import type { Session } from '../../../../src/ui/app/session.ts';
import { ScriptSwitches } from '../../../../src/ui/app/frame-watch.ts';

const switches = [
  { time: 1, parameters: { mode: 'hybrid' } },
  { time: 2, parameters: { pathMethod: 'rest-shape', youngsModulus: 1e6, culling: false } },
] as const;
const TIME_STEP = 0.25;
const sessionAt = (time: number) =>
  ({ world: { script: { switches } }, simulator: { time, parameters: { timeStep: TIME_STEP } } }) as unknown as Session;

it('reports each switch once, after the first step that it affected, and again in the next run', () => {
  const told = new ScriptSwitches();
  const run = sessionAt(0);
  const thrownBy = (time: number) => told.newlyEffective(Object.assign(run, { simulator: sessionAt(time).simulator }));
  expect(thrownBy(0.75)).toEqual([]);
  expect(thrownBy(1)).toEqual([]);
  expect(thrownBy(1 + TIME_STEP)).toEqual([switches[0]]);
  expect(thrownBy(1.5)).toEqual([]);
  expect(thrownBy(2)).toEqual([]);
  expect(thrownBy(2.5)).toEqual([switches[1]]);
  expect(told.newlyEffective(sessionAt(1.5))).toEqual([switches[0]]);
});
