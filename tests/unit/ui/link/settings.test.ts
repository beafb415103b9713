import { expect, it } from 'vitest';
import { nestedKnots } from '../../../../src/scenes/nested-knots.ts';
import { chosen, resize, usualParameters, wantedBy } from '../../../../src/ui/link/settings.ts';

const { small, medium, paper } = nestedKnots.size;
const link = (size: number | undefined, parameters = {}) =>
  wantedBy({ scene: 'nested-knots', ...(size === undefined ? {} : { size }), parameters, problems: [] } as never, [
    'cpu',
  ]).wanted;

it('a link to a size starts with the parameters of that size, and with what it sets itself', () => {
  expect(link(medium).parameters.timeStep).toBeLessThan(nestedKnots.parameters.timeStep!);
  expect(link(medium, { timeStep: 1e-3 }).parameters.timeStep).toBe(1e-3);
});

it('parameters follow another size, but for those that the person set', () => {
  const wanted = link(undefined);
  expect(wanted.parameters).toEqual(usualParameters({ scene: 'nested-knots', size: small }));
  wanted.parameters.gravity = 3;
  resize(wanted, paper);
  expect(wanted.size).toBe(paper);
  expect(wanted.parameters).toEqual({ ...usualParameters(wanted), gravity: 3 });
  expect(wanted.parameters.timeStep).toBeLessThan(nestedKnots.parameters.timeStep!);
  wanted.parameters.youngsModulus = 2e5;
  resize(wanted, small);
  expect(wanted.parameters).toEqual({ ...usualParameters(wanted), gravity: 3, youngsModulus: 2e5 });
});

it('a size that is to be tried out begins with the steps of small, whatever size stood there', () => {
  const wanted = chosen(link(paper), { scene: 'nested-knots', size: undefined });
  expect(wanted.size).toBeUndefined();
  expect(wanted.parameters).toEqual(usualParameters({ scene: 'nested-knots', size: small }));
});

it('time step and steps a frame follow a size together or not at all', () => {
  const wanted = link(small, { timeStep: 5e-4 });
  const { stepsPerFrame } = wanted.parameters;
  resize(wanted, paper);
  expect(wanted.parameters).toMatchObject({ timeStep: 5e-4, stepsPerFrame });
});

it('another choice leaves what was wanted before as it was', () => {
  const wanted = link(paper);
  const before = structuredClone(wanted);
  chosen(wanted, { size: small }).parameters.gravity = 3;
  chosen(wanted, { backend: 'gpu' }).parameters.gravity = 3;
  expect(wanted).toEqual(before);
});

it('another scene begins as it says itself, alone, and keeps the backend', () => {
  const wanted = link(paper, { gravity: 3 });
  wanted.compare = { name: 'mode', value: 'off' };
  const other = chosen(wanted, { scene: 'twisted-beam', size: 80_000 });
  expect(other).toEqual({
    scene: 'twisted-beam',
    size: 80_000,
    backend: 'cpu',
    parameters: usualParameters({ scene: 'twisted-beam', size: 80_000 }),
    compare: undefined,
  });
});
