import { AIR_STRIDE } from '../../../mesh/air/air-mesh.ts';
import type { FeatureArray, WorldWithoutLengths } from '../../tables/feature-array-definition.ts';

const ifAir = (length: (world: WorldWithoutLengths) => number) => ({
  kind: 'u32' as const,
  length: (world: WorldWithoutLengths) => (world.air.elements.length > 0 ? length(world) : 0),
});

const PER_ELEMENT = { ...ifAir(() => AIR_STRIDE), capacity: 'airElements' as const };

/** Adjacency of the elements of air (link-air.ts). Nothing of it is carried: it follows from `airElements`. */
export const AIR_CONTACT_ARRAYS = {
  /** The elements that the adjacency belongs to: a copy of `airElements`. */
  linkedElements: PER_ELEMENT,
  /** Per element: what lies beyond the facet opposite each corner, an element, SOLID or NONE. */
  airNeighbours: PER_ELEMENT,
  /** Per vertex: where its elements start in `vertexElements`; then the length of that list, or 0 if there is no adjacency. */
  vertexElementStarts: ifAir(({ vertexCount }) => vertexCount + 1),
  /** The elements around each vertex, ascending. */
  vertexElements: PER_ELEMENT,
} as const satisfies Readonly<Record<string, FeatureArray>>;
