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

export const boxesOverlap = (a: Box, b: Box): boolean =>
  [0, 1, 2].every((k) => a.low[k] <= b.high[k] && b.low[k] <= a.high[k]);

function include(box: Box, x: ArrayLike<number>, at: number): void {
  for (let k = 0; k < 3; k++) {
    box.low[k] = Math.min(box.low[k], x[at + k]);
    box.high[k] = Math.max(box.high[k], x[at + k]);
  }
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
      if (!boxesOverlap(widened(box, 2 * margin), regions[i])) {
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
