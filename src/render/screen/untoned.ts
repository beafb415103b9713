import { Color, Matrix3, Vector3 } from 'three/webgpu';

/** Matrices of ACESFilmicToneMapping in three.js. */
const INPUT_MATRIX = new Matrix3().set(0.59719, 0.35458, 0.04823, 0.076, 0.90834, 0.01566, 0.0284, 0.13383, 0.83777);
const OUTPUT_MATRIX = new Matrix3().set(
  1.60475,
  -0.53108,
  -0.07367,
  -0.10208,
  1.10813,
  -0.00605,
  -0.00327,
  -0.07276,
  1.07602,
);
const INPUT_INVERSE = INPUT_MATRIX.clone().invert();
const OUTPUT_INVERSE = OUTPUT_MATRIX.clone().invert();
/** ACESFilmicToneMapping first divides colours by this number. (It also multiplies them by the renderer's exposure, which is 1.) */
const EXPOSURE_DIVISOR = 0.6;
/** Maximum channel value of a drawn colour. Brighter channels are clamped to it, since the tone curve approaches 1 without reaching it. */
const MAX_CHANNEL = 0.97;

/**
 * Inverts the tone mapping: returns the colour that tone mapping turns into the given colour, so that marks in the picture match their
 * legend exactly. If no such colour exists, the result is as near as possible.
 */
export function beforeToneMapping(colour: Color): Color {
  const v = new Vector3(colour.r, colour.g, colour.b).applyMatrix3(OUTPUT_INVERSE);
  v.set(invertCurve(v.x), invertCurve(v.y), invertCurve(v.z))
    .applyMatrix3(INPUT_INVERSE)
    .multiplyScalar(EXPOSURE_DIVISOR);
  return new Color(Math.max(0, v.x), Math.max(0, v.y), Math.max(0, v.z));
}

/** Solves y = (v^2 + 0.0245786 v - 0.000090537) / (0.983729 v^2 + 0.432951 v + 0.238081) for v. */
function invertCurve(value: number): number {
  const y = Math.min(MAX_CHANNEL, Math.max(0, value));
  const a = 1 - 0.983729 * y;
  const b = 0.0245786 - 0.432951 * y;
  const c = -0.000090537 - 0.238081 * y;
  return (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a);
}
