import { mat3, quat } from 'wgpu-matrix';

/**
 * Rotates and translates a model's rest positions into the scene.
 * @param rest 3 per vertex [m]
 * @param orientation quaternion x, y, z, w of any length except zero. Scenes write it as plain numbers, since sines and cosines
 * differ between engines, and a scene has to start from the same bits everywhere
 * @param position [m]
 * @returns a new array
 */
export function place(
  rest: Float32Array,
  orientation: readonly [number, number, number, number],
  position: readonly [number, number, number],
): Float32Array {
  // The matrix has columns of 4 numbers; the last one is padding.
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
