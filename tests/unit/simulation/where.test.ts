import { expect, it } from 'vitest';
import { defaultParameters } from '../../../src/simulation/parameters.ts';
import { describeParts, placesByClock, stepParts, stepProgram } from '../../../src/simulation/step.ts';
import { boxWorld } from '../../fixtures/box-world.ts';

const { world } = boxWorld();
const { passes } = stepProgram({ parameters: defaultParameters(), grabs: [] }, world);

it('tells where each stage runs', () => {
  expect(Object.fromEntries(placesByClock(passes, 'gpu'))).toEqual({
    solve: 'gpu',
    refit: 'gpu',
    dcd: 'gpu',
    ccd: 'workers',
    path: 'gpu; gpu, rest in workers',
    projection: 'gpu',
  });
  expect(new Set(placesByClock(passes, 'cpu').values())).toEqual(new Set(['workers']));
});

it('sends paths of a method without kernels to the workers', () => {
  const parameters = { ...defaultParameters(), pathMethod: 'rest-shape' as const };
  const places = placesByClock(stepProgram({ parameters, grabs: [] }, world).passes, 'gpu');
  expect(places.get('path')).toBe('workers; gpu');
});

it('writes a step down: rounds once, and what each pass reads and writes', () => {
  const lines = describeParts(stepParts({ ...defaultParameters(), iterations: 7 }, world), 'gpu');
  expect(lines).toContain('solve, 7 times');
  expect(lines.filter((line) => line.includes('neo-hookean'))).toHaveLength(1);
  expect(lines.find((line) => line.includes('drive'))).toMatch(
    /^ {2}drive +solve +gpu +driven, counters -> positions, remainders$/,
  );
});
