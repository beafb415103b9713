import type { Context } from '../../program/stage.ts';
import type { State } from '../../state.ts';

/**
 * Returns the displacements u = x - x0 [m], 3 per vertex. x are the current positions, and x0 the positions at the start of the step.
 * The material's constraints change u instead of x: displacements are much smaller than positions, so their rounding errors cause no
 * measurable loss of momentum. Displacements use the memory of `remainders`. `displace` replaces the remainders by displacements, and
 * `place` replaces the displacements by the remainders of the new positions. In between nothing reads positions.
 */
export const displacementsOf = ({ remainders }: State): Float32Array => remainders;

/**
 * Computes u = x - x0, including the remainder of x. Each iteration computes u anew, since other constraints may have moved x. A round of
 * the loop handles three coordinates instead of one, since V8 looks up all arrays again in each round. solveTets in neo-hookean.ts
 * explains the bit masks.
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

/** Computes x = x0 + u, and replaces u by the remainders: the rounding errors of the float32 positions. */
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
 * Adds the displacements, times `sign`, to `materialMoves`. It is called with sign -1 before the constraints and 1 after them, so that
 * `materialMoves` sums what the constraints displaced. From this sum, integrators/xpbd/moments.ts computes the angular momentum
 * about x0 that the constraints added. For constraints as cheap as springs, this takes less time than adding it up for each impulse.
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
