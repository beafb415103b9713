import type { SectionPolygon } from './section.ts';

type Polygon2d = readonly (readonly [number, number])[];

/**
 * Two polygons count as touching, not overlapping, if their common area is at most this share of the smaller polygon's area. Neighbours
 * share only a side, but rounding gives them a small common area.
 */
const TOUCHING_SHARE = 1e-6;

/**
 * Finds the overlaps of a section's polygons, in which the body occupies the same place more than once. The result is exact for convex
 * polygons. Each pair of polygons gives its own overlap, so three polygons in one place give three overlaps.
 * @param axis to which the section plane is perpendicular: 0, 1, 2 for x, y, z
 * @returns corners of each overlap [m], 3 coordinates per corner
 */
export function overlapsOf(polygons: readonly SectionPolygon[], axis: number): number[][][] {
  const [u, v] = [0, 1, 2].filter((k) => k !== axis);
  const flat = polygons.map(({ corners }) =>
    counterClockwise(corners.map((corner) => [corner[u], corner[v]] as const)),
  );
  const boxes = flat.map(boundsOf);
  const areas = flat.map(area);
  const at = polygons[0]?.corners[0][axis] ?? 0;
  const overlaps: number[][][] = [];
  const order = boxes.map((_, i) => i).sort((i, j) => boxes[i][0] - boxes[j][0]);
  for (let a = 0; a < order.length; a++) {
    const i = order[a];
    for (let b = a + 1; b < order.length && boxes[order[b]][0] < boxes[i][2]; b++) {
      const j = order[b];
      if (boxes[j][1] >= boxes[i][3] || boxes[i][1] >= boxes[j][3]) continue;
      const common = clip(flat[i], flat[j]);
      if (common.length < 3 || area(common) <= TOUCHING_SHARE * Math.min(areas[i], areas[j])) continue;
      overlaps.push(common.map(([x, y]) => toSpace(axis, at, x, y)));
    }
  }
  return overlaps;
}

/** Returns the area of a section's overlaps [m^2]. A place with three layers counts three times, once per pair of layers. */
export function overlapArea(polygons: readonly SectionPolygon[], axis: number): number {
  const [u, v] = [0, 1, 2].filter((k) => k !== axis);
  const flat = overlapsOf(polygons, axis).map((corners) => corners.map((corner) => [corner[u], corner[v]] as const));
  return flat.reduce((sum, polygon) => sum + Math.abs(area(polygon)), 0);
}

function toSpace(axis: number, at: number, x: number, y: number): number[] {
  const point = [x, y];
  point.splice(axis, 0, at);
  return point;
}

function area(polygon: Polygon2d): number {
  return polygon.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = polygon[(i + 1) % polygon.length];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

const counterClockwise = (polygon: Polygon2d): Polygon2d => (area(polygon) < 0 ? [...polygon].reverse() : polygon);

/** Returns the bounding box: least x, least y, greatest x, greatest y. */
function boundsOf(polygon: Polygon2d): readonly [number, number, number, number] {
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Computes the intersection of two convex counter-clockwise polygons by the Sutherland-Hodgman algorithm. */
function clip(subject: Polygon2d, by: Polygon2d): Polygon2d {
  let clipped: Polygon2d = subject;
  for (let i = 0; i < by.length && clipped.length > 0; i++) {
    const [ax, ay] = by[i];
    const [toX, toY] = by[(i + 1) % by.length];
    const side = ([x, y]: readonly [number, number]) => (toX - ax) * (y - ay) - (toY - ay) * (x - ax);
    clipped = clipped.flatMap((point, k) => {
      const next = clipped[(k + 1) % clipped.length];
      const [here, there] = [side(point), side(next)];
      const keptPoint = here >= 0 ? [point] : [];
      if (here >= 0 === there >= 0) return keptPoint;
      const t = here / (here - there);
      return [...keptPoint, [point[0] + t * (next[0] - point[0]), point[1] + t * (next[1] - point[1])] as const];
    });
  }
  return clipped;
}
