import { closestPointOnTriangle, FACE } from '../../../geometry/closest-point.ts';
import { AIR_STRIDE } from '../../../mesh/air/air-mesh.ts';
import { NONE } from '../../../mesh/topology.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { FACETS, SOLID } from './facets.ts';
import type { AirContactMemory, AirContactScratch } from './scratch.ts';

/** A bit for each axis. */
const ALL_AXES = 7;

/** Begins a walk. @returns its number */
export function beginWalk(scratch: AirContactScratch, { walks }: AirContactMemory): number {
  if (scratch.walk === NONE) {
    walks.fill(0);
    scratch.walk = 0;
  }
  return ++scratch.walk;
}

/**
 * Walks over air from elements already in `reached`, breadth first, through each facet between two elements that comes nearer to
 * `scratch.point` than a distance. It lists the facets of bodies that it comes to in `met`.
 * @param count number of elements in `reached`, marked with the walk's number    @param reach the distance [m]
 * @returns number of facets in `met`
 */
export function walkAir(
  scratch: AirContactScratch,
  { reached, walks, met }: AirContactMemory,
  { dimension }: World,
  state: State,
  count: number,
  reach: number,
): number {
  const { airNeighbours } = state;
  let end = count;
  let facets = 0;
  for (let i = 0; i < end; i++) {
    const at = AIR_STRIDE * reached[i];
    for (let k = 0; k <= dimension; k++) {
      const next = airNeighbours[at + k];
      if (next === SOLID) met[facets++] = at + k;
      else if (next !== NONE && walks[next] !== scratch.walk && comesNearer(scratch, state, dimension, at, k, reach)) {
        walks[next] = scratch.walk;
        reached[end++] = next;
      }
    }
  }
  return facets;
}

/** Tests whether the facet opposite corner k of an element comes nearer to `scratch.point` than a distance. */
function comesNearer(
  scratch: AirContactScratch,
  state: State,
  dimension: 2 | 3,
  at: number,
  k: number,
  reach: number,
): boolean {
  const { closest, point } = scratch;
  const { positions, airElements } = state;
  // Most facets are decided by their bounding box or by a corner.
  let notAbove = 0;
  let notBelow = 0;
  for (let j = 0; j <= dimension; j++) {
    if (j === k) continue;
    const v = 3 * airElements[at + j];
    const x = positions[v] - point[0];
    const y = positions[v + 1] - point[1];
    const z = positions[v + 2] - point[2];
    if (x * x + y * y + z * z < reach * reach) return true;
    notAbove |= (x > reach ? 0 : 1) | (y > reach ? 0 : 2) | (z > reach ? 0 : 4);
    notBelow |= (x < -reach ? 0 : 1) | (y < -reach ? 0 : 2) | (z < -reach ? 0 : 4);
  }
  if ((notAbove & notBelow) !== ALL_AXES) return false;
  closestOnFacet(scratch, state, at, FACETS[dimension][k]);
  return closest.distanceSquared < reach * reach;
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
