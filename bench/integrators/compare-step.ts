import { interleave, type Timing } from '../measure/interleave.ts';
import type { Rounds } from '../report/statistics.ts';
import { convergedFrom } from './converged.ts';
import { OneStep } from './one-step.ts';
import type { StepCase } from './step-cases.ts';
import { StepEquations } from './step-equations.ts';
import { NEARBY, type Way, waysOf } from './ways.ts';

/** How near the converged step something is: distance and residual, as shares of the prediction's. */
export interface Nearness {
  readonly error: number;
  readonly residual: number;
}

/** A way of solving a step, how near it comes, and how long it takes. */
export interface WayResult extends Way, Nearness {
  readonly linearIterations: number;
  /** Times per round [ms], with one worker and with two. */
  readonly rounds: readonly [one: Rounds, two: Rounds];
}

export interface StepResult {
  readonly name: string;
  readonly tetrahedra: number;
  readonly timeStep: number;
  /** Residual of the converged step, as a share of the prediction's. */
  readonly converged: number;
  /** The converged step, rounded to float32 as displacements are: nearer comes no solver whose displacements are float32. */
  readonly floor: Nearness;
  readonly ways: readonly WayResult[];
}

/** Least duration of a way's part of a round [ms]. */
const ROUND = 60;

/** Solves a step in every way, measures how near each comes to the converged step, and times them in turn. */
export async function compareStep(stepCase: StepCase, tell: (what: string) => void): Promise<StepResult> {
  const one = await OneStep.open(stepCase, 1);
  const two = await OneStep.open(stepCase, 2);
  try {
    const equations = new StepEquations(await one.begin());
    const { free } = equations.start;
    await one.solve(NEARBY);
    const { displacements, residual } = convergedFrom(equations, await one.displacements());
    const far = equations.distance(free, displacements);
    const forces = equations.sizeOf(equations.residual(free));
    const nearness = (u: Float64Array): Nearness => ({
      error: equations.distance(u, displacements) / far,
      residual: equations.sizeOf(equations.residual(u)) / forces,
    });
    const ways = waysOf(stepCase);
    const found = [];
    for (const way of ways) {
      const { linearIterations } = await one.solve(way);
      found.push({ ...way, ...nearness(await one.displacements()), linearIterations });
    }
    tell(`${stepCase.name}: times`);
    const contestants = ways.flatMap((way) =>
      [one, two].map((step) => ({
        name: `${way.method} ${way.iterations}`,
        runElsewhere: async () => (await step.solve(way)).ms,
      })),
    );
    const timings = await interleave(contestants, ROUND, 1);
    return {
      name: stepCase.name,
      tetrahedra: stepCase.world.tetCount,
      timeStep: stepCase.parameters.timeStep,
      converged: residual,
      floor: nearness(Float64Array.from(Float32Array.from(displacements))),
      ways: found.map((way, i) => ({ ...way, rounds: [rounded(timings[2 * i]), rounded(timings[2 * i + 1])] })),
    };
  } finally {
    await one.dispose();
    await two.dispose();
  }
}

/** Returns a timing's rounds with four digits, which is more than they repeat. */
const rounded = ({ rounds }: Timing): Rounds => rounds.map((ms) => Number(ms.toPrecision(4)));
