/**
 * Centre line of a rod with nested overhand knots, in radii of the rod. The line is a cubic B-spline, so its curvature is continuous;
 * its control points lie around circles. Both ends are straight along x. The code uses only + - * / and square roots, so that every
 * JavaScript engine gives the same bits.
 */

/**
 * An overhand knot. Its line goes around a circle for about one and a half turns. Meanwhile the line winds around the circle as a
 * helix, by 1.5 times the angle covered along the circle, so that it passes through its own loop.
 */
interface Overhand {
  /** Radius of the circle [rod radii]. */
  readonly circle: number;
  /** Radius of the helix [rod radii]. Where two strands cross, their distance is about twice this radius. */
  readonly helix: number;
}

/** Sizes of the knots, from the innermost outwards. Each circle is wide enough for the knot inside it. */
const OVERHANDS: readonly Overhand[] = [
  { circle: 5, helix: 1.9 },
  { circle: 12.5, helix: 2 },
  { circle: 26, helix: 2 },
];
export const MAX_KNOTS = OVERHANDS.length;

const COS_30 = 0.8660254037844386;
const COS_45 = Math.SQRT1_2;
/**
 * Control points of a knot's first half, every 30 degrees along the circle, clockwise from 2 o'clock. Per point: sine and cosine of
 * its angle from 12 o'clock, then cosine and sine of 1.5 times that angle, for the helix. The second half is the first half rotated
 * by 180 degrees about the y axis.
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
/** Control points that lead from the first half to 12 o'clock in the innermost knot. Other knots have the next smaller knot there. */
const TO_THE_TOP: readonly (readonly [number, number, number, number])[] = [
  [-0.5, COS_30, -COS_45, COS_45],
  [0, 1, -1, 0],
];

type Point = readonly [number, number, number];
/** Rotates a point by 180 degrees about the y axis. */
const rotatedHalfTurn = ([x, y, z]: Point): Point => [-x, y, -z];

/** Returns the control points of nested overhand knots, from +x to -x. Both ends are at y = 0. */
function controlPoints(knots: number): Point[] {
  const { circle, helix } = OVERHANDS[knots - 1];
  const onHelix = ([sine, cosine, out, up]: readonly [number, number, number, number]): Point => {
    const radius = circle + helix * out;
    return [radius * sine, radius * cosine, helix * up];
  };
  const top = circle + helix;
  const entry: Point[] = [
    [2 * circle, top, 0],
    [1.5 * circle, top, 0.4 * helix],
    [0.95 * circle, 0.95 * circle, helix],
  ];
  const first = [...entry, ...FIRST_HALF.map(onHelix)];
  const second = first.map(rotatedHalfTurn).reverse();
  const middle =
    knots === 1
      ? [...TO_THE_TOP.map(onHelix), rotatedHalfTurn(onHelix(TO_THE_TOP[0]))]
      : controlPoints(knots - 1)
          .reverse()
          .map(([x, y, z]): Point => [x, y + circle - helix, z]);
  return [...first, ...middle, ...second].map(([x, y, z]) => [x, y - top, z]);
}

/** Number of chords per span of the spline. Chords deviate from the spline by less than a thousandth of the rod's radius. */
const CHORDS_PER_SPAN = 48;

/**
 * Samples the centre line as a polyline.
 * @param knots number of knots, 1 to MAX_KNOTS
 * @param tail length of the straight part at either end [rod radii]
 * @returns polyline from -x to +x [rod radii], 3 numbers per point; both ends at y = z = 0
 */
export function knotCurve(knots: number, tail: number): Float64Array {
  const controls = controlPoints(knots);
  const controlEnd = controls[0][0];
  // Control points on the tail's line keep the spline straight along the tail. The end point is a control point three times, which
  // makes the spline pass through it.
  const end: Point = [controlEnd + tail, 0, 0];
  const tailPoints: Point[] = [end, end, end, [controlEnd + 4, 0, 0], [controlEnd + 2, 0, 0]];
  const all = [...tailPoints, ...controls, ...tailPoints.map(rotatedHalfTurn).reverse()].reverse();
  const spans = all.length - 3;
  const line = new Float64Array(3 * (spans * CHORDS_PER_SPAN + 1));
  for (let n = 0; n <= spans * CHORDS_PER_SPAN; n++) {
    const span = Math.min(Math.floor(n / CHORDS_PER_SPAN), spans - 1);
    const t = n / CHORDS_PER_SPAN - span;
    const s = 1 - t;
    const weights = [s * s * s, 3 * t * t * t - 6 * t * t + 4, 3 * s * s * s - 6 * s * s + 4, t * t * t];
    for (let k = 0; k < 4; k++)
      for (let axis = 0; axis < 3; axis++) line[3 * n + axis] += (weights[k] * all[span + k][axis]) / 6;
  }
  return line;
}

/** Returns the arc length of a polyline from its start to each of its points. */
export function lengthsAlong(line: Float64Array): Float64Array {
  const lengths = new Float64Array(line.length / 3);
  for (let i = 1; i < lengths.length; i++) {
    const [x, y, z] = [0, 1, 2].map((k) => line[3 * i + k] - line[3 * i - 3 + k]);
    lengths[i] = lengths[i - 1] + Math.sqrt(x * x + y * y + z * z);
  }
  return lengths;
}

/** Resamples a polyline at `count` points that are evenly spaced by arc length, both ends included. */
export function resample(line: Float64Array, count: number): Float64Array {
  const lengths = lengthsAlong(line);
  const total = lengths[lengths.length - 1];
  const points = new Float64Array(3 * count);
  for (let i = 0, piece = 0; i < count; i++) {
    const targetLength = (total * i) / (count - 1);
    while (piece + 2 < lengths.length && lengths[piece + 1] < targetLength) piece++;
    const share = (targetLength - lengths[piece]) / (lengths[piece + 1] - lengths[piece]);
    for (let k = 0; k < 3; k++) {
      const start = line[3 * piece + k];
      points[3 * i + k] = start + share * (line[3 * piece + 3 + k] - start);
    }
  }
  return points;
}
