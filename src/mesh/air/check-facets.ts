import { NONE } from '../topology.ts';
import { AIR_STRIDE, FACETS } from './air-mesh.ts';

/**
 * Checks that at most two elements share a facet (an edge in the plane, a face in space), and that these are on different sides of it.
 * @param elements AIR_STRIDE vertex ids per element, below `vertexCount`
 * @throws Error that names the elements
 */
export function checkFacets(elements: Uint32Array, dimension: 2 | 3, vertexCount: number): void {
  const heads = new Uint32Array(vertexCount).fill(NONE);
  const links = new Uint32Array(elements.length);
  const isShared = new Uint8Array(elements.length);
  for (let facet = 0; facet < elements.length; facet++) {
    if (facet % AIR_STRIDE > dimension) continue;
    const [least, p, q] = cornersOf(elements, dimension, facet);
    for (let other = heads[least]; other !== NONE; other = links[other]) {
      const [, r, s] = cornersOf(elements, dimension, other);
      const isSame = dimension === 2 ? p === r : (p === s && q === r) || (p === r && q === s);
      if (!isSame) continue;
      const isOpposite = dimension === 2 ? q !== s : p === s;
      if (isShared[other] || !isOpposite)
        throw new Error(
          `Elements ${Math.floor(other / AIR_STRIDE)} and ${Math.floor(facet / AIR_STRIDE)} of the air mesh are on the same side of ` +
            `a facet that they share, expected at most one element on each side`,
        );
      isShared[other] = isShared[facet] = 1;
    }
    links[facet] = heads[least];
    heads[least] = facet;
  }
}

/**
 * Returns the corners of a facet, the least one first, in an order that tells the side of its element. In the plane the third number is 1 if
 * the edge runs from the least one, else 0.
 * @param facet AIR_STRIDE times the element plus the number of the opposite corner
 */
function cornersOf(elements: Uint32Array, dimension: 2 | 3, facet: number): readonly [number, number, number] {
  const at = facet - (facet % AIR_STRIDE);
  const corners = FACETS[dimension][facet % AIR_STRIDE];
  const a = elements[at + corners[0]];
  const b = elements[at + corners[1]];
  if (corners.length === 2) return a < b ? [a, b, 1] : [b, a, 0];
  const c = elements[at + corners[2]];
  if (a < b && a < c) return [a, b, c];
  return b < c ? [b, c, a] : [c, a, b];
}
