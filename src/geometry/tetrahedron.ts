/**
 * Whether a point's four barycentric coordinates in a tetrahedron all exceed a margin. They are ratios of signed volumes, so
 * that an inverted tetrahedron holds what it covers, and one without volume holds nothing.
 * @param positions 3 numbers a vertex
 * @param a first number of the tetrahedron's first vertex in `positions`; b, c, d likewise
 * @param margin least coordinate, without a unit
 */
export function tetrahedronContains(
  positions: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  x: number,
  y: number,
  z: number,
  margin: number,
): boolean {
  const dx = positions[d];
  const dy = positions[d + 1];
  const dz = positions[d + 2];
  const px = x - dx;
  const py = y - dy;
  const pz = z - dz;
  const ux = positions[a] - dx;
  const uy = positions[a + 1] - dy;
  const uz = positions[a + 2] - dz;
  const vx = positions[b] - dx;
  const vy = positions[b + 1] - dy;
  const vz = positions[b + 2] - dz;
  const wx = positions[c] - dx;
  const wy = positions[c + 1] - dy;
  const wz = positions[c + 2] - dz;
  // Six times signed volumes, the tetrahedron's own made positive.
  let nx = vy * wz - vz * wy;
  let ny = vz * wx - vx * wz;
  let nz = vx * wy - vy * wx;
  const signed = ux * nx + uy * ny + uz * nz;
  const sign = signed < 0 ? -1 : 1;
  const whole = sign * signed;
  const least = margin * whole;
  const atA = sign * (px * nx + py * ny + pz * nz);
  if (!(atA > least) || whole === 0) return false;
  nx = wy * uz - wz * uy;
  ny = wz * ux - wx * uz;
  nz = wx * uy - wy * ux;
  const atB = sign * (px * nx + py * ny + pz * nz);
  if (!(atB > least)) return false;
  nx = uy * vz - uz * vy;
  ny = uz * vx - ux * vz;
  nz = ux * vy - uy * vx;
  const atC = sign * (px * nx + py * ny + pz * nz);
  return atC > least && whole - atA - atB - atC > least;
}
