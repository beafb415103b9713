/**
 * Rotation matrix of a quaternion, rounded to float32 at each step: scenes start from the same bits everywhere.
 * @param quaternion x, y, z, w, of any length but zero
 * @returns columns, shape [3, 3]
 */
export function rotationOf(quaternion: readonly [number, number, number, number]): Float32Array {
  const given = Float32Array.from(quaternion);
  const length = Math.sqrt(given[0] * given[0] + given[1] * given[1] + given[2] * given[2] + given[3] * given[3]);
  const [x, y, z, w] = given.map((component) => component / length);
  const [x2, y2, z2] = [x + x, y + y, z + z];
  const [xx, yx, yy] = [x * x2, y * x2, y * y2];
  const [zx, zy, zz] = [z * x2, z * y2, z * z2];
  const [wx, wy, wz] = [w * x2, w * y2, w * z2];
  return Float32Array.of(1 - yy - zz, yx + wz, zx - wy, yx - wz, 1 - xx - zz, zy + wx, zx + wy, zy - wx, 1 - xx - yy);
}
