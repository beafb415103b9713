import { AIR_STRIDE, FACETS } from '../../../mesh/air/air-mesh.ts';
import { NONE } from '../../../mesh/topology.ts';
import { AIR_TALLY } from '../../constraints/air/arrays.ts';
import type { Stage } from '../../program/stage.ts';
import { COUNTERS, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { hasCorner, isSolid, SOLID, type SolidFacets } from './facets.ts';
import { isOn } from './is-on.ts';
import { airContactMemory } from './scratch.ts';

/**
 * Finds the adjacency of the elements of air, if they have changed since the last time: by an improvement of the mesh, or since an earlier state
 * came back. One worker does it. It also sets the number of contacts of air to 0.
 */
export const linkAir: Stage = {
  count: () => 1,
  run({ world, state, parameters, scratch }) {
    state.counters[COUNTERS.contactsAir] = 0;
    if (!isOn(parameters, world) || isLinked(world, state)) return;
    const { solid } = airContactMemory(scratch.airContacts, world, state);
    link(world, state, solid);
  },
};

const countOf = ({ airTally }: State): number => airTally[AIR_TALLY.elements];

function isLinked({ dimension, vertexCount }: World, state: State): boolean {
  const { airElements, linkedElements, vertexElementStarts } = state;
  const count = countOf(state);
  if (vertexElementStarts[vertexCount] !== (dimension + 1) * count) return false;
  for (let i = 0; i < AIR_STRIDE * count; i++) if (airElements[i] !== linkedElements[i]) return false;
  return true;
}

function link(world: World, state: State, solid: SolidFacets): void {
  const { dimension, vertexCount } = world;
  const { airElements, linkedElements, airNeighbours, vertexElementStarts: starts, vertexElements } = state;
  const words = AIR_STRIDE * countOf(state);
  // Nothing is linked until all is: a worker that dies here leaves starts[vertexCount] at 0.
  starts.fill(0);
  for (let i = 0; i < words; i++) if (airElements[i] !== NONE) starts[airElements[i]]++;
  let sum = 0;
  for (let v = 0; v < vertexCount; v++) {
    sum += starts[v];
    starts[v] = sum;
  }
  // Backwards, so that each vertex's start moves from its end to its beginning, and its elements ascend.
  for (let i = words - 1; i >= 0; i--)
    if (airElements[i] !== NONE) vertexElements[--starts[airElements[i]]] = Math.floor(i / AIR_STRIDE);
  airNeighbours.fill(NONE, 0, words);
  for (let at = 0; at < words; at += AIR_STRIDE)
    for (let k = 0; k <= dimension; k++) if (airNeighbours[at + k] === NONE) linkFacet(world, state, solid, at, k, sum);
  linkedElements.set(airElements.subarray(0, words));
  starts[vertexCount] = sum;
}

/** Finds out what lies beyond the facet opposite corner k of an element, from both sides. @param sum length of `vertexElements` */
function linkFacet(
  { dimension, vertexCount }: World,
  { airElements, airNeighbours, vertexElementStarts, vertexElements }: State,
  solid: SolidFacets,
  at: number,
  k: number,
  sum: number,
): void {
  const corners = FACETS[dimension][k];
  if (isSolid(solid, airElements, at, corners)) {
    airNeighbours[at + k] = SOLID;
    return;
  }
  const a = airElements[at + corners[0]];
  const b = airElements[at + corners[1]];
  // In the plane, the third is the second once more.
  const c = airElements[at + corners[dimension - 1]];
  const end = a + 1 < vertexCount ? vertexElementStarts[a + 1] : sum;
  for (let i = vertexElementStarts[a]; i < end; i++) {
    const other = AIR_STRIDE * vertexElements[i];
    if (other === at || !hasCorner(airElements, other, b) || !hasCorner(airElements, other, c)) continue;
    airNeighbours[at + k] = vertexElements[i];
    for (let j = 0; j <= dimension; j++) {
      const corner = airElements[other + j];
      if (corner !== a && corner !== b && corner !== c) airNeighbours[other + j] = at / AIR_STRIDE;
    }
    return;
  }
}
