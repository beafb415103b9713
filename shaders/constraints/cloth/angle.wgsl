// Returns the angle in [-pi, pi] with this sine and cosine. Twin of angleOf in src/math/angle.ts, which has the reasons.
fn angle_of(sine: f32, cosine: f32) -> f32 {
  let long = 1.0 + abs(cosine);
  let is_obtuse = cosine < 0.0;
  let sine2 = select(sine, select(-long, long, sine >= 0.0), is_obtuse);
  let cosine2 = select(long, abs(sine), is_obtuse);
  let tangent4 = sine2 / (cosine2 + sqrt(sine2 * sine2 + cosine2 * cosine2));
  let tangent8 = tangent4 / (1.0 + sqrt(1.0 + tangent4 * tangent4));
  let y = tangent8 * tangent8;
  let high = ATAN_4 - y * (ATAN_5 - y * (ATAN_6 - y * ATAN_7));
  return tangent8 * (ATAN_0 - y * (ATAN_1 - y * (ATAN_2 - y * (ATAN_3 - y * high))));
}
