import type { Index } from '../../../math/integers.ts';
import type { State } from '../../state.ts';

/**
 * Returns the displacements u = x - x0 [m], 3 per vertex. x are the current positions, and x0 the positions at the start of the step.
 * The material's constraints change u instead of x: displacements are much smaller than positions, so their rounding errors cause no
 * measurable loss of momentum. Displacements use the memory of `remainders`. `displace` replaces the remainders by displacements, and
 * `place` replaces the displacements by the remainders of the new positions. In between, XPBD reads no positions; implicit Euler keeps them at
 * x0 + u, rounded (integrators/implicit-euler/line-search.ts).
 */
export const displacementsOf = ({ remainders }: State): Float32Array => remainders;

/**
 * Computes u = x - x0 for the vertices `begin` to `end` - 1, including the remainder of x. Each iteration computes u anew, since other
 * constraints may have moved x. A round of the loop handles three coordinates instead of one, since V8 looks up all arrays again in each
 * round. solve-tets.ts explains the bit masks. The SIMD kernels are made from the text of this and the next two functions (docs/kernels.md).
 * @param positions x [m], 3 per vertex
 * @param positionsT0 x0 [m]
 * @param displacements the remainders of x, which are replaced by u [m]
 */
export function displace(
  positions: Float32Array,
  positionsT0: Float32Array,
  displacements: Float32Array,
  begin: Index,
  end: Index,
): void {
  for (let v = begin; v < end; v++) {
    const i = (3 * v) & 0x3fffffff;
    const ux = displacements[i] + (positions[i] - positionsT0[i]);
    const uy = displacements[i + 1] + (positions[i + 1] - positionsT0[i + 1]);
    const uz = displacements[i + 2] + (positions[i + 2] - positionsT0[i + 2]);
    displacements[i] = ux;
    displacements[i + 1] = uy;
    displacements[i + 2] = uz;
  }
}

/** Computes x = x0 + u, and replaces u by the remainders: the rounding errors of the float32 positions. Parameters as for `displace`. */
export function place(
  positions: Float32Array,
  positionsT0: Float32Array,
  displacements: Float32Array,
  begin: Index,
  end: Index,
): void {
  for (let v = begin; v < end; v++) {
    const i = (3 * v) & 0x3fffffff;
    const x = positionsT0[i] + displacements[i];
    const y = positionsT0[i + 1] + displacements[i + 1];
    const z = positionsT0[i + 2] + displacements[i + 2];
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
export function sumDisplacements(
  materialMoves: Float32Array,
  displacements: Float32Array,
  begin: Index,
  end: Index,
  sign: number,
): void {
  for (let v = begin; v < end; v++) {
    const i = (3 * v) & 0x3fffffff;
    materialMoves[i] += sign * displacements[i];
    materialMoves[i + 1] += sign * displacements[i + 1];
    materialMoves[i + 2] += sign * displacements[i + 2];
  }
}
