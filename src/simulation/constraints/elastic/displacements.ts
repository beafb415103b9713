import type { Context } from '../../stage.ts';
import type { State } from '../../state.ts';

/**
 * Displacements u = x - x0 [m], 3 per vertex. The material's constraints move these instead of positions: they are much smaller, so
 * their rounding errors cause no measurable loss of momentum. They share the memory of `remainders`. `displace` starts them, with the
 * remainders included; `place` ends them and leaves the remainders of the new positions. In between nothing reads positions.
 */
export const displacementsOf = ({ remainders }: State): Float32Array => remainders;

/**
 * Sets u = x - x0, remainders included; other constraints may have moved the positions. It handles one vertex per round of the loop,
 * since V8 looks up all arrays again in each round. The bit masks are explained in neo-hookean.ts.
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

/** Sets x = x0 + u, and stores in place of u what float32 rounds off x. */
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
 * Sums the displacement of each vertex by constraints: called with sign -1 before and 1 after them. The moment about x0 is derived
 * from it (moments.ts), which is cheaper than to add it in each constraint if constraints are as cheap as springs.
 */
export function keepMoves({ state }: Context, begin: number, end: number, sign: 1 | -1): void {
  const { materialMoves } = state;
  const displacements = displacementsOf(state);
  for (let v = begin; v < end; v++) {
    const x = (3 * v) & 0x3fffffff;
    materialMoves[x] += sign * displacements[x];
    materialMoves[x + 1] += sign * displacements[x + 1];
    materialMoves[x + 2] += sign * displacements[x + 2];
  }
}
