/**
 * Centre line of nested overhand knots, in radii of the rod: a cubic B-spline with control points around circles, so that its
 * curvature is continuous. Uses only + - * / and square roots. Both ends run off along x.
 */

/**
 * An overhand knot: one and a half turns around a circle, with twice as many turns on a helix around that circle, so that it
 * passes through itself.
 */
interface Overhand {
  /** Radius of the circle [rod radii]. */
  readonly circle: number;
  /** Radius of the helix [rod radii]. Crossing strands are about twice as far apart. */
  readonly helix: number;
}

/** Knots from the innermost outwards. Each circle is wide enough for the knot inside it. */
const OVERHANDS: readonly Overhand[] = [
  { circle: 5, helix: 1.9 },
  { circle: 12.5, helix: 2 },
  { circle: 26, helix: 2 },
];
export const MAX_KNOTS = OVERHANDS.length;

const COS_30 = 0.8660254037844386;
const COS_45 = Math.SQRT1_2;
/**
 * Angles of the control points of the first half, every 30 degrees clockwise from 2 o'clock: sine and cosine of the angle, then
 * cosine and sine of 1.5 times the angle. The second half is the first one rotated around the y axis.
 */
const FIRST_HALF: readonly (readonly [number, number, number, number])[] = [
  [COS_30, 0.5, 0, 1],
  [1, 0, -COS_45, COS_45],
  [COS_30, -0.5, -1, 0],
  [0.5, -COS_30, -COS_45, -COS_45],
  [0, -1, 0, -1],
  [-0.5, -COS_30, COS_45, -COS_45],
  [-COS_30, -0.5, 1, 0],
  [-1, 0, COS_45, COS_45],
  [-COS_30, 0.5, 0, 1],
];
/** The rest of the way to the top, for a knot without a smaller one inside. */
const TO_THE_TOP: readonly (readonly [number, number, number, number])[] = [
  [-0.5, COS_30, -COS_45, COS_45],
  [0, 1, -1, 0],
];

type Point = readonly [number, number, number];
const turned = ([x, y, z]: Point): Point => [-x, y, -z];

/** Control points of a number of overhand knots from +x to -x; both ends are at y = 0. */
function controlPoints(knots: number): Point[] {
  const { circle, helix } = OVERHANDS[knots - 1];
  const around = ([sine, cosine, out, up]: readonly [number, number, number, number]): Point => {
    const radius = circle + helix * out;
    return [radius * sine, radius * cosine, helix * up];
  };
  const top = circle + helix;
  const entry: Point[] = [
    [2 * circle, top, 0],
    [1.5 * circle, top, 0.4 * helix],
    [0.95 * circle, 0.95 * circle, helix],
  ];
  const first = [...entry, ...FIRST_HALF.map(around)];
  const second = first.map(turned).reverse();
  const middle =
    knots === 1
      ? [...TO_THE_TOP.map(around), turned(around(TO_THE_TOP[0]))]
      : controlPoints(knots - 1)
          .reverse()
          .map(([x, y, z]): Point => [x, y + circle - helix, z]);
  return [...first, ...middle, ...second].map(([x, y, z]) => [x, y - top, z]);
}

/** Chords per span of the spline. They deviate from it by less than a thousandth of a rod's radius. */
const SAMPLES = 48;

/**
 * Samples the centre line.
 * @param knots number of knots, 1 to MAX_KNOTS
 * @param tail length of the straight part at either end [rod radii]
 * @returns polyline from -x to +x [rod radii], 3 numbers per point; both ends at y = z = 0
 */
export function knotCurve(knots: number, tail: number): Float64Array {
  const controls = controlPoints(knots);
  const reach = controls[0][0];
  // Control points in line with the tail keep the spline straight there. Repeating the end point three times makes the spline
  // pass through it.
  const end: Point = [reach + tail, 0, 0];
  const tailPoints: Point[] = [end, end, end, [reach + 4, 0, 0], [reach + 2, 0, 0]];
  const all = [...tailPoints, ...controls, ...tailPoints.map(turned).reverse()].reverse();
  const spans = all.length - 3;
  const line = new Float64Array(3 * (spans * SAMPLES + 1));
  for (let n = 0; n <= spans * SAMPLES; n++) {
    const span = Math.min(Math.floor(n / SAMPLES), spans - 1);
    const t = n / SAMPLES - span;
    const s = 1 - t;
    const weights = [s * s * s, 3 * t * t * t - 6 * t * t + 4, 3 * s * s * s - 6 * s * s + 4, t * t * t];
    for (let k = 0; k < 4; k++)
      for (let axis = 0; axis < 3; axis++) line[3 * n + axis] += (weights[k] * all[span + k][axis]) / 6;
  }
  return line;
}

/** Arc length of a polyline from its start to each of its points. */
export function lengthsAlong(line: Float64Array): Float64Array {
  const lengths = new Float64Array(line.length / 3);
  for (let i = 1; i < lengths.length; i++) {
    const [x, y, z] = [0, 1, 2].map((k) => line[3 * i + k] - line[3 * i - 3 + k]);
    lengths[i] = lengths[i - 1] + Math.sqrt(x * x + y * y + z * z);
  }
  return lengths;
}

/** Resamples a polyline at `count` points of equal distance along it, both ends included. */
export function resample(line: Float64Array, count: number): Float64Array {
  const lengths = lengthsAlong(line);
  const total = lengths[lengths.length - 1];
  const points = new Float64Array(3 * count);
  for (let i = 0, piece = 0; i < count; i++) {
    const at = (total * i) / (count - 1);
    while (piece + 2 < lengths.length && lengths[piece + 1] < at) piece++;
    const share = (at - lengths[piece]) / (lengths[piece + 1] - lengths[piece]);
    for (let k = 0; k < 3; k++) {
      const from = line[3 * piece + k];
      points[3 * i + k] = from + share * (line[3 * piece + 3 + k] - from);
    }
  }
  return points;
}
