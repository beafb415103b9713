import { mat4, quat, vec3 } from 'wgpu-matrix';

/**
 * Copies a model's rest positions to a place in the scene.
 * @param rest [m], 3 a vertex
 * @param orientation quaternion x, y, z, w, of any length but zero. Written as plain numbers in scenes, since
 *   sines and cosines differ between engines and a scene has to start from the same bits everywhere
 * @param position [m]
 */
export function place(
  rest: Float32Array,
  orientation: readonly [number, number, number, number],
  position: readonly [number, number, number],
): Float32Array {
  const rotation = quat.normalize(quat.fromValues(...orientation));
  const transform = mat4.multiply(mat4.translation(vec3.fromValues(...position)), mat4.fromQuat(rotation));
  const placed = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) {
    vec3.transformMat4(rest.subarray(i, i + 3), transform, placed.subarray(i, i + 3));
  }
  return placed;
}
