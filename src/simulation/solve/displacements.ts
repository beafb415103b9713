import type { Context } from '../stage.ts';
import type { Batch, World } from '../world.ts';

/**
 * The material's constraints move displacements u = x - x0 instead of positions: far smaller numbers, so that their rounding is no
 * push that momentum would show. While they do, `remainders` holds the displacements, and `materialMoves` gets what all of them
 * together have changed: what moments.ts needs of them, and cheaper here than in each constraint. Elements: coordinates of vertices.
 */

/** Phases of an iteration over batches of constraints: displacements before them, positions behind. */
export const phasesAround = (batches: readonly Batch[]): number => batches.length + 2;

/** Elements of a phase. */
export function countAround({ vertexCount }: World, batches: readonly Batch[], phase: number): number {
  if (phase === 0 || phase > batches.length) return 3 * vertexCount;
  const { begin, end, bodyCount } = batches[phase - 1];
  return (end - begin) * bodyCount;
}

/** u = x - x0, of positions that others may have moved. */
export function displace({ state }: Context, begin: number, end: number): void {
  const { positions, positionsT0, remainders, materialMoves } = state;
  for (let i = begin; i < end; i++) {
    remainders[i] += positions[i] - positionsT0[i];
    materialMoves[i] -= remainders[i];
  }
}

/** x = x0 + u. */
export function place({ state }: Context, begin: number, end: number): void {
  const { positions, positionsT0, remainders, materialMoves } = state;
  for (let i = begin; i < end; i++) {
    materialMoves[i] += remainders[i];
    const x = positionsT0[i] + remainders[i];
    positions[i] = x;
    remainders[i] = x - positions[i];
  }
}
