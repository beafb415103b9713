import type { World } from './world.ts';

/**
 * The sum of the cross products of the boundary faces around a surface vertex: twice their vector area, outwards [m^2].
 * @param sum 3 numbers, overwritten    @param x positions [m]    @param s its index among all bodies' surface vertices
 */
export function sumFan(sum: Float64Array, world: World, x: Float32Array, s: number): void {
  const { model, vertexBase, surfaceBase } = world.bodies[world.surfaceBodies[s]];
  const { faces, vertexFaces, vertexFaceOffsets } = world.models[model].topology;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let k = vertexFaceOffsets[s - surfaceBase]; k < vertexFaceOffsets[s - surfaceBase + 1]; k++) {
    const a = 3 * (vertexBase + faces[3 * vertexFaces[k]]);
    const b = 3 * (vertexBase + faces[3 * vertexFaces[k] + 1]);
    const c = 3 * (vertexBase + faces[3 * vertexFaces[k] + 2]);
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a];
    const vy = x[c + 1] - x[a + 1];
    const vz = x[c + 2] - x[a + 2];
    sx += uy * vz - uz * vy;
    sy += uz * vx - ux * vz;
    sz += ux * vy - uy * vx;
  }
  sum[0] = sx;
  sum[1] = sy;
  sum[2] = sz;
}
