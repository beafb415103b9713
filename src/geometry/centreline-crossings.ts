import { createImpact, edgeEdgeTimeOfImpact, QUERY_STRIDE } from './time-of-impact.ts';

/**
 * Number of segments per box of the filter. With 16, a line of 1,000 segments costs about as many tests of pairs of boxes as tests of
 * pairs of segments in overlapping boxes.
 */
const BLOCK = 16;
/** Numbers per box: x, y, z of the lowest corner, then of the highest. */
const BOX = 6;

/**
 * Counts the pairs of segments of a centre line that touch during a step in which all vertices move on straight lines at constant
 * speed. If the count is 0, the line did not pass through itself. The count is as exact as edgeEdgeTimeOfImpact: touching counts,
 * also at the step's start and end. A contact at a vertex counts for both segments that meet there. A pair counts once, even if it
 * touches several times.
 * @param ids vertices along an open line; segment i runs from ids[i] to ids[i + 1]
 * @param before positions at the start of the step [m], 3 per vertex
 * @param after positions at its end [m], 3 per vertex
 * @param skip pairs at most this many segments apart along the line are neighbours and are not tested. At least 1, which skips pairs
 *   that share a vertex
 */
export function countCrossings(ids: Uint32Array, before: Float32Array, after: Float32Array, skip: number): number {
  const segments = Math.max(ids.length - 1, 0);
  const boxes = sweptBoxes(ids, before, after);
  const blocks = blockBoxes(boxes);
  const apart = Math.max(skip, 1) + 1;
  const query = new Float64Array(QUERY_STRIDE);
  const impact = createImpact();
  let count = 0;
  for (let a = 0; a < blocks.length / BOX; a++) {
    for (let b = a; b < blocks.length / BOX; b++) {
      if (!overlap(blocks, a, b)) continue;
      const endA = Math.min(BLOCK * (a + 1), segments);
      const endB = Math.min(BLOCK * (b + 1), segments);
      for (let i = BLOCK * a; i < endA; i++) {
        for (let j = Math.max(BLOCK * b, i + apart); j < endB; j++) {
          if (!overlap(boxes, i, j)) continue;
          loadQuery(query, ids, before, after, i, j);
          if (edgeEdgeTimeOfImpact(query, 0, impact)) count++;
        }
      }
    }
  }
  return count;
}

/** Returns a box per segment that contains it during the whole step. Float32 represents the boxes exactly. */
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

/** Returns a box per block of consecutive segments. */
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
  // Comparisons with NaN are false, so that such boxes count as overlapping.
  return !(
    boxes[a] > boxes[b + 3] ||
    boxes[b] > boxes[a + 3] ||
    boxes[a + 1] > boxes[b + 4] ||
    boxes[b + 1] > boxes[a + 4] ||
    boxes[a + 2] > boxes[b + 5] ||
    boxes[b + 2] > boxes[a + 5]
  );
}

/** Writes the four corners of two segments at both ends of the step. */
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
