/**
 * Returns the quality of a tetrahedron: 12 V / (sqrt(2) l^3) with its volume V and the root mean square l of its edges' lengths. It is 1 for a
 * regular tetrahedron, 0 for a flat one, and negative for an inverted one.
 * Source: equation 4 of Mueller, Chentanez, Kim and Macklin 2015, "Air meshes for robust collision handling"; the volume is signed here.
 * @param x positions, 3 numbers per vertex @param a vertex ids
 */
export function tetQuality(x: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const [i, j, k, l] = [3 * a, 3 * b, 3 * c, 3 * d];
  const ax = x[i];
  const ay = x[i + 1];
  const az = x[i + 2];
  const ux = x[j] - ax;
  const uy = x[j + 1] - ay;
  const uz = x[j + 2] - az;
  const vx = x[k] - ax;
  const vy = x[k + 1] - ay;
  const vz = x[k + 2] - az;
  const wx = x[l] - ax;
  const wy = x[l + 1] - ay;
  const wz = x[l + 2] - az;
  const det = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  let squares = square(ux, uy, uz) + square(vx, vy, vz) + square(wx, wy, wz);
  squares += square(vx - ux, vy - uy, vz - uz) + square(wx - vx, wy - vy, wz - vz) + square(ux - wx, uy - wy, uz - wz);
  const mean = squares / 6;
  return (Math.SQRT2 * det) / (mean * Math.sqrt(mean));
}

const square = (x: number, y: number, z: number): number => x * x + y * y + z * z;
