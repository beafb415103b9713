/** Coordinates of a point in the plane. */
export type Place = readonly [x: number, y: number];

/** Number of chords that a curve's length is measured by. */
const CHORDS = 64;

/**
 * Returns points along a line or a Bezier curve, at equal distances along it: all but its start, its end included.
 * @param hull the control points: 2 of a line, 3 of a quadratic curve, 4 of a cubic one
 * @param spacing greatest distance between neighbours; a curve is cut in two at least
 */
export function curvePoints(hull: readonly Place[], spacing: number): Place[] {
  const chords = hull.length > 2 ? CHORDS : 1;
  const places = Array.from({ length: chords + 1 }, (_, i) => pointAt(hull, i / chords));
  const lengths = [0];
  for (let i = 1; i <= chords; i++) lengths.push(lengths[i - 1] + distance(places[i - 1], places[i]));
  const whole = lengths[chords];
  const parts = Math.max(hull.length > 2 ? 2 : 1, Math.ceil(whole / spacing));
  const points: Place[] = [];
  for (let part = 1, i = 1; part < parts; part++) {
    const along = (whole * part) / parts;
    while (lengths[i] < along) i++;
    const share = (along - lengths[i - 1]) / (lengths[i] - lengths[i - 1]);
    points.push(between(places[i - 1], places[i], share));
  }
  return [...points, hull.at(-1) as Place];
}

/** Returns the point of a Bezier curve at a parameter from 0 to 1, by de Casteljau's algorithm. */
function pointAt(hull: readonly Place[], t: number): Place {
  let level = hull;
  while (level.length > 1) level = level.slice(1).map((b, i) => between(level[i], b, t));
  return level[0];
}

const between = (a: Place, b: Place, share: number): Place => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
];

function distance(a: Place, b: Place): number {
  const [x, y] = [a[0] - b[0], a[1] - b[1]];
  return Math.sqrt(x * x + y * y);
}
