import { CONTACT_BLOCK, contactOfHit, initialHits } from '../../capacities.ts';
import type { ListPart, Pass } from '../../program/pass.ts';
import { CONTACT, COUNTERS, type Detection, DETECTIONS, type StateArray } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { CLASSIFY } from '../../detect/passes.ts';
import type { ContactSource } from '../../features.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { partsCrossedEdges } from '../regions/tables.ts';
import { leavesInnerPoints } from './classes.ts';
import { hitDispatches, sweepDispatches, testDispatches } from './kernels.ts';

/**
 * The parts of the array `contacts` that CCD has written, so that only these are copied to the GPU. Each part holds contacts with
 * consecutive ids.
 */
const CONTACTS_OF_HITS: ListPart = {
  array: 'contacts',
  *usedRanges(world: World, counters: Uint32Array) {
    const count = counters[COUNTERS.contactsCcd];
    let run = initialHits(world);
    for (let hit = 0; hit < count; hit += run, run = CONTACT_BLOCK) {
      const first = CONTACT.stride * contactOfHit(world, hit);
      yield [first, first + CONTACT.stride * Math.min(run, count - hit)];
    }
  },
};

/** Arrays that only the stages of CCD use. They keep their values from one detection to the next. */
const NEAR: readonly StateArray[] = [
  'motionBoxes',
  'reachBoxes',
  'edgeMotionBoxes',
  'faceMotionBoxes',
  'faceReachBoxes',
  'sweptPositions',
  'corrections',
  'sweep',
  'sweptFaceOrder',
  'edgePlaces',
  'escapedEdges',
  'escapedFaces',
  // Arrays that tell the guarantee (contacts/guarantee) which vertices CCD has tested and hit.
  'guard',
  'looks',
  'seenPositions',
];

/** Makes the pass that fits boxes to motions. @param argument of its stages    @param classes 'inside', if points have classes, or nothing */
export const sweepPass = (argument: number, classes: readonly StateArray[]): Pass => ({
  name: 'sweep',
  clock: 'ccd',
  reads: ['positions', 'positionsT0', ...classes, 'faceOrder', 'edgeOrder', 'bodyOrder'],
  writes: ['sweptFaceBoxes', 'sweptEdgeBoxes', 'sweptBodyBoxes'],
  scratch: [...NEAR, 'sweptFaceLeaves', 'sweptEdgeLeaves'],
  stages: [
    { stage: 'sweepVertices', argument },
    { stage: 'sweepFaces' },
    { stage: 'sweepEdges' },
    { stage: 'sweepPlaces' },
    { stage: 'sweepBodies' },
    { stage: 'sweepElements', argument },
  ],
});

/** The pass that finds and tests pairs. */
export const TEST_PAIRS: Pass = {
  name: 'ccd',
  clock: 'ccd',
  reads: [
    'positions',
    'positionsT0',
    'sweptFaceBoxes',
    'sweptEdgeBoxes',
    'sweptBodyBoxes',
    'faceOrder',
    'edgeOrder',
    'bodyOrder',
    'deepPairs',
  ],
  writes: ['vertexHits', 'edgeHits'],
  scratch: NEAR,
  stages: [{ stage: 'vertexFace' }, { stage: 'edgeEdge' }],
};

/** The pass that finds patches without self-collisions (self-culling.ts), for a pass that tests pairs. */
export const MARK_PATCHES: Pass = {
  name: 'patches',
  clock: 'ccd',
  reads: ['positions', 'positionsT0'],
  writes: ['facePatches'],
  modelData: ['patchTree'],
  stages: [{ stage: 'markPatches' }],
};

/** Lets a pass that tests pairs leave out those within such patches. */
export const withPatches = (pass: Pass): readonly Pass[] => [
  MARK_PATCHES,
  { ...pass, reads: [...pass.reads, 'facePatches'] },
];

/**
 * The passes of continuous collision detection (CCD): of P_out, the points that were outside of all bodies at the start of the step, or of
 * all points. They run in the worker pool, on either backend; devicePassesByDetection makes passes with kernels of them. x0 are the positions
 * at the start of the step, x the current ones.
 *
 * 1. Pass `sweep` computes the boxes around the motions from x0 to x of vertices, edges and faces (motion-boxes.ts, element-boxes.ts). If
 *    too many of these have left the boxes of the BVHs over faces, edges and bodies, it fits the BVHs to new boxes with margins (sweep.ts).
 * 2. Pass `ccd`, broad phase: if the BVHs have new boxes, groups of vertices or edges descend the trees of all bodies together and list the
 *    pairs whose boxes meet (vertex-face.ts, edge-edge.ts, bvh/descent.ts, near-pairs.ts).
 * 3. With the parameter selfCulling, the pass `patches` finds patches of each body that can't touch themselves (self-culling.ts).
 * 4. Pass `ccd`, narrow phase: computes the time of impact of those pairs whose motions' boxes meet (test-pairs.ts). Undecidable cases
 *    count as hits. Two edges that are crossed at x0 are a hit without a time, if the parameter crossedEdges is `part` (crossed-edges.ts).
 * 5. Pass `contacts of ccd` makes contacts of each vertex's earliest hit and of each edge's earliest hits (hits.ts, hit-normals.ts).
 * Source: Chen et al. 2023, supplement, Algorithm 5.
 */
