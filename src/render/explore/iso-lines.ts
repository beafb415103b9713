type Place = readonly number[];
export type Triangle<T> = readonly [T, T, T];

/**
 * Returns the iso-lines of a function in a triangle: the lines on which it has the value 1, 2, 3, ... times a spacing. The function is linear in
 * the triangle. Triangles side by side give lines that join, and a line along their common side is given by the one in which the values are
 * below it. If a value is not a number, there are no lines.
 * @param corners 3 coordinates each
 * @param values at the corners
 * @returns both ends of each line, 6 coordinates per line
 */
export function isoLines(corners: Triangle<Place>, values: Triangle<number>, spacing: number): number[] {
  const ends: number[] = [];
  const least = Math.min(...values);
  const most = Math.max(...values);
  // These are no numbers if a value isn't one, and then the comparison fails.
  for (let k = Math.max(1, Math.floor(least / spacing) + 1); k * spacing <= most; k++)
    addLine(ends, corners, values, k * spacing);
  return ends;
}

/** Appends the line of one level through a triangle. A corner at the level counts as above it. */
function addLine(ends: number[], corners: Triangle<Place>, values: Triangle<number>, level: number): void {
  const line: number[] = [];
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    if (values[a] >= level === values[b] >= level) continue;
    const t = (level - values[a]) / (values[b] - values[a]);
    for (let k = 0; k < 3; k++) line.push(corners[a][k] + t * (corners[b][k] - corners[a][k]));
  }
  const hasLength = line.length === 6 && [0, 1, 2].some((k) => line[k] !== line[3 + k]);
  if (hasLength) ends.push(...line);
}

/**
 * Returns the iso-lines of any function in a triangle, by halving its longest side until none is longer than `maxSide`, and taking the function as
 * linear in the parts. So a side is halved by its length alone, and two triangles split their common side at the same places.
 * @param valueAt returns the function's value at a place
 */
export function refinedIsoLines(
  [a, b, c]: Triangle<Place>,
  [atA, atB, atC]: Triangle<number>,
  spacing: number,
  maxSide: number,
  valueAt: (place: Place) => number,
): number[] {
  const [ab, bc, ca] = [lengthOf(a, b), lengthOf(b, c), lengthOf(c, a)];
  const longest = Math.max(ab, bc, ca);
  if (longest <= maxSide) return isoLines([a, b, c], [atA, atB, atC], spacing);
  const refined = (corners: Triangle<Place>, values: Triangle<number>) =>
    refinedIsoLines(corners, values, spacing, maxSide, valueAt);
  // Turns the triangle so that its longest side comes first.
  if (bc === longest) return refinedFirst([b, c, a], [atB, atC, atA], valueAt, refined);
  if (ca === longest) return refinedFirst([c, a, b], [atC, atA, atB], valueAt, refined);
  return refinedFirst([a, b, c], [atA, atB, atC], valueAt, refined);
}

/** Halves the first side of a triangle, and joins the results of both parts. */
function refinedFirst(
  [a, b, c]: Triangle<Place>,
  [atA, atB, atC]: Triangle<number>,
  valueAt: (place: Place) => number,
  refined: (corners: Triangle<Place>, values: Triangle<number>) => number[],
): number[] {
  const middle = a.map((x, k) => (x + b[k]) / 2);
  const value = valueAt(middle);
  return [...refined([a, middle, c], [atA, value, atC]), ...refined([middle, b, c], [value, atB, atC])];
}

const lengthOf = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
