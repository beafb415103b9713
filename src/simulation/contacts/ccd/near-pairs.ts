import { BOX_STRIDE, INDEX_MASK } from '../../../bvh/tree.ts';
import { MOTION_BOX } from '../../state.ts';

/**
 * Lists of near pairs, which one worker has found by descents of the BVHs. They serve all detections that use the same boxes of the BVHs
 * (motion-boxes.ts). A pair consists of a searched element of a group (search.ts) and a target, which is an edge or a face. Pairs are
 * stored in runs: one run per searched element and body of its targets.
 *
 * Each worker keeps the lists of the groups that it has searched. If it gets a group that another worker has searched before, it searches
 * the group too. So lists need no shared memory, and the pairs don't depend on the distribution of groups.
 */
export interface NearPairs {
  /** Serial number of the boxes for which the lists are valid (SWEEP.serial). */
  serial: number;
  /** Per group: its first run, and the end of its runs; the end is -1 if there is no list of the group. */
  firstRuns: Int32Array;
  runEnds: Int32Array;
  /** RUN numbers per run: index of the element in the group's search, body of the targets, end of the run's targets. */
  runs: Int32Array;
  runCount: number;
  /** Targets of all runs, one run after another: edges or faces, local to the model. */
  targets: Int32Array;
  targetCount: number;
  /** Result of writeMet: targets of a run. */
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

/** Drops all lists if the BVHs have new boxes. @param groupCount number of groups in the world */
export function prepareNearPairs(pairs: NearPairs, serial: number, groupCount: number): void {
  if (pairs.serial === serial) return;
  if (pairs.runEnds.length === 0) {
    pairs.firstRuns = new Int32Array(groupCount);
    pairs.runEnds = new Int32Array(groupCount);
  }
  pairs.serial = serial;
  pairs.runEnds.fill(-1);
  pairs.runCount = 0;
  pairs.targetCount = 0;
}

/** Makes room for further targets. The caller writes them to the returned array, from `pairs.targetCount` on, and then calls endRun. */
export function roomForTargets(pairs: NearPairs, count: number): Int32Array {
  const needed = pairs.targetCount + count;
  if (needed > pairs.targets.length) pairs.targets = enlarged(pairs.targets, needed);
  return pairs.targets;
}

/** Ends a run, whose targets end at `end`. Without targets, no run is made. */
export function endRun(pairs: NearPairs, element: number, body: number, end: number): void {
  if (end === pairs.targetCount) return;
  const at = RUN.stride * pairs.runCount++;
  if (at + RUN.stride > pairs.runs.length) pairs.runs = enlarged(pairs.runs, at + RUN.stride);
  pairs.runs[at + RUN.element] = element;
  pairs.runs[at + RUN.body] = body;
  pairs.runs[at + RUN.end] = end;
  pairs.targetCount = end;
}

/** Returns a copy with room for at least `length` numbers, and half as many in addition. */
function enlarged(numbers: Int32Array, length: number): Int32Array {
  const copy = new Int32Array(Math.ceil(1.5 * length));
  copy.set(numbers);
  return copy;
}

/**
 * Writes to pairs.met those targets of a run that CCD has to test: their box meets a box, they haven't escaped, and their class is from
 * `leastClass` to `greatestClass`. It has no unpredictable branches, like writeOverlapping in bvh/descent.ts.
 * @param begin, end the run's range in pairs.targets
 * @param box array with the box at offset `at`
 * @param boxes array with the targets' boxes; target 0 is at offset `base`
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
  leastClass: number,
  greatestClass: number,
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
      Number(z0 <= boxes[a + 6]) &
      Number(boxes[a + MOTION_BOX.class] >= leastClass) &
      Number(boxes[a + MOTION_BOX.class] <= greatestClass) &
      Number(boxes[a + MOTION_BOX.escaped] === 0);
  }
  return count;
}
