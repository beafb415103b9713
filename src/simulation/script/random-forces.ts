import { vertexEnd, type World } from '../world/world.ts';

/** Half of the number of values that `mixed` returns. */
const HALF = 2 ** 31;

/**
 * Writes the vertices' accelerations in one period [m/s^2], 3 numbers per vertex. In the plane, the third stays as it is.
 * @param period number of the period, from 0
 */
export function writeAccelerations(world: World, acceleration: number, period: number, out: Float32Array): void {
  for (let body = 0; body < world.bodies.length; body++)
    for (let axis = 0; axis < world.dimension; axis++) {
      const value = acceleration * evenly(3 * body + axis, period);
      for (let v = world.bodies[body].vertexBase; v < vertexEnd(world, body); v++) out[3 * v + axis] = value;
    }
}

/** Returns a number from -1 to 1 for two whole numbers. Such numbers are evenly distributed. */
const evenly = (a: number, b: number): number => mixed(mixed(a) ^ b) / HALF - 1;

/** Mixes the bits of a whole number. @returns a whole number from 0 to 2^32 - 1. Source: lowbias32 (Wellons 2018, Hash Prospector). */
function mixed(bits: number): number {
  let x = (bits + 1) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}
