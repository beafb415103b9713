import { BOX_STRIDE, INDEX_MASK, type TreeLayout } from '../../../bvh/tree.ts';
import { groupCount } from './search.ts';

/**
 * Lists of near pairs, found by the descents of one worker, for the detections that use the same boxes of the BVHs (motion-boxes.ts). A
 * pair consists of a searched element of a group (search.ts) and a target: an edge or a face. Pairs are stored in runs: one run per
 * searched element and body of its targets.
 *
 * Each worker keeps the lists of the groups that it searched. A group whose list it doesn't keep, because another worker searched the group
 * before, is searched again.
 */
export interface NearPairs {
  /** Value of the sweep's serial number for which the lists are valid. */
  serial: number;
  /** Per group: its first run, and the end of its runs; the end is -1 if the worker keeps no list of the group. */
  firstRuns: Int32Array;
  runEnds: Int32Array;
  /** RUN numbers per run: index of the element in the group's search, body of the targets, end of the run's targets. */
  runs: Int32Array;
  runCount: number;
  /** Targets of all runs, one run after another: edges or faces, local to the model. */
  targets: Int32Array;
  targetCount: number;
  /** Scratch: the targets of a run whose motion's box meets that of the searched element. */
  met: Int32Array;
}

/** Offsets in a run. */
export const RUN = { element: 0, body: 1, end: 2, stride: 3 } as const;

export const createNearPairs = (): NearPairs => ({
  serial: -1,
  firstRuns: new Int32Array(0),
  runEnds: new Int32Array(0),
  runs: new Int32Array(1024),
  runCount: 0,
  targets: new Int32Array(4096),
  targetCount: 0,
  met: new Int32Array(1024),
});

/** Prepares the lists for a detection: drops all lists if the BVHs have new boxes. @param serial serial number of the boxes */
export function prepareNearPairs(pairs: NearPairs, serial: number, trees: readonly TreeLayout[], height: number): void {
  if (pairs.serial === serial) return;
  if (pairs.runEnds.length === 0) {
    const count = groupCount(trees, height);
    pairs.firstRuns = new Int32Array(count);
    pairs.runEnds = new Int32Array(count);
  }
  pairs.serial = serial;
  pairs.runEnds.fill(-1);
  dropLists(pairs);
}

/** Drops all lists. */
export function dropLists(pairs: NearPairs): void {
  pairs.runCount = 0;
  pairs.targetCount = 0;
}

/** Makes room for further targets. @returns pairs.targets */
export function roomForTargets(pairs: NearPairs, count: number): Int32Array {
  const needed = pairs.targetCount + count;
  if (needed > pairs.targets.length) pairs.targets = enlarged(pairs.targets, needed);
  return pairs.targets;
}

/** Ends a run: its targets are those from `pairs.targetCount` up to, not including, `end`. Without targets there is no run. */
export function endRun(pairs: NearPairs, element: number, body: number, end: number): void {
  if (end === pairs.targetCount) return;
  const at = RUN.stride * pairs.runCount++;
  if (at + RUN.stride > pairs.runs.length) pairs.runs = enlarged(pairs.runs, at + RUN.stride);
  pairs.runs[at + RUN.element] = element;
  pairs.runs[at + RUN.body] = body;
  pairs.runs[at + RUN.end] = end;
  pairs.targetCount = end;
}

/** Returns a copy with room for at least `length` numbers, and for half of that in addition. */
function enlarged(numbers: Int32Array, length: number): Int32Array {
  const copy = new Int32Array(Math.ceil(1.5 * length));
  copy.set(numbers);
  return copy;
}

/**
 * Writes to pairs.met the targets of a run whose boxes meet a box. It has no unpredictable branches, like writeOverlapping in descent.ts.
 * @param begin, end the run's range in pairs.targets
 * @param box array with the box at offset `at`
 * @param boxes array with the targets' boxes; `base` is the offset of target 0
 * @returns number of targets written
 */
export function writeMet(
  pairs: NearPairs,
  begin: number,
  end: number,
  box: Float32Array,
  at: number,
  boxes: Float32Array,
  base: number,
): number {
  if (pairs.met.length <= end - begin) pairs.met = new Int32Array(2 * (end - begin) + 1);
  const { targets, met } = pairs;
  const x0 = box[at];
  const y0 = box[at + 1];
  const z0 = box[at + 2];
  const x1 = box[at + 4];
  const y1 = box[at + 5];
  const z1 = box[at + 6];
  let count = 0;
  for (let i = begin; i < end; i++) {
    const target = targets[i];
    const a = (base + BOX_STRIDE * target) & INDEX_MASK;
    met[count] = target;
    count +=
      Number(x1 >= boxes[a]) &
      Number(x0 <= boxes[a + 4]) &
      Number(y1 >= boxes[a + 1]) &
      Number(y0 <= boxes[a + 5]) &
      Number(z1 >= boxes[a + 2]) &
      Number(z0 <= boxes[a + 6]);
  }
  return count;
}

/** Whether two boxes meet. @param a, b offsets of the boxes in `p` and `q` */
export const boxesMeet = (p: Float32Array, a: number, q: Float32Array, b: number): boolean =>
  p[a + 4] >= q[b] &&
  p[a] <= q[b + 4] &&
  p[a + 5] >= q[b + 1] &&
  p[a + 1] <= q[b + 5] &&
  p[a + 6] >= q[b + 2] &&
  p[a + 2] <= q[b + 6];

/** Whether a box (lower corner, upper corner: 6 numbers) meets one of an array of boxes. @param at the latter's offset */
export const boxMeets = (box: Float32Array, boxes: Float32Array, at: number): boolean =>
  box[3] >= boxes[at] &&
  box[0] <= boxes[at + 4] &&
  box[4] >= boxes[at + 1] &&
  box[1] <= boxes[at + 5] &&
  box[5] >= boxes[at + 2] &&
  box[2] <= boxes[at + 6];

/** Enlarges a box (6 numbers) by one of an array of boxes. @param at the latter's offset */
export function growBox(box: Float32Array, boxes: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (boxes[at + axis] < box[axis]) box[axis] = boxes[at + axis];
    if (boxes[at + 4 + axis] > box[3 + axis]) box[3 + axis] = boxes[at + 4 + axis];
  }
}
