import { AIR_STRIDE, FACETS } from '../../../mesh/air/air-mesh.ts';
import type { Context } from '../../program/stage.ts';
import { restDistanceSquared } from './rest-distance.ts';
import { type AirContactMemory, airContactMemory, takePair } from './scratch.ts';
import { beginWalk, closestOnFacet, facetNormal, setSpace, walkAir } from './walk.ts';

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
  const { positions: x, vertexElementStarts, vertexElements } = state;
  const first = vertexElementStarts[vertex];
  const end = vertexElementStarts[vertex + 1];
  const { found, point } = scratch.airContacts;
  const reach = SEARCH_FACTOR * parameters.contactOffset;
  found.distanceSquared = Infinity;
  if (first === end) return false;
  const memory = airContactMemory(scratch.airContacts, world, state);
  const walk = beginWalk(scratch.airContacts, memory);
  for (let i = first; i < end; i++) {
    memory.reached[i - first] = vertexElements[i];
    memory.walks[vertexElements[i]] = walk;
  }
  for (let k = 0; k < 3; k++) point[k] = x[3 * vertex + k];
  setSpace(scratch.airContacts, x, vertex, vertex, reach);
  const facets = walkAir(scratch.airContacts, memory, world, state, end - first, vertex);
  for (let i = 0; i < facets; i++) tryFacet(context, memory, vertex, memory.met[i], reach * reach);
  return found.distanceSquared < Infinity;
}

/** Takes a facet that a walk has met, if it is nearer than those before. @param met as in AirContactMemory    @param limit squared distance within which facets count [m^2] */
function tryFacet(
  { world, state, parameters, scratch }: Context,
  { bodies }: AirContactMemory,
  vertex: number,
  met: number,
  limit: number,
): void {
  const { found, tried, closest, normal } = scratch.airContacts;
  const { airElements } = state;
  const at = met - (met % AIR_STRIDE);
  const corners = FACETS[world.dimension][met % AIR_STRIDE];
  tried.count = 1 + corners.length;
  tried.vertices[0] = vertex;
  for (let k = 0; k < corners.length; k++) {
    const corner = airElements[at + corners[k]];
    if (corner === vertex) return;
    tried.vertices[1 + k] = corner;
  }
  const isInside = closestOnFacet(scratch.airContacts, state, at, corners);
  const { distanceSquared } = closest;
  if (!(distanceSquared < limit && distanceSquared <= found.distanceSquared)) return;
  if (!facetNormal(normal, state, at, corners)) return;
  const height = -(normal[0] * closest.x + normal[1] * closest.y + normal[2] * closest.z);
  if (!isInside && !(height > 0)) return;
  if (distanceSquared === found.distanceSquared && !(height > found.height)) return;
  tried.weights[0] = 1;
  tried.weights[1] = -closest.b0;
  tried.weights[2] = -closest.b1;
  tried.weights[3] = -(1 - closest.b0 - closest.b1);
  if (restDistanceSquared(world, bodies, tried) <= parameters.contactOffset * parameters.contactOffset) return;
  found.distanceSquared = distanceSquared;
  found.height = height;
  takePair(found, tried);
  const distance = Math.sqrt(distanceSquared);
  found.normal[0] = isInside ? normal[0] : -closest.x / distance;
  found.normal[1] = isInside ? normal[1] : -closest.y / distance;
  found.normal[2] = isInside ? normal[2] : -closest.z / distance;
}
