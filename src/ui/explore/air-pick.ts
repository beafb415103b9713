import { AIR_STRIDE } from '../../mesh/air/air-mesh.ts';
import { isInverted } from '../../mesh/air/quality.ts';
import type { Ray } from '../../render/framing.ts';
import type { Project } from './labels.ts';

/** A click hits an inverted element if it is at most this far from an edge of it [pixels]: elements that are nearly flat are thin. */
const CLICK_REACH = 9;
/** Corners of an element's faces; a triangle has the first one. */
const FACES = [0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3] as const;

/** Elements of air at some positions. */
interface PlacedAir {
  readonly dimension: 2 | 3;
  /** AIR_STRIDE words per element, of which the first `count` elements are in use. */
  readonly elements: Uint32Array;
  readonly count: number;
  /** [m], 3 per vertex */
  readonly positions: Float32Array;
}

/** Returns the inverted elements. */
export function invertedElements({ elements, count, positions }: PlacedAir): number[] {
  const inverted: number[] = [];
  const quality = new Float64Array(1);
  for (let e = 0; e < count; e++) if (isInverted(positions, elements, AIR_STRIDE * e, quality)) inverted.push(e);
  return inverted;
}

/**
 * Returns the elements that a click chooses among: inverted ones first, and the nearer ones first.
 * @param x, y the click [pixels of the page]    @param ray from the camera through it
 */
export function elementsAt(air: PlacedAir, ray: Ray, x: number, y: number, project: Project): number[] {
  const inverted = new Set(invertedElements(air));
  const hits: { readonly element: number; readonly distance: number }[] = [];
  for (let element = 0; element < air.count; element++) {
    const distance = hitDistance(air, ray, element);
    if (distance !== undefined) hits.push({ element, distance });
    else if (inverted.has(element) && edgeDistance(air, element, x, y, project) < CLICK_REACH)
      hits.push({ element, distance: Number.POSITIVE_INFINITY });
  }
  const rank = ({ element }: { readonly element: number }) => Number(!inverted.has(element));
  return hits.sort((a, b) => rank(a) - rank(b) || a.distance - b.distance || 0).map(({ element }) => element);
}

/** Returns the distance at which a ray enters an element [m]; undefined if it misses it. */
function hitDistance({ dimension, elements, positions }: PlacedAir, ray: Ray, element: number): number | undefined {
  let nearest: number | undefined;
  for (let f = 0; f < (dimension === 2 ? 3 : FACES.length); f += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * elements[AIR_STRIDE * element + FACES[f + k]]);
    const t = rayTriangle(positions, a, b, c, ray);
    if (t !== undefined && !(t >= nearest!)) nearest = t;
  }
  return nearest;
}

/** Returns where a ray hits a triangle [m], from either side. Source: Moeller, Trumbore 1997. */
function rayTriangle(x: Float32Array, a: number, b: number, c: number, { origin, direction: d }: Ray) {
  const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  const [px, py, pz] = [d[1] * vz - d[2] * vy, d[2] * vx - d[0] * vz, d[0] * vy - d[1] * vx];
  const det = ux * px + uy * py + uz * pz;
  const [tx, ty, tz] = [origin[0] - x[a], origin[1] - x[a + 1], origin[2] - x[a + 2]];
  const s = (tx * px + ty * py + tz * pz) / det;
  const [qx, qy, qz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux];
  const r = (d[0] * qx + d[1] * qy + d[2] * qz) / det;
  const t = (vx * qx + vy * qy + vz * qz) / det;
  return s >= 0 && r >= 0 && s + r <= 1 && t > 0 ? t : undefined;
}

/** Returns the distance on the page from a point to the nearest edge of an element [pixels]. */
function edgeDistance(air: PlacedAir, element: number, x: number, y: number, project: Project): number {
  const { dimension, elements, positions } = air;
  const at = AIR_STRIDE * element;
  const corners = Array.from(elements.subarray(at, at + dimension + 1), (v) =>
    project([...positions.subarray(3 * v, 3 * v + 3)]),
  );
  let least = Number.POSITIVE_INFINITY;
  for (const [i, p] of corners.entries())
    for (const q of corners.slice(0, i)) {
      if (!p || !q) continue;
      const [dx, dy] = [q.x - p.x, q.y - p.y];
      const share = ((x - p.x) * dx + (y - p.y) * dy) / Math.max(1e-9, dx * dx + dy * dy);
      const on = Math.min(1, Math.max(0, share));
      least = Math.min(least, Math.hypot(p.x + on * dx - x, p.y + on * dy - y));
    }
  return least;
}
