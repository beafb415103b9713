import { findGradients } from '../../constraints/pressure/gas.ts';
import { hasGas } from '../../constraints/pressure/has-gas.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { SUM_CHUNK } from '../../state.ts';
import { writeElements } from './elements.ts';
import { writeGases } from './gas.ts';
import { writeSprings } from './springs.ts';

/** A loop over elements, in chunks of SUM_CHUNK, whose sums don't depend on the number of workers. */
export interface Phase {
  /** Returns the number of elements; undefined if one worker runs the phase alone. */
  count?(context: Context): number;
  run(context: Context, begin: number, end: number): void;
}

export const elementCount = ({ world }: Context): number => world.tetCount + world.springCount;
export const vertexCount = ({ world }: Context): number => world.vertexCount;
export const gasCount = ({ world }: Context): number => (hasGas(world) ? world.bodies.length : 0);
const gasSurfaceCount = ({ world }: Context): number => (hasGas(world) ? world.surfaceVertexCount : 0);

/** Phases that compute the gradients and Hessians of elements and gas at the current displacements. */
export const ELEMENT_PHASES: readonly Phase[] = [
  { count: elementCount, run: assembleElements },
  { count: gasSurfaceCount, run: findGradients },
  { count: gasCount, run: writeGases },
];

function assembleElements(context: Context, begin: number, end: number): void {
  const { tetCount } = context.world;
  if (begin < tetCount) writeElements(context, begin, Math.min(end, tetCount));
  if (end > tetCount) writeSprings(context, Math.max(0, begin - tetCount), end - tetCount);
}

/** Returns a stage of phases, whose elements are chunks. */
export const stageOf = (
  phases: (context: Context) => number,
  phaseAt: (context: Context, phase: number) => Phase,
): Stage => ({
  phases,
  count(context, phase) {
    const { count } = phaseAt(context, phase);
    return count ? Math.ceil(count(context) / SUM_CHUNK) : 1;
  },
  run(context, begin, end, phase) {
    const { count, run } = phaseAt(context, phase);
    for (let chunk = begin; chunk < end; chunk++)
      run(context, chunk * SUM_CHUNK, count ? Math.min((chunk + 1) * SUM_CHUNK, count(context)) : 1);
  },
  chunk: 1,
});
