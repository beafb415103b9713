import type { Dispatch, Pass } from '../../program/pass.ts';
import type { Batch, World } from '../../world/world.ts';

/** Returns the dispatch of a constraint kernel over one batch: constraints of one colour, of consecutive bodies of one model. */
const batchDispatch = (kernel: string, batch: Batch): Dispatch => ({
  kernel,
  count: (batch.end - batch.begin) * batch.bodyCount,
  model: batch.model,
  batchBegin: batch.begin,
  batchSize: batch.end - batch.begin,
  firstBody: batch.firstBody,
  bodyCount: batch.bodyCount,
});

/**
 * Returns the dispatches of one iteration. `displace` computes displacements from positions, `kernel` solves the constraints colour by
 * colour, and `place` computes positions from displacements (displacements.ts).
 * @param kernel name, or a function that returns a batch's
 */
export function iterationDispatches(
  kernel: string | ((batch: Batch) => string),
  world: World,
  batches: readonly Batch[],
): Dispatch[] {
  const count = 3 * world.vertexCount;
  return [
    { kernel: 'displace', count },
    ...batches.map((batch) => batchDispatch(typeof kernel === 'string' ? kernel : kernel(batch), batch)),
    { kernel: 'place', count },
  ];
}

/** Fields that the passes of all elastic constraints share. */
export const ITERATION = {
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'inverseMasses', 'multipliers'],
  writes: ['positions', 'remainders', 'multipliers', 'moments'],
  scratch: ['materialMoves'],
} as const satisfies Partial<Pass>;
