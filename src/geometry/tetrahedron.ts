/**
 * Returns the corners of a tetrahedron whose barycentric coordinates at a point exceed a margin, as bits: bit 0 for a, bit 3 for d. The coordinates are
 * ratios of signed volumes, so the test also works for an inverted tetrahedron. Discrete collision detection uses it. A tetrahedron without volume has none.
 * @param positions 3 numbers per vertex
 * @param a, b, c, d offsets of the tetrahedron's vertices in `positions`
 * @param point 3 coordinates
 * @param margin the number that a coordinate must exceed
 */
export function cornersAbove(
  positions: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  point: ArrayLike<number>,
  margin: number,
): number {
  const dx = positions[d];
  const dy = positions[d + 1];
  const dz = positions[d + 2];
  const px = point[0] - dx;
  const py = point[1] - dy;
  const pz = point[2] - dz;
  const ux = positions[a] - dx;
  const uy = positions[a + 1] - dy;
  const uz = positions[a + 2] - dz;
  const vx = positions[b] - dx;
  const vy = positions[b + 1] - dy;
  const vz = positions[b + 2] - dz;
  const wx = positions[c] - dx;
  const wy = positions[c + 1] - dy;
  const wz = positions[c + 2] - dz;
  // Six times signed volumes. `sign` makes the tetrahedron's own volume positive. `atA` is a's barycentric coordinate times `volume`.
  let nx = vy * wz - vz * wy;
  let ny = vz * wx - vx * wz;
  let nz = vx * wy - vy * wx;
  const signed = ux * nx + uy * ny + uz * nz;
  const sign = 1 - 2 * Number(signed < 0);
  const volume = sign * signed;
  const least = margin * volume;
  const atA = sign * (px * nx + py * ny + pz * nz);
  nx = wy * uz - wz * uy;
  ny = wz * ux - wx * uz;
  nz = wx * uy - wy * ux;
  const atB = sign * (px * nx + py * ny + pz * nz);
  nx = uy * vz - uz * vy;
  ny = uz * vx - ux * vz;
  nz = ux * vy - uy * vx;
  const atC = sign * (px * nx + py * ny + pz * nz);
  const atD = volume - atA - atB - atC;
  // The comparisons are combined without branches, since the processor could not predict these.
  const above =
    Number(atA > least) | (Number(atB > least) << 1) | (Number(atC > least) << 2) | (Number(atD > least) << 3);
  return above * Number(volume > 0);
}

/** Tests whether all four barycentric coordinates of a point exceed a margin (cornersAbove). */
export const tetrahedronContains = (
  positions: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  point: ArrayLike<number>,
  margin: number,
): boolean => cornersAbove(positions, a, b, c, d, point, margin) === 0b1111;

/** Returns the determinant of the three vectors that begin at offsets i, j and k of an array. */
export const determinant = (m: Float64Array, i: number, j: number, k: number): number =>
  m[i] * (m[j + 1] * m[k + 2] - m[j + 2] * m[k + 1]) +
  m[i + 1] * (m[j + 2] * m[k] - m[j] * m[k + 2]) +
  m[i + 2] * (m[j] * m[k + 1] - m[j + 1] * m[k]);

/** Returns six times the signed volume of a tetrahedron [m^3]. @param a, b, c, d offsets in `x` */
export function sixVolumes(x: Float32Array, a: number, b: number, c: number, d: number): number {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const wx = x[d] - x[a];
  const wy = x[d + 1] - x[a + 1];
  const wz = x[d + 2] - x[a + 2];
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
}
