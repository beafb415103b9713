import type { OwnBody } from './scene-file.ts';

/** Returns positions times a scale, rounded once to float32. */
export const scaledPositions = (rest: Float32Array, scale: number): Float32Array =>
  scale === 1 ? rest : Float32Array.from(rest, (x) => x * scale);

/**
 * Scales, turns and moves a mesh's positions in float64, and rounds them once to float32.
 * @param rest 3 per vertex [m]
 */
export function placed(rest: Float32Array, { at, turn, scale }: Pick<OwnBody, 'at' | 'turn' | 'scale'>): Float32Array {
  const m = rotation(turn).map((entry) => entry * scale);
  const out = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) {
    const [x, y, z] = [rest[i], rest[i + 1], rest[i + 2]];
    for (let k = 0; k < 3; k++) out[i + k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z + at[k];
  }
  return out;
}

/** Returns the matrix of a quaternion x, y, z, w, by rows. The quaternion is normalised before. */
function rotation(turn: OwnBody['turn']): number[] {
  const length = Math.sqrt(turn.reduce((sum, q) => sum + q * q, 0));
  const [x, y, z, w] = turn.map((q) => q / length);
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
}
