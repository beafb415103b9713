import type { Context } from '../../program/stage.ts';
import { restDistanceSquared } from './rest-distance.ts';
import { airContactMemory } from './scratch.ts';
import { beginWalk, closestOnFacet, facetNormal, walkAir } from './walk.ts';

/**
 * Pairs are found up to this multiple of the contact offset. Between the offset and this distance they push nothing, unless an iteration moves
 * them nearer.
 */
export const SEARCH_FACTOR = 2;

/**
 * Finds the facet of a body nearest to a vertex, among those that a walk over air reaches from the vertex, into `scratch.airContacts.found`.
 *
 * 1. Of equally near facets, such as two that meet at a corner, it takes the one above which the vertex is highest, else the one that the walk
 *    meets first.
 * 2. The normal is that of the facet, into the air, if the nearest point is inside of the facet, also where the vertex is beneath the facet. If the
 *    nearest point is on the facet's border, the normal leads from it to the vertex; then the vertex must be above the facet.
 * 3. A facet of the vertex's own body doesn't count if it was not farther away than the contact offset at rest.
 * @returns false if no facet is near
 */
export function findFacet(context: Context, vertex: number): boolean {
  const { world, state, parameters, scratch } = context;
  const { airElements, positions: x, vertexElementStarts, vertexElements } = state;
  const first = vertexElementStarts[vertex];
  const end = vertexElementStarts[vertex + 1];
  const { found, closest } = scratch.airContacts;
  const reach = SEARCH_FACTOR * parameters.contactOffset;
  found.distanceSquared = Infinity;
  if (first === end) return false;
  const memory = airContactMemory(scratch.airContacts, world, state);
  const walk = beginWalk(scratch.airContacts, memory);
  for (let i = first; i < end; i++) {
    memory.reached[i - first] = vertexElements[i];
    memory.walks[vertexElements[i]] = walk;
  }
  const px = x[3 * vertex];
  const py = x[3 * vertex + 1];
  const pz = x[3 * vertex + 2];
  const normal = new Float64Array(3);
  const meet = (at: number, corners: readonly number[]) => {
    for (const k of corners) if (airElements[at + k] === vertex) return;
    const isInside = closestOnFacet(scratch.airContacts, state, at, corners, px, py, pz);
    const { distanceSquared } = closest;
    if (!(distanceSquared < reach * reach && distanceSquared <= found.distanceSquared)) return;
    if (!facetNormal(normal, state, at, corners)) return;
    const height = -(normal[0] * closest.x + normal[1] * closest.y + normal[2] * closest.z);
    if (!isInside && !(height > 0)) return;
    if (distanceSquared === found.distanceSquared && !(height > found.height)) return;
    const weights = [closest.b0, closest.b1, 1 - closest.b0 - closest.b1];
    const vertices = corners.map((k) => airElements[at + k]);
    const { contactOffset } = parameters;
    if (restDistanceSquared(world, [vertex], [1], vertices, weights) <= contactOffset * contactOffset) return;
    found.distanceSquared = distanceSquared;
    found.height = height;
    found.vertices.set(vertices);
    found.weights.set(weights);
    if (!isInside) {
      const distance = Math.sqrt(distanceSquared);
      normal[0] = -closest.x / distance;
      normal[1] = -closest.y / distance;
      normal[2] = -closest.z / distance;
    }
    found.normal.set(normal);
  };
  walkAir(scratch.airContacts, memory, world, state, end - first, [px, py, pz], reach, meet);
  return found.distanceSquared < Infinity;
}
