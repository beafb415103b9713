import { expect, it } from 'vitest';
import type { Session } from '../../../src/ui/session.ts';
import { toldChange } from '../../../src/ui/parameter-words.ts';
import { ThrownSwitches } from '../../../src/ui/switches.ts';

const switches = [
  { time: 1, parameters: { mode: 'hybrid' } },
  { time: 2, parameters: { pathMethod: 'rest-shape', youngsModulus: 1e6, culling: false } },
] as const;
const sessionAfter = (thrown: number) =>
  ({ world: { script: { switches } }, simulator: { thrown } }) as unknown as Session;

it('tells each switch once, and again in the next run', () => {
  const told = new ThrownSwitches();
  const run = { ...sessionAfter(0) };
  const throwOne = () => Object.assign(run.simulator, { thrown: run.simulator.thrown + 1 });
  expect(told.thrown(run)).toEqual([]);
  throwOne();
  expect(told.thrown(run)).toEqual([switches[0]]);
  expect(told.thrown(run)).toEqual([]);
  throwOne();
  expect(told.thrown(run)).toEqual([switches[1]]);
  expect(told.thrown(sessionAfter(1))).toEqual([switches[0]]);
});

it('says what a scene has set', () => {
  expect(toldChange(2, switches[1].parameters)).toBe(
    'At 2.0 s the scene set path method to rest-shape, youngs modulus to 1000000 Pa, culling to off.',
  );
});
