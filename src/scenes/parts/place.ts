import { mat3, quat } from 'wgpu-matrix';

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
  // Columns of 4 numbers, of which the last is padding.
  const m = mat3.fromQuat(quat.normalize(quat.fromValues(...orientation)));
  const [toX, toY, toZ] = Float32Array.from(position);
  const placed = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) {
    const [x, y, z] = [rest[i], rest[i + 1], rest[i + 2]];
    placed[i] = m[0] * x + m[4] * y + m[8] * z + toX;
    placed[i + 1] = m[1] * x + m[5] * y + m[9] * z + toY;
    placed[i + 2] = m[2] * x + m[6] * y + m[10] * z + toZ;
  }
  return placed;
}
