import { createWorld } from '../../src/simulation/world/create-world.ts';
import type { SolveCase } from '../solve/solve-case.ts';
import { type SceneState, StepRunner } from '../measure/step-runner.ts';

/** A way of dividing the scene's steps. */
export interface Division {
  readonly material: 'neo-hookean' | 'neo-hookean-xpbd';
  /** Number of shorter steps in the place of each of the scene's. */
  readonly substeps: number;
  readonly iterations: number;
}

/** Number of the scene's steps after which positions are compared. */
const STEPS = 10;

/** The division that is taken for the truth: both materials converge to the same motion as steps become shorter. */
const TRUTH: Division = { material: 'neo-hookean', substeps: 40, iterations: 6 };
/** Positions without a material: bodies fly on. */
const FREE: Division = { material: 'neo-hookean', substeps: 40, iterations: 0 };

/**
 * Returns how far each division is from the true motion after STEPS of the scene's steps, without contacts: the root of the mean squared
 * distance, as a share of what the material has moved.
 */
export async function errorsOfDivisions(each: SolveCase, divisions: readonly Division[]): Promise<number[]> {
  const truth = await motion(each, TRUTH);
  const scale = distance(await motion(each, FREE), truth);
  const errors: number[] = [];
  for (const division of divisions) errors.push(distance(await motion(each, division), truth) / scale);
  return errors;
}

async function motion(solveCase: SolveCase, { material, substeps, iterations }: Division): Promise<Float32Array> {
  const { positions, velocities } = solveCase;
  const timeStep = solveCase.parameters.timeStep / substeps;
  const parameters = { ...solveCase.parameters, mode: 'off' as const, material, timeStep, iterations };
  const placements = solveCase.world.bodies.map(({ model, vertexBase }) => {
    const own = solveCase.world.models[model];
    return { model: own, positions: positions.slice(3 * vertexBase, 3 * (vertexBase + own.topology.vertexCount)) };
  });
  const { world } = createWorld(placements, [], parameters);
  const state: SceneState = { world, positions, velocities, parameters };
  const runner = await StepRunner.open({ kind: 'cpu', workers: 1 }, state);
  try {
    await runner.steps(STEPS * substeps);
    return (await runner.now()).positions;
  } finally {
    await runner.dispose();
  }
}

const distance = (a: Float32Array, b: Float32Array): number =>
  Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0) / a.length);
