import { QUERY, type Words } from '../../state.ts';

/** A box in space [m]. */
export interface Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

const emptyBox = (): Box => ({
  low: new Float64Array(3).fill(Infinity),
  high: new Float64Array(3).fill(-Infinity),
});

/** Returns a box that is larger by a margin [m] on all sides. */
export const widened = ({ low, high }: Box, margin: number): Box => ({
  low: low.map((x) => x - margin),
  high: high.map((x) => x + margin),
});

/** Tests whether two boxes overlap once one of them is widened by a margin [m]. */
export function areWithin(margin: number, a: Box, b: Box): boolean {
  for (let k = 0; k < 3; k++) if (a.low[k] - margin > b.high[k] || b.low[k] > a.high[k] + margin) return false;
  return true;
}

function include(box: Box, x: ArrayLike<number>, at: number): void {
  for (let k = 0; k < 3; k++) {
    box.low[k] = Math.min(box.low[k], x[at + k]);
    box.high[k] = Math.max(box.high[k], x[at + k]);
  }
}

/**
 * Returns whether a point of a body penetrates the body itself.
 * @param queries of the step, the first `count` of which are listed
 * @param bodies the body of each contact point (world.points)
 */
export function penetratesItself(body: number, queries: Words, count: number, bodies: Uint32Array): boolean {
  for (let q = 0; q < count; q++) {
    const at = QUERY.stride * q;
    if (queries.u32[at + QUERY.body] === body && bodies[queries.u32[at + QUERY.source]] === body) return true;
  }
  return false;
}

/**
 * Returns the regions of a body in which points penetrate it: boxes around the elements that contain such points. Boxes that are closer to one
 * another than twice the margin become one, so that no two regions overlap once they are widened by the margin.
 * @param positions [m], 3 per vertex
 * @param queries of the step, the first `count` of which are listed
 * @param margin [m]
 */
export function contactRegions(
  tets: Uint32Array,
  positions: Float32Array,
  vertexBase: number,
  body: number,
  queries: Words,
  count: number,
  margin: number,
): Box[] {
  const regions: Box[] = [];
  for (let q = 0; q < count; q++) {
    if (queries.u32[QUERY.stride * q + QUERY.body] !== body) continue;
    const tet = queries.u32[QUERY.stride * q + QUERY.tet];
    let box = emptyBox();
    for (let k = 0; k < 4; k++) include(box, positions, 3 * (vertexBase + tets[4 * tet + k]));
    // The union with one region may reach others.
    for (let i = 0; i < regions.length; ) {
      if (!areWithin(2 * margin, box, regions[i])) {
        i++;
        continue;
      }
      const [other] = regions.splice(i, 1);
      include(other, box.low, 0);
      include(other, box.high, 0);
      box = other;
      i = 0;
    }
    regions.push(box);
  }
  return regions;
}
