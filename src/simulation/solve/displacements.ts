import type { Context } from '../stage.ts';

/**
 * The material's constraints move displacements u = x - x0 instead of positions: far smaller numbers, so that their rounding is no
 * push that momentum would show. While they do, `remainders` holds the displacements. Elements: vertices.
 */

/**
 * u = x - x0, of positions that others may have moved. A vertex at a time, since V8 looks all arrays up again in each round of a
 * loop; masks as in neo-hookean.ts.
 */
export function displace({ state }: Context, begin: number, end: number): void {
  const { positions, positionsT0, remainders } = state;
  for (let v = begin; v < end; v++) {
    const x = (3 * v) & 0x3fffffff;
    const y = x + 1;
    const z = x + 2;
    const ux = Math.fround(remainders[x] + (positions[x] - positionsT0[x]));
    const uy = Math.fround(remainders[y] + (positions[y] - positionsT0[y]));
    const uz = Math.fround(remainders[z] + (positions[z] - positionsT0[z]));
    remainders[x] = ux;
    remainders[y] = uy;
    remainders[z] = uz;
  }
}

/** x = x0 + u. */
export function place({ state }: Context, begin: number, end: number): void {
  const { positions, positionsT0, remainders } = state;
  for (let v = begin; v < end; v++) {
    const i = (3 * v) & 0x3fffffff;
    const ux = remainders[i];
    const uy = remainders[i + 1];
    const uz = remainders[i + 2];
    const x = positionsT0[i] + ux;
    const y = positionsT0[i + 1] + uy;
    const z = positionsT0[i + 2] + uz;
    const roundX = Math.fround(x);
    const roundY = Math.fround(y);
    const roundZ = Math.fround(z);
    positions[i] = roundX;
    positions[i + 1] = roundY;
    positions[i + 2] = roundZ;
    remainders[i] = x - roundX;
    remainders[i + 1] = y - roundY;
    remainders[i + 2] = z - roundZ;
  }
}

/**
 * Keeps what constraints move vertices by, called with -1 before them and with 1 behind, for the moment that it has about x0
 * (moments.ts). Cheaper than to add up the moment in each constraint where those are cheap themselves, as springs are.
 */
export function keepMoves({ state }: Context, begin: number, end: number, sign: 1 | -1): void {
  const { remainders, materialMoves } = state;
  for (let v = begin; v < end; v++) {
    const x = (3 * v) & 0x3fffffff;
    materialMoves[x] += sign * remainders[x];
    materialMoves[x + 1] += sign * remainders[x + 1];
    materialMoves[x + 2] += sign * remainders[x + 2];
  }
}
