import { AIR_STRIDE, FACETS } from '../../../mesh/air/air-mesh.ts';
import { NONE } from '../../../mesh/topology.ts';
import type { Context } from '../../program/stage.ts';
import type { State } from '../../state.ts';
import { hasCorner } from './facets.ts';
import { SEARCH_FACTOR } from './near-facet.ts';
import { restDistanceSquared } from './rest-distance.ts';
import {
  type AirContactMemory,
  type AirContactScratch,
  airContactMemory,
  type EdgePair,
  type PointPair,
  type WalkSpace,
  takePair,
} from './scratch.ts';
import { beginWalk, facetNormal, setSpace, walkAir } from './walk.ts';

/** Two edges count as parallel if the squared sine of their angle is at most this. Then their vertices make the contacts. */
const PARALLEL = 1e-6;

/**
 * Finds the surface edge nearest to the edge (a, b), among those that a walk over air reaches, into `scratch.airContacts.found`. Both nearest
 * points must be inside of their edges; the other cases are those of a vertex and a facet.
 *
 * The normal is perpendicular to both edges. It points to the side on which the other edge's facets have their air: so the own edge must be on this
 * side, or touch. A facet of a body at the wrong side has no contact, and is left to the constraint.
 * @returns false if no edge is near
 */
export function findEdge(context: Context, a: number, b: number): boolean {
  const { world, state, parameters, scratch } = context;
  const { found } = scratch.airContacts;
  const reach = SEARCH_FACTOR * parameters.contactOffset;
  found.distanceSquared = Infinity;
  const memory = airContactMemory(scratch.airContacts, world, state);
  const count = startAround(context, memory, a, b);
  if (count === 0) return false;
  setSpace(scratch.airContacts, state.positions, a, b, reach);
  const facets = walkAir(scratch.airContacts, memory, world, state, count, NONE);
  for (let i = 0; i < facets; i++) {
    const at = memory.met[i] - (memory.met[i] % AIR_STRIDE);
    const corners = FACETS[3][memory.met[i] % AIR_STRIDE];
    for (let k = 0; k < 3; k++) tryEdge(context, memory, a, b, at, corners, k, reach);
  }
  return found.distanceSquared < Infinity && orient(context);
}

/** Takes side k of a facet that a walk has met, if it is nearer than the edges before, or adds the facet's normal if it is that edge again. */
function tryEdge(
  { world, state, parameters, scratch }: Context,
  { bodies }: AirContactMemory,
  a: number,
  b: number,
  at: number,
  corners: readonly number[],
  k: number,
  reach: number,
): void {
  const { airElements, positions: x } = state;
  const { found, tried, pair, normal, outward } = scratch.airContacts;
  const from = airElements[at + corners[k]];
  const to = airElements[at + corners[(k + 1) % 3]];
  if (from === a || from === b || to === a || to === b) return;
  const c = Math.min(from, to);
  const d = Math.max(from, to);
  if (isOutside(scratch.airContacts.space, x, c, d) || !nearestPoints(pair, x, a, b, c, d)) return;
  const { gap, s, t } = pair;
  const distanceSquared = gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2];
  if (!(distanceSquared < reach * reach && distanceSquared <= found.distanceSquared)) return;
  if (!facetNormal(normal, state, at, corners)) return;
  if (distanceSquared < found.distanceSquared) {
    setPair(tried, a, b, c, d, s, t);
    if (restDistanceSquared(world, bodies, tried) <= parameters.contactOffset * parameters.contactOffset) return;
    found.distanceSquared = distanceSquared;
    takePair(found, tried);
    found.normal.set(pair.cross);
    outward.fill(0);
    scratch.airContacts.apexCount = 0;
  } else if (found.vertices[2] !== c || found.vertices[3] !== d) return;
  if (!isNewApex(scratch.airContacts, airElements[at + corners[(k + 2) % 3]])) return;
  for (let j = 0; j < 3; j++) outward[j] += normal[j];
}

/**
 * Notes the third vertex of a facet at the nearest edge. A walk around the hem of a cloth meets a facet from both sides: then the first one counts.
 * @returns whether the facet hasn't been there yet
 */
