import { findGradients } from '../../constraints/pressure/gas.ts';
import { hasGas } from '../../constraints/pressure/has-gas.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { SUM_CHUNK } from '../../state.ts';
import { hasSprings, writeElements } from './elements.ts';
import { writeGases } from './gas.ts';
import { writeSprings } from './springs.ts';

/** A loop over elements, in chunks, whose sums don't depend on the number of workers. */
export interface Phase {
  /** Returns the number of elements; undefined if one worker runs the phase alone. */
  count?(context: Context): number;
  /** Number of elements per chunk, SUM_CHUNK by default. */
  readonly chunk?: number;
  run(context: Context, begin: number, end: number): void;
}

/** Returns the number of elements: tetrahedra, and springs if a body has some. */
export const elementCount = ({ world, parameters }: Context): number =>
  world.tetCount + (hasSprings(world, parameters) ? world.springCount : 0);

export const vertexCount = ({ world }: Context): number => world.vertexCount;
export const bodyCount = ({ world }: Context): number => world.bodies.length;
export const gasCount = ({ world }: Context): number => (hasGas(world) ? world.bodies.length : 0);
const gasSurfaceCount = ({ world }: Context): number => (hasGas(world) ? world.surfaceVertexCount : 0);

/** Phases that compute the gradients and Hessians of elements and gas at the current displacements. */
export const ELEMENT_PHASES: readonly Phase[] = [
  { count: elementCount, run: assembleElements },
  { count: gasSurfaceCount, run: findGradients },
  { count: gasCount, chunk: 1, run: writeGases },
];

function assembleElements(context: Context, begin: number, end: number): void {
  const { tetCount } = context.world;
  if (begin < tetCount) writeElements(context, begin, Math.min(end, tetCount));
  if (end > tetCount) writeSprings(context, Math.max(0, begin - tetCount), end - tetCount);
}

const chunkCount = ({ count, chunk = SUM_CHUNK }: Phase, context: Context): number =>
  count ? Math.ceil(count(context) / chunk) : 1;

function runChunk({ count, chunk = SUM_CHUNK, run }: Phase, context: Context, index: number): void {
  const begin = index * chunk;
  run(context, begin, count ? Math.min(begin + chunk, count(context)) : 1);
}

/** Joins phases that don't depend on one another into one, so that workers wait for one another once. */
export const together = (phases: readonly Phase[]): Phase => ({
  count(context) {
    let sum = 0;
    for (const phase of phases) sum += chunkCount(phase, context);
    return sum;
  },
  chunk: 1,
  run(context, begin) {
    let index = begin;
    for (const phase of phases) {
      const chunks = chunkCount(phase, context);
      if (index < chunks) {
        runChunk(phase, context, index);
        return;
      }
      index -= chunks;
    }
  },
});

/** Returns a stage of phases, whose elements are chunks. */
export const stageOf = (
  phases: (context: Context) => number,
  phaseAt: (context: Context, phase: number) => Phase,
): Stage => ({
  solvesMaterial: true,
  phases,
  count: (context, phase) => chunkCount(phaseAt(context, phase), context),
  run(context, begin, end, phase) {
    for (let chunk = begin; chunk < end; chunk++) runChunk(phaseAt(context, phase), context, chunk);
  },
  chunk: 1,
});
