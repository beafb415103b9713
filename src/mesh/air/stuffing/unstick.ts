import type { AirComplex } from './air-complex.ts';
import { bestCollapse } from './collapse.ts';
import { apply, edgeRemoval, faceRemoval, type Flip, takeBack } from './local-flips.ts';

/**
 * Tries to remove a vertex that no collapse removes, by flips around it: always the one after which the best collapse lacks least; where none
 * helps, any one, drawn by a generator of fixed seed.
 * @param steps number of flips after which the vertex is given up
 * @returns whether the vertex is gone. If not, flips around it remain, all positive
 */
export function unstick(
  air: AirComplex,
  vertex: number,
  sides: Uint8Array,
  leastQuality: number,
  random: () => number,
  steps: number,
): boolean {
  let lack = leastLack(air, vertex, sides, leastQuality, Number.POSITIVE_INFINITY);
  for (let step = 0; step < steps; step++) {
    const collapse = bestCollapse(air, vertex, sides, leastQuality);
    if (collapse !== undefined) {
      air.collapse(vertex, collapse.onto);
      return true;
    }
    const flips = flipsAround(air, vertex, leastQuality);
    if (flips.length === 0) return false;
    let chosen = -1;
    for (const [i, flip] of flips.entries()) {
      apply(air, flip);
      const after = leastLack(air, vertex, sides, leastQuality, lack);
      takeBack(air, flip);
      if (after < lack) [chosen, lack] = [i, after];
    }
    const helps = chosen >= 0;
    apply(air, flips[helps ? chosen : Math.floor(random() * flips.length)]);
    if (!helps) lack = leastLack(air, vertex, sides, leastQuality, Number.POSITIVE_INFINITY);
  }
  return false;
}

/**
 * How far the best collapse of a vertex is from leaving good tetrahedra only: the sum of the qualities that they lack.
 * @param most returned if none is less
 */
function leastLack(air: AirComplex, vertex: number, sides: Uint8Array, leastQuality: number, most: number): number {
  let least = most;
  for (const onto of air.neighbours(vertex))
    if ((sides[vertex] & sides[onto]) === sides[vertex])
      least = Math.min(least, air.collapseLack(vertex, onto, leastQuality, least));
  return least;
}

/** All flips of edges and faces of the tetrahedra at a vertex that leave good ones. */
function flipsAround(air: AirComplex, vertex: number, leastQuality: number): Flip[] {
  const flips: Flip[] = [];
  const consider = (flip: Flip | undefined) => {
    if (flip !== undefined) flips.push(flip);
  };
  const edges = new Set<number>();
  const vertexCount = air.positions.length / 3;
  for (const tet of air.star(vertex)) {
    const corners = air.corners(tet);
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < i; j++) {
        const [a, b] = [Math.min(corners[i], corners[j]), Math.max(corners[i], corners[j])];
        if (edges.has(a * vertexCount + b)) continue;
        edges.add(a * vertexCount + b);
        consider(edgeRemoval(air, a, b, leastQuality));
      }
      consider(faceRemoval(air, tet, i, leastQuality));
    }
  }
  return flips;
}