function isNewApex(scratch: AirContactScratch, vertex: number): boolean {
  const { apexes, apexCount } = scratch;
  for (let i = 0; i < apexCount; i++) if (apexes[i] === vertex) return false;
  if (apexCount < apexes.length) apexes[scratch.apexCount++] = vertex;
  return true;
}

/** Tests whether an edge is outside of the walk's box along an axis: then it is out of reach. */
function isOutside({ low, high }: WalkSpace, x: State['positions'], c: number, d: number): boolean {
  for (let k = 0; k < 3; k++) {
    const xc = x[3 * c + k];
    const xd = x[3 * d + k];
    if ((xc > high[k] && xd > high[k]) || (xc < low[k] && xd < low[k])) return true;
  }
  return false;
}

function setPair(pair: PointPair, a: number, b: number, c: number, d: number, s: number, t: number): void {
  const { vertices, weights } = pair;
  pair.count = 4;
  vertices[0] = a;
  vertices[1] = b;
  vertices[2] = c;
  vertices[3] = d;
  weights[0] = 1 - s;
  weights[1] = s;
  weights[2] = -(1 - t);
  weights[3] = -t;
}

/** Puts the elements around an edge into `reached`. @returns their number */
function startAround({ state, scratch }: Context, memory: AirContactMemory, a: number, b: number): number {
  const { airElements, vertexElementStarts, vertexElements } = state;
  const walk = beginWalk(scratch.airContacts, memory);
  let count = 0;
  for (let i = vertexElementStarts[a]; i < vertexElementStarts[a + 1]; i++) {
    const element = vertexElements[i];
    if (!hasCorner(airElements, AIR_STRIDE * element, b)) continue;
    memory.reached[count++] = element;
    memory.walks[element] = walk;
  }
  return count;
}

/**
 * Computes the nearest points of the lines through two edges.
 * @returns false if the lines are parallel, or if a point isn't inside of its edge
 */
function nearestPoints(pair: EdgePair, x: State['positions'], a: number, b: number, c: number, d: number): boolean {
  const { gap, cross } = pair;
  const ux = x[3 * b] - x[3 * a];
  const uy = x[3 * b + 1] - x[3 * a + 1];
  const uz = x[3 * b + 2] - x[3 * a + 2];
  const vx = x[3 * d] - x[3 * c];
  const vy = x[3 * d + 1] - x[3 * c + 1];
  const vz = x[3 * d + 2] - x[3 * c + 2];
  const rx = x[3 * a] - x[3 * c];
  const ry = x[3 * a + 1] - x[3 * c + 1];
  const rz = x[3 * a + 2] - x[3 * c + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ur = ux * rx + uy * ry + uz * rz;
  const vr = vx * rx + vy * ry + vz * rz;
  const determinant = uu * vv - uv * uv;
  if (!(determinant > PARALLEL * uu * vv)) return false;
  const s = (uv * vr - vv * ur) / determinant;
  const t = (uu * vr - uv * ur) / determinant;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return false;
  pair.s = s;
  pair.t = t;
  gap[0] = rx + s * ux - t * vx;
  gap[1] = ry + s * uy - t * vy;
  gap[2] = rz + s * uz - t * vz;
  cross[0] = uy * vz - uz * vy;
  cross[1] = uz * vx - ux * vz;
  cross[2] = ux * vy - uy * vx;
  return true;
}

/**
 * Makes the cross product of the edges found, in `found.normal`, their unit normal, on the side of `outward`.
 * @returns false if the own edge is on the wrong side
 */
function orient({ state, scratch }: Context): boolean {
  const { found, outward } = scratch.airContacts;
  const { normal, vertices, weights } = found;
  const { positions: x } = state;
  const side = normal[0] * outward[0] + normal[1] * outward[1] + normal[2] * outward[2];
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  let height = 0;
  for (let k = 0; k < 3; k++) {
    normal[k] = (side < 0 ? -normal[k] : normal[k]) / length;
    for (let i = 0; i < 4; i++) height += normal[k] * weights[i] * x[3 * vertices[i] + k];
  }
  return side !== 0 && height >= 0;
}
