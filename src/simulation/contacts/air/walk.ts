import { closestPointOnTriangle, FACE } from '../../../geometry/closest-point.ts';
import { AIR_STRIDE, FACETS } from '../../../mesh/air/air-mesh.ts';
import { NONE } from '../../../mesh/topology.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { SOLID } from './facets.ts';
import type { AirContactMemory, AirContactScratch, WalkSpace } from './scratch.ts';

/** Begins a walk. @returns its number */
export function beginWalk(scratch: AirContactScratch, { walks }: AirContactMemory): number {
  if (scratch.walk === NONE) {
    walks.fill(0);
    scratch.walk = 0;
  }
  return ++scratch.walk;
}

/**
 * Sets the space that a walk doesn't leave: the bounding box of an edge from p to q, or of a point p = q, and a distance more on each side; and
 * between the planes through p and q at right angles to the edge, since the shortest way from inside of it to something leads there.
 */
export function setSpace({ space }: AirContactScratch, x: State['positions'], p: number, q: number, distance: number) {
  const { low, high, along } = space;
  space.from = 0;
  space.to = 0;
  for (let k = 0; k < 3; k++) {
    const xp = x[3 * p + k];
    const xq = x[3 * q + k];
    low[k] = Math.min(xp, xq) - distance;
    high[k] = Math.max(xp, xq) + distance;
    along[k] = xq - xp;
    space.from += along[k] * xp;
    space.to += along[k] * xq;
  }
}

/**
 * Walks over air from elements already in `reached`, breadth first, through each facet between two elements that may meet the walk's space. It
 * lists the facets of bodies that it comes to in `met`.
 * @param count number of elements in `reached`, marked with the walk's number
 * @param vertex vertex that all these have, whose own facets lead nowhere else and don't count; NONE if there are such facets too
 * @returns number of facets in `met`
 */
export function walkAir(
  { walk, space }: AirContactScratch,
  { reached, walks, met }: AirContactMemory,
  { dimension }: World,
  { positions, airElements, airNeighbours }: State,
  count: number,
  vertex: number,
): number {
  const corners = FACETS[dimension];
  let end = count;
  let facets = 0;
  for (let i = 0; i < end; i++) {
    const at = AIR_STRIDE * reached[i];
    for (let k = 0; k <= dimension; k++) {
      if (i < count && vertex !== NONE && airElements[at + k] !== vertex) continue;
      const next = airNeighbours[at + k];
      if (next === SOLID) met[facets++] = at + k;
      else if (next !== NONE && walks[next] !== walk && mayMeet(space, positions, airElements, at, corners[k])) {
        walks[next] = walk;
        reached[end++] = next;
      }
    }
  }
  return facets;
}

/** Tests whether a facet may meet a space: its corners aren't all beyond one of the space's planes. @param corners of the element, the facet's */
function mayMeet(
  { low, high, along, from, to }: WalkSpace,
  x: State['positions'],
  elements: Uint32Array,
  at: number,
  corners: readonly number[],
): boolean {
  const a = 3 * elements[at + corners[0]];
  const b = 3 * elements[at + corners[1]];
  // In the plane, the third is the second once more.
  const c = 3 * elements[at + corners[corners.length - 1]];
  for (let k = 0; k < 3; k++) {
    const least = low[k];
    const most = high[k];
    const xa = x[a + k];
    const xb = x[b + k];
    const xc = x[c + k];
    if (xa > most && xb > most && xc > most) return false;
    if (xa < least && xb < least && xc < least) return false;
  }
  const pa = along[0] * x[a] + along[1] * x[a + 1] + along[2] * x[a + 2];
  const pb = along[0] * x[b] + along[1] * x[b + 1] + along[2] * x[b + 2];
  const pc = along[0] * x[c] + along[1] * x[c + 1] + along[2] * x[c + 2];
  return !(pa > to && pb > to && pc > to) && !(pa < from && pb < from && pc < from);
}

/**
 * Finds the point of a facet nearest to `scratch.point`, into `scratch.closest`. Of an edge, b0 is the weight of its first corner.
 * @returns whether the nearest point is inside of the facet, not on its border
 */
export function closestOnFacet(
  { closest, point }: AirContactScratch,
  { positions, airElements }: State,
  at: number,
  corners: readonly number[],
): boolean {
  const px = point[0];
  const py = point[1];
  const pz = point[2];
  if (corners.length === 3) {
    const { triangle } = closest;
    for (let k = 0; k < 3; k++) {
      const v = 3 * airElements[at + corners[k]];
      triangle[3 * k] = positions[v] - px;
      triangle[3 * k + 1] = positions[v + 1] - py;
      triangle[3 * k + 2] = positions[v + 2] - pz;
    }
    return closestPointOnTriangle(closest) === FACE;
  }
  const a = 3 * airElements[at + corners[0]];
  const b = 3 * airElements[at + corners[1]];
  const ax = positions[a] - px;
  const ay = positions[a + 1] - py;
  const ex = positions[b] - positions[a];
  const ey = positions[b + 1] - positions[a + 1];
  const length = ex * ex + ey * ey;
  const along = -(ax * ex + ay * ey);
  const t = length > 0 ? Math.min(1, Math.max(0, along / length)) : 0;
  closest.x = ax + t * ex;
  closest.y = ay + t * ey;
  closest.z = 0;
  closest.distanceSquared = closest.x * closest.x + closest.y * closest.y;
  closest.b0 = 1 - t;
  closest.b1 = t;
  return along > 0 && along < length;
}

/**
 * Computes the unit normal of a facet, which points into the air.
 * @returns false if the facet has no area or length
 */
export function facetNormal(
  normal: Float64Array,
  { positions: x, airElements }: State,
  at: number,
  corners: readonly number[],
): boolean {
  const a = 3 * airElements[at + corners[0]];
  const b = 3 * airElements[at + corners[1]];
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  if (corners.length === 2) {
    normal[0] = -uy;
    normal[1] = ux;
    normal[2] = 0;
  } else {
    const c = 3 * airElements[at + corners[2]];
    const vx = x[c] - x[a];
    const vy = x[c + 1] - x[a + 1];
    const vz = x[c + 2] - x[a + 2];
    normal[0] = uy * vz - uz * vy;
    normal[1] = uz * vx - ux * vz;
    normal[2] = ux * vy - uy * vx;
  }
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) normal[k] /= length;
  return true;
}
