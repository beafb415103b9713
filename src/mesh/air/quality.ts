import { NONE } from '../topology.ts';
import { INVERTED_QUALITY, TETRAHEDRON_SCALE, TRIANGLE_SCALE } from './quality-scales.ts';

/** Quality of air elements: signed, free of scale, 1 for the best shape, 0 for a flat element, below 0 for an inverted one. */

const TETRAHEDRON_EDGES = 6;

/**
 * Writes the signed quality of a triangle of the plane, 4 sqrt 3 A / (l1^2 + l2^2 + l3^2), to out[at]. It is 0 if all corners coincide or
 * a coordinate isn't finite. (The number is written, not returned, since V8 allocates numbers that longer functions return.)
 * @param p positions, 3 numbers per vertex; z isn't read
 * @param a, b, c vertex ids; counter-clockwise corners give a positive quality
 * Source: equation 3 of Mueller et al. 2015, Air Meshes for Robust Collision Handling.
 */
export function writeTriangleQuality(
  p: Float32Array | Float64Array,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
  at: number,
): void {
  const ax = p[3 * a];
  const ay = p[3 * a + 1];
  const ux = p[3 * b] - ax;
  const uy = p[3 * b + 1] - ay;
  const vx = p[3 * c] - ax;
  const vy = p[3 * c + 1] - ay;
  const wx = vx - ux;
  const wy = vy - uy;
  const squares = ux * ux + uy * uy + vx * vx + vy * vy + wx * wx + wy * wy;
  out[at] = squares > 0 && squares < Infinity ? (TRIANGLE_SCALE * (ux * vy - uy * vx)) / squares : 0;
}

/**
 * Writes the signed quality of a tetrahedron, 12 V / (sqrt 2 l_rms^3), to out[at]. It is 0 if all corners coincide or a coordinate isn't
 * finite.
 * @param p positions, 3 numbers per vertex
 * @param a, b, c, d vertex ids; the quality is positive if det(b - a, c - a, d - a) is
 * Source: equation 4 of Mueller et al. 2015, Air Meshes for Robust Collision Handling.
 */
export function writeTetQuality(
  p: Float32Array | Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  out: Float64Array,
  at: number,
): void {
  const ax = p[3 * a];
  const ay = p[3 * a + 1];
  const az = p[3 * a + 2];
  const ux = p[3 * b] - ax;
  const uy = p[3 * b + 1] - ay;
  const uz = p[3 * b + 2] - az;
  const vx = p[3 * c] - ax;
  const vy = p[3 * c + 1] - ay;
  const vz = p[3 * c + 2] - az;
  const wx = p[3 * d] - ax;
  const wy = p[3 * d + 1] - ay;
  const wz = p[3 * d + 2] - az;
  const det = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  const squares =
    ux * ux +
    uy * uy +
    uz * uz +
    vx * vx +
    vy * vy +
    vz * vz +
    wx * wx +
    wy * wy +
    wz * wz +
    ((vx - ux) * (vx - ux) + (vy - uy) * (vy - uy) + (vz - uz) * (vz - uz)) +
    ((wx - ux) * (wx - ux) + (wy - uy) * (wy - uy) + (wz - uz) * (wz - uz)) +
    ((wx - vx) * (wx - vx) + (wy - vy) * (wy - vy) + (wz - vz) * (wz - vz));
  const meanSquare = squares / TETRAHEDRON_EDGES;
  out[at] = squares > 0 && squares < Infinity ? (TETRAHEDRON_SCALE * det) / (meanSquare * Math.sqrt(meanSquare)) : 0;
}

/**
 * Tests whether an element is inverted by more than a contact at rest leaves.
 * @param x positions, 3 per vertex    @param at offset of the element in `elements`    @param out one number, overwritten by its quality
 */
export function isInverted(
  x: Float32Array | Float64Array,
  elements: Uint32Array,
  at: number,
  out: Float64Array,
): boolean {
  const d = elements[at + 3];
  if (d === NONE) writeTriangleQuality(x, elements[at], elements[at + 1], elements[at + 2], out, 0);
  else writeTetQuality(x, elements[at], elements[at + 1], elements[at + 2], d, out, 0);
  return out[0] < INVERTED_QUALITY;
}