function passesOf(detection: Detection, testsAll: boolean, culls: boolean): readonly Pass[] {
  return [
    sweepPass(DETECTIONS[detection], classesOf(testsAll)),
    ...(culls ? withPatches(TEST_PAIRS) : [TEST_PAIRS]),
    {
      name: 'contacts of ccd',
      clock: 'ccd',
      reads: ['positions', 'positionsT0', 'vertexHits', 'edgeHits'],
      writes: [CONTACTS_OF_HITS],
      lengths: ['contactsCcd'],
      stages: [{ stage: 'hits' }],
    },
  ];
}

/** Returns the array of points' classes, if CCD distinguishes them. */
const classesOf = (testsAll: boolean): readonly StateArray[] => (testsAll ? [] : ['inside']);

/** The passes of a step's only detection, of its first one, and of a later one. */
type PassesByDetection = Readonly<Record<Detection, readonly Pass[]>>;
const passesByDetection = (testsAll: boolean, culls = false): PassesByDetection => ({
  only: passesOf('only', testsAll, culls),
  first: passesOf('first', testsAll, culls),
  again: passesOf('again', testsAll, culls),
});
/** The passes that leave P_in to shortest paths. */
export const CCD = passesByDetection(false);
const CCD_OF_ALL = passesByDetection(true);
/** The same with culling of self-collisions. */
const CULLED_CCD = passesByDetection(false, true);
const CULLED_CCD_OF_ALL = passesByDetection(true, true);

/** Variants of the passes with kernels: whether all points are tested, and whether crossed edges are parted. */
const deviceVariants = (testsAll: boolean) => ({
  stay: devicePassesByDetection(testsAll, false),
  part: devicePassesByDetection(testsAll, true),
});
const CCD_ON_DEVICE = deviceVariants(false);
const CCD_OF_ALL_ON_DEVICE = deviceVariants(true);

/**
 * Adds kernels to the passes of CCD. They don't look for patches that can't touch themselves, which saves tests and changes no result.
 * @param partsCrossed as in testDispatches
 */
function devicePassesByDetection(testsAll: boolean, partsCrossed: boolean): PassesByDetection {
  const withKernels = ([sweep, test, contacts]: readonly Pass[]): readonly Pass[] => [
    { ...sweep, kernels: ({ world }) => sweepDispatches(world) },
    {
      ...test,
      reads: [...test.reads, ...classesOf(testsAll)],
      kernels: ({ world }) => testDispatches(world, testsAll, partsCrossed),
    },
    { ...contacts, kernels: ({ world }) => hitDispatches(world) },
  ];
  const { only, first, again } = testsAll ? CCD_OF_ALL : CCD;
  return { only: withKernels(only), first: withKernels(first), again: withKernels(again) };
}

/** Returns the passes of CCD in a step. */
function ccdPasses(parameters: SimulationParameters, world: World, detection: Detection): readonly Pass[] {
  const leavesInner = leavesInnerPoints(parameters);
  if (world.ccdOnDevice) {
    const crossed = partsCrossedEdges(parameters, world) ? 'part' : 'stay';
    return (leavesInner ? CCD_ON_DEVICE : CCD_OF_ALL_ON_DEVICE)[crossed][detection];
  }
  if (parameters.selfCulling === 'cones') return (leavesInner ? CULLED_CCD : CULLED_CCD_OF_ALL)[detection];
  return (leavesInner ? CCD : CCD_OF_ALL)[detection];
}

/**
 * Contact source: continuous collision detection. In mode hybrid it tests P_out, and shortest-path contacts handle the points outside of
 * P_out. In mode ccd it tests all points.
 */
export const CONTACTS_OF_CCD: ContactSource = {
  name: 'ccd',
  dimensions: [3],
  needsMotion: true,
  isOn: ({ mode }) => mode === 'ccd' || mode === 'hybrid',
  atStart: (parameters) => (leavesInnerPoints(parameters) ? CLASSIFY : []),
  find: (parameters, world, detection) => ccdPasses(parameters, world, detection),
};
