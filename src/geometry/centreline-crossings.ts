import { createImpact, edgeEdgeTimeOfImpact, QUERY_STRIDE } from './time-of-impact.ts';

/**
 * Segments per block. Pairs of segments are tested only if the boxes of their blocks overlap. With 16, a line of 1,000 segments has
 * about as many pairs of blocks as pairs of segments in overlapping blocks.
 */
const BLOCK = 16;
/** Numbers per box: x, y, z of the lowest corner, then of the highest corner. */
const BOX = 6;

/**
 * Counts the pairs of segments of a centre line that touch during a step. All vertices move on straight lines at constant speed. If the
 * count is 0, the line did not pass through itself; scenes of twisted and knotted bodies check this. Touching counts, also at the step's
 * start and end, as for edgeEdgeTimeOfImpact. If a segment touches a vertex, it makes a pair with both segments at that vertex. A pair
 * counts once, however often it touches.
 * @param ids vertices along an open line; segment i runs from ids[i] to ids[i + 1]
 * @param before positions at the start of the step [m], 3 per vertex
 * @param after positions at the end of the step [m], 3 per vertex
 * @param skip segments i and j are tested only if j - i > skip. With 1, the minimum, only pairs that share a vertex are skipped
 */
export function countCrossings(ids: Uint32Array, before: Float32Array, after: Float32Array, skip: number): number {
  const segments = Math.max(ids.length - 1, 0);
  const boxes = sweptBoxes(ids, before, after);
  const blocks = blockBoxes(boxes);
  const leastDifference = Math.max(skip, 1) + 1;
  const query = new Float64Array(QUERY_STRIDE);
  const impact = createImpact();
  let count = 0;
  for (let a = 0; a < blocks.length / BOX; a++) {
    for (let b = a; b < blocks.length / BOX; b++) {
      if (!overlap(blocks, a, b)) continue;
      const endA = Math.min(BLOCK * (a + 1), segments);
      const endB = Math.min(BLOCK * (b + 1), segments);
      for (let i = BLOCK * a; i < endA; i++) {
        for (let j = Math.max(BLOCK * b, i + leastDifference); j < endB; j++) {
          if (!overlap(boxes, i, j)) continue;
          loadQuery(query, ids, before, after, i, j);
          if (edgeEdgeTimeOfImpact(query, 0, impact)) count++;
        }
      }
    }
  }
  return count;
}

/**
 * Returns a box around each segment's positions at the start and at the end of the step. Since vertices move on straight lines, it
 * contains the segment during the whole step. float32 holds the boxes exactly.
 */
function sweptBoxes(ids: Uint32Array, before: Float32Array, after: Float32Array): Float32Array {
  const boxes = emptyBoxes(Math.max(ids.length - 1, 0));
  for (let i = 0; i < ids.length - 1; i++) {
    for (let end = 0; end < 2; end++) {
      for (let k = 0; k < 3; k++) {
        const at = 3 * ids[i + end] + k;
        boxes[BOX * i + k] = Math.min(boxes[BOX * i + k], before[at], after[at]);
        boxes[BOX * i + k + 3] = Math.max(boxes[BOX * i + k + 3], before[at], after[at]);
      }
    }
  }
  return boxes;
}

/** Returns a box around each block of BLOCK consecutive segments. */
function blockBoxes(boxes: Float32Array): Float32Array {
  const blocks = emptyBoxes(Math.ceil(boxes.length / (BOX * BLOCK)));
  for (let i = 0; i < boxes.length; i += BOX) {
    const block = BOX * Math.floor(i / (BOX * BLOCK));
    for (let k = 0; k < 3; k++) {
      blocks[block + k] = Math.min(blocks[block + k], boxes[i + k]);
      blocks[block + k + 3] = Math.max(blocks[block + k + 3], boxes[i + k + 3]);
    }
  }
  return blocks;
}

function emptyBoxes(count: number): Float32Array {
  const boxes = new Float32Array(BOX * count).fill(Infinity);
  for (let i = 0; i < boxes.length; i += BOX) boxes.fill(-Infinity, i + 3, i + BOX);
  return boxes;
}

function overlap(boxes: Float32Array, i: number, j: number): boolean {
  const a = BOX * i;
  const b = BOX * j;
  // Comparisons with NaN are false, so boxes with NaN count as overlapping.
  return !(
    boxes[a] > boxes[b + 3] ||
    boxes[b] > boxes[a + 3] ||
    boxes[a + 1] > boxes[b + 4] ||
    boxes[b + 1] > boxes[a + 4] ||
    boxes[a + 2] > boxes[b + 5] ||
    boxes[b + 2] > boxes[a + 5]
  );
}

/** Writes the four ends of segments i and j, at the start and at the end of the step, to `query`. */
function loadQuery(
  query: Float64Array,
  ids: Uint32Array,
  before: Float32Array,
  after: Float32Array,
  i: number,
  j: number,
): void {
  for (let corner = 0; corner < 4; corner++) {
    const v = ids[(corner < 2 ? i : j) + (corner % 2)];
    for (let k = 0; k < 3; k++) {
      query[3 * corner + k] = before[3 * v + k];
      query[3 * corner + k + QUERY_STRIDE / 2] = after[3 * v + k];
    }
  }
}
