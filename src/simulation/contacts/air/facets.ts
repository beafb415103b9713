import { AIR_STRIDE } from '../../../mesh/air/air-mesh.ts';
import type { World } from '../../world/world.ts';

/** Stands among an element's neighbours for a body: the facet is a face of a volume or a cloth, or an edge of a rope or a planar body. */
export const SOLID = 0xffff_fffe;

/** Tests whether an element has a vertex. @param at offset of the element in `elements` */
export const hasCorner = (elements: Uint32Array, at: number, vertex: number): boolean =>
  elements[at] === vertex ||
  elements[at + 1] === vertex ||
  elements[at + 2] === vertex ||
  elements[at + AIR_STRIDE - 1] === vertex;

/** Facets of bodies by their smallest vertex. */
export interface SolidFacets {
  /** Per vertex: where its facets start in `others`, in facets; then their number. */
  readonly starts: Uint32Array;
  /** The other one (plane) or two (space) vertices of each facet. */
  readonly others: Uint32Array;
}

/** Lists the facets of all bodies: edges in the plane, faces in space. */
export function solidFacets({ bodies, models, dimension, vertexCount }: World): SolidFacets {
  const starts = new Uint32Array(vertexCount + 2);
  const facets = bodies.map(({ model, vertexBase }) => {
    const { edges, faces } = models[model].topology;
    return (dimension === 2 ? edges : faces).map((v) => v + vertexBase);
  });
  const least = (all: Uint32Array, f: number) => Math.min(...all.subarray(f, f + dimension));
  for (const all of facets) for (let f = 0; f < all.length; f += dimension) starts[least(all, f) + 2]++;
  for (let v = 0; v < vertexCount; v++) starts[v + 2] += starts[v + 1];
  const others = new Uint32Array((dimension - 1) * starts[vertexCount + 1]);
  for (const all of facets)
    for (let f = 0; f < all.length; f += dimension) {
      const first = least(all, f);
      let at = (dimension - 1) * starts[first + 1]++;
      for (let k = 0; k < dimension; k++) if (all[f + k] !== first) others[at++] = all[f + k];
    }
  return { starts: starts.subarray(0, vertexCount + 1), others };
}

/** Tests whether bodies have a facet. @param corners which corners of the element are the facet's    @param at offset of the element */
export function isSolid(
  { starts, others }: SolidFacets,
  elements: Uint32Array,
  at: number,
  corners: readonly number[],
): boolean {
  let first = elements[at + corners[0]];
  for (const k of corners) if (elements[at + k] < first) first = elements[at + k];
  const arity = corners.length - 1;
  for (let f = arity * starts[first]; f < arity * starts[first + 1]; f += arity) {
    let common = 0;
    for (const k of corners) for (let j = 0; j < arity; j++) if (others[f + j] === elements[at + k]) common++;
    if (common === arity) return true;
  }
  return false;
}
