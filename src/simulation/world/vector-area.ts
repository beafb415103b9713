import type { World } from './world.ts';

/** Adds twice a triangle's vector area [m^2] to `sum`. @param x positions [m]    @param i, j, k vertex ids of its corners */
export function addVectorArea(sum: Float64Array, x: Float32Array, i: number, j: number, k: number): void {
  const ux = x[3 * j] - x[3 * i];
  const uy = x[3 * j + 1] - x[3 * i + 1];
  const uz = x[3 * j + 2] - x[3 * i + 2];
  const vx = x[3 * k] - x[3 * i];
  const vy = x[3 * k + 1] - x[3 * i + 1];
  const vz = x[3 * k + 2] - x[3 * i + 2];
  sum[0] += uy * vz - uz * vy;
  sum[1] += uz * vx - ux * vz;
  sum[2] += ux * vy - uy * vx;
}

/** Adds twice the vector area [m^2] of a body's boundary face to `sum`. @param faces 3 vertex ids per face, local to the model */
export function addFaceArea(
  sum: Float64Array,
  x: Float32Array,
  faces: Uint32Array,
  vertexBase: number,
  face: number,
): void {
  const f = 3 * face;
  addVectorArea(sum, x, vertexBase + faces[f], vertexBase + faces[f + 1], vertexBase + faces[f + 2]);
}

/**
 * Writes twice the vector area [m^2] of the boundary faces around a surface vertex to `sum`. The vector points outwards. It is the
 * vertex's normal, weighted by area; gas inside the body pushes the vertex in this direction.
 * @param sum 3 numbers    @param x positions [m]    @param s index of the surface vertex in the world
 */
export function sumFan(sum: Float64Array, world: World, x: Float32Array, s: number): void {
  const { model, vertexBase, surfaceBase } = world.bodies[world.surfaceBodies[s]];
  const { faces, vertexFaces, vertexFaceOffsets } = world.models[model].topology;
  sum.fill(0);
  for (let k = vertexFaceOffsets[s - surfaceBase]; k < vertexFaceOffsets[s - surfaceBase + 1]; k++)
    addFaceArea(sum, x, faces, vertexBase, vertexFaces[k]);
}
