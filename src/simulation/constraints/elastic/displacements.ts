import type { Context } from '../../stage.ts';
import type { State } from '../../state.ts';

/**
 * Returns the array of displacements u = x - x0 [m], 3 per vertex. x are the current positions, x0 the positions at the start of the
 * step. The material's constraints change u instead of x. Displacements are much smaller than positions, so their rounding errors cause
 * no measurable loss of momentum.
 *
 * Displacements share the memory of `remainders` (the rounding errors of the float32 positions). `displace` replaces the remainders by
 * displacements; `place` replaces the displacements by the remainders of the new positions. Nothing reads positions between these calls.
 */
export const displacementsOf = ({ remainders }: State): Float32Array => remainders;

/**
 * Sets u = x - x0 plus the remainder of x. This is done before each iteration, since other constraints may have moved the positions. The
 * loop handles a vertex per iteration, not a coordinate, since V8 looks up all arrays again in each iteration. The bit masks are
 * explained in neo-hookean.ts (solveTets).
 */
export function displace({ state }: Context, begin: number, end: number): void {
  const { positions, positionsT0 } = state;
  const displacements = displacementsOf(state);
  for (let v = begin; v < end; v++) {
    const x = (3 * v) & 0x3fffffff;
    const y = x + 1;
    const z = x + 2;
    const ux = Math.fround(displacements[x] + (positions[x] - positionsT0[x]));
    const uy = Math.fround(displacements[y] + (positions[y] - positionsT0[y]));
    const uz = Math.fround(displacements[z] + (positions[z] - positionsT0[z]));
    displacements[x] = ux;
    displacements[y] = uy;
    displacements[z] = uz;
  }
}

/** Sets x = x0 + u, and replaces u by the remainders: the rounding errors of the float32 positions. */
export function place({ state }: Context, begin: number, end: number): void {
  const { positions, positionsT0 } = state;
  const displacements = displacementsOf(state);
  for (let v = begin; v < end; v++) {
    const i = (3 * v) & 0x3fffffff;
    const ux = displacements[i];
    const uy = displacements[i + 1];
    const uz = displacements[i + 2];
    const x = positionsT0[i] + ux;
    const y = positionsT0[i + 1] + uy;
    const z = positionsT0[i + 2] + uz;
    const roundX = Math.fround(x);
    const roundY = Math.fround(y);
    const roundZ = Math.fround(z);
    positions[i] = roundX;
    positions[i + 1] = roundY;
    positions[i + 2] = roundZ;
    displacements[i] = x - roundX;
    displacements[i + 1] = y - roundY;
    displacements[i + 2] = z - roundZ;
  }
}

/**
 * Adds `sign` times the displacements to `materialMoves`. The caller passes -1 before the constraints and 1 after them, so that
 * `materialMoves` sums the displacements that the constraints have caused. moments.ts derives the moments about x0 from this sum. For
 * constraints as cheap as springs, this takes less time than adding the moment in each constraint.
 */
export function sumDisplacements({ state }: Context, begin: number, end: number, sign: 1 | -1): void {
  const { materialMoves } = state;
  const displacements = displacementsOf(state);
  for (let v = begin; v < end; v++) {
    const x = (3 * v) & 0x3fffffff;
    materialMoves[x] += sign * displacements[x];
    materialMoves[x + 1] += sign * displacements[x + 1];
    materialMoves[x + 2] += sign * displacements[x + 2];
  }
}
