import { neoHookeanParameters } from '../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { solveTets } from '../../src/simulation/constraints/neo-hookean/solve-tets.ts';
import type { MaterialKind } from '../../src/simulation/world/material.ts';
import type { SolveCase, SolveThread } from '../solve/solve-case.ts';

/** The reference stops when no vertex moves by more than this share of the largest displacement in an iteration. */
const STILL = 1e-9;
const MOST_ITERATIONS = 4000;

/** Arrays in float64, which `solveTets` computes with as with those in float32: it only reads and writes numbers. */
const asFloat32 = (array: Float64Array): Float32Array => array as unknown as Float32Array;

export interface Converged {
  /** Displacements from the step's start of the implicit Euler step [m], 3 per vertex. */
  readonly displacements: Float64Array;
  readonly iterations: number;
  /** Largest change in the last iteration, as a share of the largest displacement. */
  readonly change: number;
}

/** Solves a case's step by iterations of the block, with displacements and multipliers in float64, until it is an implicit Euler step. */
export function convergedStep(solveCase: SolveCase, thread: SolveThread): Converged {
  const { timeStep, materialDamping, ...parameters } = thread.start('neo-hookean');
  const { world } = solveCase;
  const { inverseMasses, positionsT0 } = thread.context.state;
  const u = displacementsOf(thread);
  const multipliers = new Float64Array(world.multiplierCount);
  const moments = new Float64Array(u.length);
  const { mu, lambda, restDeterminant } = neoHookeanParameters(parameters);
  const before = new Float64Array(u.length);
  let change = Number.POSITIVE_INFINITY;
  let iterations = 0;
  for (; iterations < MOST_ITERATIONS && change > STILL; iterations++) {
    before.set(u);
    for (const { model, vertexBase, multiplierBase } of world.bodies) {
      const { colourOffsets, vertices, restMetrics, restVolumes } = world.models[model].elasticTets;
      for (let colour = 0; colour + 1 < colourOffsets.length; colour++)
        solveTets(
          ...([positionsT0, asFloat32(u), inverseMasses, asFloat32(multipliers), asFloat32(moments)] as const),
          ...([vertices, restMetrics, restVolumes, vertexBase, multiplierBase] as const),
          ...([colourOffsets[colour], colourOffsets[colour + 1], mu, lambda, restDeterminant] as const),
          materialDamping / timeStep,
          timeStep,
        );
    }
    change = largestDifference(u, before) / largestDifference(u, new Float64Array(u.length));
  }
  return { displacements: u, iterations, change };
}

/** Returns a thread's displacements from the step's start [m], with what float32 rounds off its positions. */
export function displacementsOf({ context: { state } }: SolveThread): Float64Array {
  const { positions, positionsT0, remainders } = state;
  return Float64Array.from(positions, (x, i) => x - positionsT0[i] + remainders[i]);
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

/** Returns the root of the mean squared difference of displacements, weighted by mass. Held vertices don't count. */
function distance(a: Float64Array, b: Float64Array, inverseMasses: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const w = inverseMasses[Math.floor(i / 3)];
    if (w > 0) sum += (a[i] - b[i]) ** 2 / w;
  }
  return Math.sqrt(sum);
}

/**
 * Returns the error that a material has after some numbers of iterations: the distance from the converged step, as a share of the
 * prediction's distance from it.
 */
export function errorsAfter(
  thread: SolveThread,
  material: MaterialKind,
  { displacements }: Converged,
  iterations: readonly number[],
): number[] {
  const { inverseMasses } = thread.context.state;
  thread.start(material);
  const all = distance(displacementsOf(thread), displacements, inverseMasses);
  return iterations.map((count) => {
    thread.time(material, count);
    return distance(displacementsOf(thread), displacements, inverseMasses) / all;
  });
}
