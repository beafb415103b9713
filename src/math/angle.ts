// Coefficients of a polynomial in y = x^2 with alternating signs, ATAN_0 - ATAN_1 y + ATAN_2 y^2 - ..., which stands for 8 atan(x) / x where
// |x| <= tan(pi / 8). Among the polynomials of this degree its greatest relative error is least: 7.3e-13 (Remez' algorithm).
export const ATAN_0 = 7.999999999994215;
export const ATAN_1 = 2.6666666622992454;
export const ATAN_2 = 1.599999457759914;
export const ATAN_3 = 1.1428313931829093;
export const ATAN_4 = 0.8882843297211882;
export const ATAN_5 = 0.7194704971024128;
export const ATAN_6 = 0.5582159427939849;
export const ATAN_7 = 0.3017062722164936;

/** Smallest sine that has a sign: an angle of exactly pi, whose sine is 0 or -0, counts as pi, not as -pi. */
export const SIGNED_SINE = 1e-30;

/**
 * Returns the angle in [-pi, pi] with this sine and cosine. Math.atan2 is not used, because its result may differ between engines, and steps
 * must have the same bits everywhere: this uses + - * / and roots alone. Three times it takes the tangent of half of the angle,
 * tan(x / 2) = sin x / (1 + cos x), until a polynomial serves. The relative error is at most 1e-12.
 *
 * Kernels can't call functions (docs/kernels.md), so solve-hinges.ts and angle.wgsl repeat this text.
 * @param sine,cosine whose squares add up to 1, but for rounding
 */
export function angleOf(sine: number, cosine: number): number {
  // 1 for obtuse angles, or else 0: a choice without a branch, which kernels need.
  const obtuse = Math.max(-cosine, 0) / Math.max(Math.abs(cosine), SIGNED_SINE);
  const acute = 1 - obtuse;
  const positive = sine + SIGNED_SINE;
  const sign = positive / Math.max(Math.abs(positive), SIGNED_SINE);
  // Half of the angle has this sine and cosine, both times the same number. Of an obtuse angle, tan(x / 2) = (1 - cos x) / sin x.
  const long = 1 + Math.abs(cosine);
  const sine2 = acute * sine + obtuse * sign * long;
  const cosine2 = acute * long + obtuse * Math.abs(sine);
  const tangent4 = sine2 / (cosine2 + Math.sqrt(sine2 * sine2 + cosine2 * cosine2));
  const tangent8 = tangent4 / (1 + Math.sqrt(1 + tangent4 * tangent4));
  const y = tangent8 * tangent8;
  const high = ATAN_4 - y * (ATAN_5 - y * (ATAN_6 - y * ATAN_7));
  return tangent8 * (ATAN_0 - y * (ATAN_1 - y * (ATAN_2 - y * (ATAN_3 - y * high))));
}
