type Vector = readonly [number, number, number];

/**
 * A scripted rigid motion: rotation about a fixed axis, then translation. Angle and translation are interpolated linearly between key
 * times, and constant before the first and after the last key time. A motion is plain data, so that it can be sent to other threads.
 */
export interface Motion {
  /** Key times [s], ascending. If two key times are equal, the second one's values apply at that time. */
  readonly times: readonly number[];
  /** Rotation angle at each key time, in full turns; by default there is no rotation. */
  readonly turns?: readonly number[];
  /** Unit vector along the rotation axis, by default (0, 1, 0). The right-hand rule gives the sense of positive turns. */
  readonly axis?: Vector;
  /** A point on the rotation axis [m]; by default the origin. */
  readonly centre?: Vector;
  /** Translation at each key time [m]; by default there is no translation. */
  readonly shifts?: readonly Vector[];
}

/** A motion at one time: it maps a position x to rotation (x - centre) + centre + shift. */
export interface Pose {
  /** Rotation matrix, 9 numbers by rows. */
  readonly rotation: Float64Array;
  readonly centre: Vector;
  readonly shift: Vector;
}

const ORIGIN: Vector = [0, 0, 0];
const UP: Vector = [0, 1, 0];

/** Evaluates a motion at a time. @param time [s] */
export function poseAt({ times, turns, axis = UP, centre = ORIGIN, shifts }: Motion, time: number): Pose {
  const [at, share] = keyBefore(times, time);
  const interpolate = (values: (k: number) => number) =>
    share === 0 ? values(at) : values(at) + share * (values(at + 1) - values(at));
  const angle = turns ? interpolate((k) => turns[k]) : 0;
  const shift = (shifts ? [0, 1, 2].map((i) => interpolate((k) => shifts[k][i])) : ORIGIN) as Vector;
  return { rotation: rotationAbout(axis, angle), centre, shift };
}

/** Returns the index of the last key time that has passed, and the interpolation weight of the next key time. */
function keyBefore(times: readonly number[], time: number): [number, number] {
  let at = 0;
  while (at + 1 < times.length && times[at + 1] <= time) at++;
  if (at + 1 === times.length || time <= times[at]) return [at, 0];
  return [at, (time - times[at]) / (times[at + 1] - times[at])];
}

/** Transforms the point rest[i .. i+2] [m] by a pose. Writes its new position [m] to out[at .. at+2]. */
export function move(
  { rotation: r, centre, shift }: Pose,
  rest: Float32Array,
  i: number,
  out: Float32Array,
  at: number,
) {
  const x = rest[i] - centre[0];
  const y = rest[i + 1] - centre[1];
  const z = rest[i + 2] - centre[2];
  for (let k = 0; k < 3; k++) {
    out[at + k] = r[3 * k] * x + r[3 * k + 1] * y + r[3 * k + 2] * z + centre[k] + shift[k];
  }
}

/** Returns the matrix of a rotation about an axis, by rows. @param turns full turns. Source: Rodrigues' formula. */
function rotationAbout([x, y, z]: Vector, turns: number): Float64Array {
  const [c, s] = cosineAndSine(turns);
  const d = 1 - c;
  return Float64Array.of(
    c + d * x * x,
    d * x * y - s * z,
    d * x * z + s * y,
    d * x * y + s * z,
    c + d * y * y,
    d * y * z - s * x,
    d * x * z - s * y,
    d * y * z + s * x,
    c + d * z * z,
  );
}

const TWO_PI = 6.283185307179586;

/**
 * Returns cosine and sine of an angle, with the same bits in every JavaScript engine (Math.cos and Math.sin may differ). Taylor series
 * give both for a 64th of the angle (`a` [radians]); then the angle is doubled six times. The error is about 1e-14.
 * @param turns full turns
 */
export function cosineAndSine(turns: number): [number, number] {
  const a = ((turns - Math.round(turns)) * TWO_PI) / 64;
  const aa = a * a;
  let c = 1 - (aa / 2) * (1 - (aa / 12) * (1 - (aa / 30) * (1 - aa / 56)));
  let s = a * (1 - (aa / 6) * (1 - (aa / 20) * (1 - (aa / 42) * (1 - aa / 72))));
  for (let i = 0; i < 6; i++) [c, s] = [c * c - s * s, 2 * c * s];
  return [c, s];
}
