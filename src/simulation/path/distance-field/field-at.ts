import { determinant } from '../../../geometry/tetrahedron.ts';
import { LEAST_SLOPE } from '../limits.ts';

/** Scratch memory of fieldAt, and its result. */
export interface FieldScratch {
  /** Barycentric weights of the element's vertices at the point. */
  readonly weights: Float64Array;
  /** Gradients of the first three weights by the point's position [1/m], 9 numbers; that of the fourth is minus their sum. */
  readonly weightGradients: Float64Array;
  /** Carried distance to the boundary [m of the shape that the distances were computed in]. */
  distance: number;
  /** Gradient of the distance by the point's position [1]. It points inwards. */
  readonly gradient: Float64Array;
  /** Edges n1 - n4, n2 - n4, n3 - n4 of the element, and m - n4 [m]. */
  readonly edges: Float64Array;
}

export const createFieldScratch = (): FieldScratch => ({
  weights: new Float64Array(4),
  weightGradients: new Float64Array(9),
  distance: 0.5,
  gradient: new Float64Array(3),
  edges: new Float64Array(12),
});

/**
 * Returns the depth that a distance stands for [m]: how far the point would have to move for the distance to fall to 0 at its present slope,
 * distance / slope. Below LEAST_SLOPE the depth falls with the slope, as the force of a penalty energy d^2 does, down to 0 where no direction
 * leads outwards.
 */
export const depthOf = (distance: number, slope: number): number =>
  (distance * slope) / Math.max(slope * slope, LEAST_SLOPE * LEAST_SLOPE);

/**
 * Computes the carried distance at the point m of an element, and its gradient. The distance is interpolated linearly between those at the
 * element's vertices n1 to n4, so it moves along with the element: m = sum of u_i n_i, d = sum of u_i d_i.
 * @param tets vertex ids of the body's elements
 * @param positions [m], 3 per vertex, and fieldDistances [m] of all bodies; the body's begin at vertex `vertexBase`
 * @returns false if nothing can be read: the element is inverted or flat, all its vertices lie on the boundary, so that d is 0 all over it, or
 *   they have the same distance, so that no direction leads outwards. Only after true are the results valid
 * Source: Fisher and Lin 2001, equations 2 to 5.
 */
export function fieldAt(
  field: FieldScratch,
  tets: Uint32Array,
  positions: Float32Array,
  fieldDistances: Float32Array,
  vertexBase: number,
  mx: number,
  my: number,
  mz: number,
  tet: number,
): boolean {
  const { weights, weightGradients, gradient, edges } = field;
  const last = vertexBase + tets[4 * tet + 3];
  const x = positions[3 * last];
  const y = positions[3 * last + 1];
  const z = positions[3 * last + 2];
  edges[9] = mx - x;
  edges[10] = my - y;
  edges[11] = mz - z;
  for (let i = 0; i < 3; i++) {
    const v = 3 * (vertexBase + tets[4 * tet + i]);
    edges[3 * i] = positions[v] - x;
    edges[3 * i + 1] = positions[v + 1] - y;
    edges[3 * i + 2] = positions[v + 2] - z;
  }
  const volume = determinant(edges, 0, 3, 6);
  // The edges run from the last corner, so this is minus six times the volume.
  if (!(volume < 0)) return false;
  const atLast = fieldDistances[last];
  gradient.fill(0);
  weights[3] = 1;
  let distance = atLast;
  for (let i = 0; i < 3; i++) {
    const j = 3 * ((i + 1) % 3);
    const k = 3 * ((i + 2) % 3);
    // Row i of the inverse of G: the cross product of the other two edges over the volume.
    const gx = (edges[j + 1] * edges[k + 2] - edges[j + 2] * edges[k + 1]) / volume;
    const gy = (edges[j + 2] * edges[k] - edges[j] * edges[k + 2]) / volume;
    const gz = (edges[j] * edges[k + 1] - edges[j + 1] * edges[k]) / volume;
    weightGradients[3 * i] = gx;
    weightGradients[3 * i + 1] = gy;
    weightGradients[3 * i + 2] = gz;
    const weight = gx * edges[9] + gy * edges[10] + gz * edges[11];
    const rise = fieldDistances[vertexBase + tets[4 * tet + i]] - atLast;
    weights[i] = weight;
    weights[3] -= weight;
    distance += weight * rise;
    gradient[0] += rise * gx;
    gradient[1] += rise * gy;
    gradient[2] += rise * gz;
  }
  field.distance = distance;
  return distance > 0 && distance < Infinity && (gradient[0] !== 0 || gradient[1] !== 0 || gradient[2] !== 0);
}
