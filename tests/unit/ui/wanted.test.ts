import { expect, it } from 'vitest';
import { nestedKnots } from '../../../src/scenes/nested-knots.ts';
import { resize, usualParameters, wantedBy } from '../../../src/ui/wanted.ts';

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
  wanted.parameters.timeStep = 2e-3;
  resize(wanted, small);
  expect(wanted.parameters).toEqual({ ...usualParameters(wanted), gravity: 3, timeStep: 2e-3 });
});
