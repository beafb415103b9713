import type { SectionPolygon } from './section.ts';

type Flat = readonly (readonly [number, number])[];

/**
 * Two polygons count as touching, not overlapping, if their common area is at most this share of the smaller one's area:
 * neighbours share a side, and rounding gives it an area.
 */
const TOUCHING = 1e-6;

/**
 * The overlaps of a section's polygons. In an overlap, one point of space is several points of the body. Exact for convex
 * polygons. Pairs are tested, so three layers give three overlaps.
 * @param axis of the section plane: 0, 1, 2 for x, y, z
 * @returns corners of each overlap [m], in the plane
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
      if (common.length < 3 || area(common) <= TOUCHING * Math.min(areas[i], areas[j])) continue;
      overlaps.push(common.map(([x, y]) => place(axis, at, x, y)));
    }
  }
  return overlaps;
}

/** Area of a section's overlaps [m^2]; a place with three layers counts three times. */
export function overlapArea(polygons: readonly SectionPolygon[], axis: number): number {
  const [u, v] = [0, 1, 2].filter((k) => k !== axis);
  const flat = overlapsOf(polygons, axis).map((corners) => corners.map((corner) => [corner[u], corner[v]] as const));
  return flat.reduce((sum, polygon) => sum + Math.abs(area(polygon)), 0);
}

function place(axis: number, at: number, x: number, y: number): number[] {
  const point = [x, y];
  point.splice(axis, 0, at);
  return point;
}

function area(polygon: Flat): number {
  return polygon.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = polygon[(i + 1) % polygon.length];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

const counterClockwise = (polygon: Flat): Flat => (area(polygon) < 0 ? [...polygon].reverse() : polygon);

/** Bounding box: least x, least y, greatest x, greatest y. */
function boundsOf(polygon: Flat): readonly [number, number, number, number] {
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Intersection of two convex counter-clockwise polygons by the Sutherland-Hodgman algorithm. */
function clip(subject: Flat, by: Flat): Flat {
  let rest: Flat = subject;
  for (let i = 0; i < by.length && rest.length > 0; i++) {
    const [ax, ay] = by[i];
    const [toX, toY] = by[(i + 1) % by.length];
    const side = ([x, y]: readonly [number, number]) => (toX - ax) * (y - ay) - (toY - ay) * (x - ax);
    rest = rest.flatMap((point, k) => {
      const next = rest[(k + 1) % rest.length];
      const [here, there] = [side(point), side(next)];
      const kept = here >= 0 ? [point] : [];
      if (here >= 0 === there >= 0) return kept;
      const t = here / (here - there);
      return [...kept, [point[0] + t * (next[0] - point[0]), point[1] + t * (next[1] - point[1])] as const];
    });
  }
  return rest;
}
