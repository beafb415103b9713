import type { Turn, Vector } from './placing.ts';

const HALF_DEGREE = Math.PI / 360;

const product = ([a, b, c, d]: Turn, [e, f, g, h]: Turn): Turn => [
  d * e + a * h + b * g - c * f,
  d * f - a * g + b * h + c * e,
  d * g + a * f - b * e + c * h,
  d * h - a * e - b * f - c * g,
];

/** Returns the turn about the fixed axes x, then y, then z, by angles [degrees]. Scenes keep its four numbers, so sines decide no bits later. */
export function turnOf(degrees: Vector): Turn {
  const turns = degrees.map((angle, k): Turn => {
    const sine = Math.sin(angle * HALF_DEGREE);
    return [k === 0 ? sine : 0, k === 1 ? sine : 0, k === 2 ? sine : 0, Math.cos(angle * HALF_DEGREE)];
  });
  const turn = product(turns[2]!, product(turns[1]!, turns[0]!));
  const length = Math.hypot(...turn);
  return [turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length];
}

/** Returns the angles [degrees] of a turn, so that `turnOf` makes it again. The angle about y is from -90 to 90. */
export function degreesOf([x, y, z, w]: Turn): Vector {
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - x * z)));
  const about = [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(sine),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
  // At the poles only the sum or difference of the other two angles is known: the one about z is put to 0.
  if (Math.abs(sine) > 1 - 1e-9) {
    about[0] = 2 * Math.atan2(x, w);
    about[2] = 0;
  }
  const [a, b, c] = about.map((angle) => angle / (2 * HALF_DEGREE));
  return [a!, b!, c!];
}
