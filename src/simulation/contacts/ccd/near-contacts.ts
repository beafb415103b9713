import type { Model } from '../../world/model.ts';
import { isSheet, type World } from '../../world/world.ts';
import type { State } from '../../state.ts';
import { findNearestOnEdges, findNearestOnFace, type Surface } from './nearest.ts';
import type { CcdQuery, HitScratch, NearScratch } from './scratch.ts';
import { keepHit, NEAR, NO_HIT, type Search } from './search.ts';

/**
 * Contacts of elements that come near each other without touching, where at least one is a sheet's. Without them, a sheet at rest would fall
 * through its gap, hit, be pushed out by the contact offset, and fall again.
 *
 * - A pair is near if it doesn't touch during the step, and its distance at the end of the motion is below NEARNESS thicknesses. (The
 *   thickness is contactOffset.) The vector between the nearest points at that time is the contact's normal. It points to the side of x0, since nothing has been passed.
 * - A sheet's own neighbours aren't near: the two points of a contact must be at least NEIGHBOURHOOD thicknesses apart in the rest shape.
 *   So a sheet whose edges are shorter than the thickness isn't inflated by itself.
 * - A contact, of a hit too, keeps the thickness only if the step began with that gap. Else it keeps the gap, and widens it by RECOVERY
 *   thicknesses a step. Otherwise a gap that had become too narrow would open in one step, at thickness / dt, usually some 0.5 m/s, and
 *   what lies there would jump.
 */

/**
 * Distance in the rest shape from which on two points of a sheet can be in contact [thicknesses]: half of pi, the length of the arc
 * of the tightest fold that the thickness allows. Its two layers are a thickness apart.
 */
const NEIGHBOURHOOD = 1.5707963267948966;
/**
 * Distance below which elements are near [thicknesses]. Above 1 a contact does nothing yet, but in the same step the material's iterations may
 * press the two together. Without it, vertices that springs press on a layer were found in every other step, and trembled at 0.1 m/s.
 */
export const NEARNESS = 1.25;
/** Widening of a gap that is too narrow, per step [thicknesses]. At 3.3 ms and 2 mm it opens at 0.06 m/s. */
export const RECOVERY = 0.1;

/** Keeps the hit of two elements that don't touch, if they come near each other. Parameters as in testPair (test-pairs.ts). */
export function keepNear(
  { group, motion, impact, near }: CcdQuery,
  search: Search,
  world: World,
  state: State,
  isEdges: boolean,
  i: number,
  body: number,
  target: number,
): void {
  const { closest, gap, own, other, thickness } = near;
  const isOwn = body === group.body;
  const reach = NEARNESS * thickness;
  if (!isSheet(world, body) && (isOwn || !isSheet(world, group.body))) return;
  setSurface(other, world, state, body);
  if (isEdges) {
    setSurface(own, world, state, group.body);
    const edge = search.ids[i] - world.bodies[group.body].edgeBase;
    if (!findNearestOnEdges(gap, motion, impact, own, edge, other, target, reach)) return;
    closest.distanceSquared = gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2];
    if (isOwn && areNeighbours(near, world, body, true, edge, target, impact.u, impact.v)) return;
  } else {
    if (!findNearestOnFace(closest, motion, impact, other, target, reach)) return;
    const vertex = search.vertices[i] - other.vertexBase;
    if (isOwn && areNeighbours(near, world, body, false, vertex, target, impact.u, impact.v)) return;
  }
  impact.t = NEAR + (NO_HIT - NEAR) * 0.5 * (Math.sqrt(closest.distanceSquared) / reach);
  keepHit(search, i, impact, body, target);
}

function setSurface(surface: Surface, world: World, { positions }: State, body: number): void {
  const { model, vertexBase } = world.bodies[body];
  surface.topology = world.models[model].topology;
  surface.vertexBase = vertexBase;
  surface.positions = positions;
}

/**
 * Whether two points of a body are near in its rest shape: one on an edge or at a vertex, and one on another edge or a face.
 * @param u, v as in Impact: parameters along both edges, or weights of the face's corners 1 and 2
 */
function areNeighbours(
  { thickness }: NearScratch,
  world: World,
  body: number,
  isEdges: boolean,
  element: number,
  target: number,
  u: number,
  v: number,
): boolean {
  const { topology, mesh }: Model = world.models[world.bodies[body].model];
  const { edges, faces } = topology;
  const rest = mesh.positions;
  const least = NEIGHBOURHOOD * thickness;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const gap = isEdges
      ? between(rest, edges, 2 * element, u, k) - between(rest, edges, 2 * target, v, k)
      : rest[3 * element + k] -
        (1 - u - v) * rest[3 * faces[3 * target] + k] -
        u * rest[3 * faces[3 * target + 1] + k] -
        v * rest[3 * faces[3 * target + 2] + k];
    squared += gap * gap;
  }
  return squared < least * least;
}

/** Returns a coordinate of the point at parameter t of an edge. @param at offset of the edge's vertices in `edges` */
const between = (x: Float32Array, edges: Uint32Array, at: number, t: number, k: number): number =>
  (1 - t) * x[3 * edges[at] + k] + t * x[3 * edges[at + 1] + k];

/** Sets hit.normal to the direction between the contact's two points at the end of the step. @returns false if they coincide */
export function nearNormal({ normal, vertices, weights }: HitScratch, { positions }: State): boolean {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    normal[k] = 0;
    for (let i = 0; i < 4; i++) normal[k] += weights[i] * positions[3 * vertices[i] + k];
    squared += normal[k] * normal[k];
  }
  const length = Math.sqrt(squared);
  if (!(length > 0 && length < Infinity)) return false;
  for (let k = 0; k < 3; k++) normal[k] /= length;
  return true;
}

/**
 * Returns the distance that a contact with a sheet keeps [m]: the gap at x0 along the contact's normal, and a little more, but at most
 * the thickness.
 */
export function keptDistance(
  { normal, vertices, weights }: HitScratch,
  { positionsT0 }: State,
  thickness: number,
): number {
  let gap = 0;
  for (let i = 0; i < 4; i++)
    for (let k = 0; k < 3; k++) gap += weights[i] * normal[k] * positionsT0[3 * vertices[i] + k];
  return Math.min(thickness, Math.max(0, gap) + RECOVERY * thickness);
}
