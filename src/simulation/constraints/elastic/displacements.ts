import type { Context } from '../../stage.ts';
import type { State } from '../../state.ts';

/**
 * Displacements u = x - x0 [m], 3 a vertex, which the material's constraints move instead of positions: far smaller numbers, so
 * that their rounding is no push that momentum would show. They stand in the memory of `remainders`, from `displace`, which takes
 * up the remainders in them, to `place`, which leaves those of the new positions there; between the two nobody reads positions.
 */
export const displacementsOf = ({ remainders }: State): Float32Array => remainders;

/**
 * u = x - x0, remainders included, of positions that others may have moved. A vertex at a time, since V8 looks all arrays up again
 * in each round of a loop; masks as in neo-hookean.ts.
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

/** x = x0 + u; in the place of u stands from here on what float32 rounds off x. */
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
 * Keeps what constraints move vertices by, called with -1 before them and with 1 behind, for the moment that it has about x0
 * (moments.ts). Cheaper than to add up the moment in each constraint where those are cheap themselves, as springs are.
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
