import { expect, it } from 'vitest';
import { solveLinear } from '../../src/simulation/integrators/implicit-euler/conjugate-gradients.ts';
import { predictWithForces } from '../../src/simulation/integrators/implicit-euler/prediction.ts';
import { LINEAR } from '../../src/simulation/integrators/implicit-euler/words.ts';
import { makeModelData } from '../../src/simulation/model-data.ts';
import { SOLVERS } from '../../src/simulation/integrators/implicit-euler/tables.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { BrokenStateError } from '../../src/simulation/simulator.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { box, physics, placed } from '../physics/bodies.ts';
import { contextOf, cornerTet, runInRanges } from '../fixtures/stages.ts';

// Newton's method stops where the residual is small. Comparisons with NaN are false: asked whether it is still large, a residual
// that is no number would count as solved, and the step would leave bodies where they are, without a word.

const IMPLICIT = { integrator: 'implicit-euler', mode: 'off' } as const;

it.each(SOLVERS)('a step whose solve computes NaN fails, and names the solve: %s', async (solver) => {
  const low = placed('box', box(2, 2, 2, 0.1), (x, y, z) => [x, y - 0.01, z]);
  const planes = [{ normal: [0, 1, 0], offset: 0 }] as const;
  // Forces of contacts alone are NaN then, and they first occur in the solve.
  const { simulator } = await physics([low], { ...IMPLICIT, solver, contactStiffness: Number.NaN }, { planes });
  const failure = await simulator.step().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BrokenStateError);
  expect(failure).toMatchObject({ part: 'solve', step: 0, body: 0 });
});

const WITHOUT_LIMIT: Partial<SimulationParameters> = { ...IMPLICIT, solver: 'newton', newtonTolerance: 0.5 };

it.each([0, 1])('a residual of NaN does not count as converged, in solve %d of a step', (argument) => {
  const made = contextOf([cornerTet()], WITHOUT_LIMIT);
  makeModelData(made.world, ['elementIncidence']);
  const { state } = made;
  runInRanges(predictWithForces, made);
  runInRanges(solveLinear, { ...made, argument: 0 });
  const before = state.counters[COUNTERS.linearSolves];
  state.freeMoves[4] = Number.NaN;
  runInRanges(solveLinear, { ...made, argument });
  expect(state.counters[COUNTERS.linearSolves]).toBe(before + 1);
  expect(state.linearSolve[LINEAR.norm]).toBeNaN();
  // It must reach the positions, where it is reported.
  expect(state.solution.subarray(3, 6).some(Number.isNaN)).toBe(true);
});
