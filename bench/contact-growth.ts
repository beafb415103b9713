import { growth } from './exponent.ts';
import { coiledNoodle } from './generated-cases.ts';
import { interleave } from './interleave.ts';
import { OneThread } from './one-thread.ts';
import type { StepTimes } from './step-runner.ts';

/** So many contacts, and the milliseconds that they took: once, or a round each. */
export interface ContactPoint {
  readonly contacts: number;
  readonly rounds: readonly number[];
}

/** In each round the exponent of the time over the contacts. */
export const contactExponents = (points: readonly ContactPoint[]): number[] =>
  points[0].rounds.map(
    (_, round) =>
      growth(
        points.map(({ contacts }) => contacts),
        points.map(({ rounds }) => rounds[round]),
      ).exponent,
  );

/** What contacts cost in a step: shortest paths, colouring, projection [ms]. */
export const contactCost = ({ stages }: StepTimes): number => stages.path + stages.projection;

/** Steps that a mean is made of, at least: one alone may have been a pause of the machine's. */
const LEAST_STEPS = 4;
/** Steps in which code is compiled. */
const COMPILING = 8;
/** Share of the steps that a mean is made of, the quickest: the machine slowed the others down. */
const USED = 0.75;

/**
 * The steps of a fall as points whose contacts double from one to the next, each the mean of its steps beyond what steps without
 * any contact cost: that grows with the bodies.
 * @param from contacts of the first
 */
export function fallPoints(steps: readonly StepTimes[], from: number): ContactPoint[] {
  const base = quickMean(steps.slice(COMPILING).filter(({ contacts }) => contacts === 0)).ms;
  const groups = new Map<number, StepTimes[]>();
  for (const step of steps) {
    const doubling = Math.floor(Math.log2(step.contacts / from));
    if (doubling >= 0) groups.set(doubling, [...(groups.get(doubling) ?? []), step]);
  }
  return [...groups.entries()]
    .sort(([a], [b]) => a - b)
    .filter(([, group]) => group.length >= LEAST_STEPS)
    .map(([, group]) => {
      const { contacts, ms } = quickMean(group);
      return { contacts, rounds: [ms - base] };
    });
}

function quickMean(steps: readonly StepTimes[]): { contacts: number; ms: number } {
  const quick = [...steps].sort((a, b) => contactCost(a) - contactCost(b)).slice(0, Math.ceil(USED * steps.length));
  const mean = (value: (step: StepTimes) => number) => quick.reduce((sum, step) => sum + value(step), 0) / quick.length;
  return { contacts: mean(({ contacts }) => contacts), ms: mean(contactCost) };
}

/** Half lengths of noodles coiled into themselves [m]: each has twice the penetrating points of the one before. */
const NOODLES = [16, 32, 64, 128];

/** Shortest paths of all penetrating points of ever longer noodles, on one thread, with all that is made for them. */
export async function coilPoints(): Promise<ContactPoint[]> {
  const cases = NOODLES.map((halfLength) => coiledNoodle(halfLength));
  const threads = cases.map((pathCase) => new OneThread(pathCase));
  const timings = await interleave(
    threads.map((thread, i) => ({ name: `${NOODLES[i]}`, run: () => thread.answer('flood') })),
  );
  return timings.map(({ rounds }, i) => ({ contacts: cases[i].queries.count, rounds }));
}
