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
  const collapses = vertices.map((v) => bestCollapse(air, v, sides, leastQuality));
  const qualities = Float64Array.from(collapses, (collapse) => collapse?.quality ?? 0); // 0: none
  const indices = new Map(vertices.map((v, i) => [v, i]));
  for (;;) {
    let chosen = 0;
    for (let i = 1; i < qualities.length; i++) if (qualities[i] > qualities[chosen]) chosen = i;
    const collapse = collapses[chosen];
    if (collapse === undefined) return [...indices.keys()];
    const vertex = vertices[chosen];
    const around = air.neighbours(vertex);
    air.collapse(vertex, collapse.onto);
    indices.delete(vertex);
    collapses[chosen] = undefined;
    qualities[chosen] = 0;
    for (const v of around) {
      const i = indices.get(v);
      if (i === undefined) continue;
      collapses[i] = bestCollapse(air, v, sides, leastQuality);
      qualities[i] = collapses[i]?.quality ?? 0;
    }
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
