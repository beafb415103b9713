import { expect, it } from 'vitest';
import { contactExponents, fallPoints } from '../../../bench/contact-growth.ts';
import type { StepTimes } from '../../../bench/step-runner.ts';
import { noTimes } from '../../../src/simulation/statistics.ts';

const step = (contacts: number, projection: number): StepTimes => ({
  ms: 100,
  stages: { ...noTimes(), projection, path: 1 },
  contacts,
  colours: 0,
  paths: 0,
  ccdCandidates: 0,
});

/** A fall: the first steps are slow, then there are no contacts, then ever more, at a cost of `power` of them. */
const fall = (power: number): StepTimes[] => [
  ...Array.from({ length: 8 }, () => step(0, 50)),
  ...Array.from({ length: 8 }, () => step(0, 3)),
  ...Array.from({ length: 100 }, (_, i) => step(16 * (i + 1), 3 + 1e-3 * (16 * (i + 1)) ** power)),
];

it.each([1, 1.5])('finds how cost grows with contacts beyond what a step without them costs: power %d', (power) => {
  const points = fallPoints(fall(power), 100);
  expect(points.map(({ contacts }) => Math.floor(Math.log2(contacts / 100)))).toEqual([0, 1, 2, 3]);
  // Means over groups, whose contacts differ.
  expect(contactExponents(points)[0]).toBeCloseTo(power, 1);
});

it('leaves the slowest quarter of a group out: the machine did something else', () => {
  const steady = Array.from({ length: 8 }, () => step(0, 3));
  const paused = [step(200, 5), step(200, 5), step(200, 5), step(200, 500)];
  expect(fallPoints([...steady, ...steady, ...paused], 100)).toEqual([{ contacts: 200, rounds: [2] }]);
});
