import type { AirComplex } from './air-complex.ts';

/** A vertex' best collapse: onto which neighbour, and the smallest quality that it leaves. */
export interface Collapse {
  readonly onto: number;
  readonly quality: number;
}

/**
 * Removes vertices by collapsing edges onto neighbours, always the collapse that leaves the best tetrahedra; of equal ones that of the vertex
 * with the smallest id.
 * @param sides of all vertices, as in StuffedBox: a vertex only moves onto one that lies on at least the same sides
 * @param leastQuality collapses must leave more than this
 * @returns the vertices that remain
 */
export function collapseVertices(
  air: AirComplex,
  vertices: readonly number[],
  sides: Uint8Array,
  leastQuality: number,
): number[] {
  const best = new Map<number, Collapse | undefined>();
  for (const v of vertices) best.set(v, bestCollapse(air, v, sides, leastQuality));
  for (;;) {
    let chosen = -1;
    let quality = leastQuality;
    for (const [v, collapse] of best)
      if (collapse !== undefined && collapse.quality > quality) [chosen, quality] = [v, collapse.quality];
    const collapse = best.get(chosen);
    if (collapse === undefined) return [...best.keys()];
    best.delete(chosen);
    const around = air.neighbours(chosen);
    air.collapse(chosen, collapse.onto);
    for (const v of around) if (best.has(v)) best.set(v, bestCollapse(air, v, sides, leastQuality));
  }
}

/** Returns the collapse of a vertex that leaves the best tetrahedra, of quality above `leastQuality`. */
export function bestCollapse(
  air: AirComplex,
  vertex: number,
  sides: Uint8Array,
  leastQuality: number,
): Collapse | undefined {
  let best: Collapse | undefined;
  for (const onto of air.neighbours(vertex)) {
    if ((sides[vertex] & sides[onto]) !== sides[vertex]) continue;
    const quality = air.collapseQuality(vertex, onto, best?.quality ?? leastQuality);
    if (quality > (best?.quality ?? leastQuality)) best = { onto, quality };
  }
  return best;
}
