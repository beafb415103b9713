import { CONTACT_BLOCK, contactOfHit, initialHits } from '../../capacities.ts';
import type { ListPart, Pass } from '../../program/pass.ts';
import { CONTACT, COUNTERS, type Detection, DETECTIONS, type StateArray } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { CLASSIFY } from '../../detect/passes.ts';
import type { ContactSource } from '../../features.ts';

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
];

/**
 * The passes of continuous collision detection (CCD) of P_out, the points that were outside of all bodies at the start of the step.
 * All passes run in the worker pool. x0 are the positions at the start of the step, x the current ones.
 *
 * 1. Pass `sweep` computes the boxes around the motions from x0 to x of vertices, edges and faces (motion-boxes.ts, element-boxes.ts). If
 *    too many of these have left the boxes of the BVHs over faces, edges and bodies, it fits the BVHs to new boxes with margins (sweep.ts).
 * 2. Pass `ccd`, broad phase: if the BVHs have new boxes, groups of vertices or edges descend the trees of all bodies together and list the
 *    pairs whose boxes meet (vertex-face.ts, edge-edge.ts, bvh/descent.ts, near-pairs.ts).
 * 3. Pass `ccd`, narrow phase: computes the time of impact of those pairs whose motions' boxes meet (test-pairs.ts). Undecidable cases
 *    count as hits. Two edges that are crossed at x0 are a hit without a time, if the parameter crossedEdges is `part` (crossed-edges.ts).
 * 4. Pass `contacts of ccd` makes contacts of each vertex's earliest hit and of each edge's earliest hits (hits.ts, hit-normals.ts).
 * Source: Chen et al. 2023, supplement, Algorithm 5.
 */
function passesOf(detection: Detection): readonly Pass[] {
  const argument = DETECTIONS[detection];
  return [
    {
      name: 'sweep',
      clock: 'ccd',
      reads: ['positions', 'positionsT0', 'inside', 'faceOrder', 'edgeOrder', 'bodyOrder'],
      writes: ['sweptFaceBoxes', 'sweptEdgeBoxes', 'sweptBodyBoxes'],
      scratch: [...NEAR, 'sweptFaceLeaves', 'sweptEdgeLeaves'],
      stages: [
        { stage: 'sweepVertices', argument },
        { stage: 'sweepFaces' },
        { stage: 'sweepEdges' },
        { stage: 'sweepPlaces' },
        { stage: 'sweepBodies' },
        { stage: 'sweepElements' },
      ],
    },
    {
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
      ],
      writes: ['vertexHits', 'edgeHits'],
      scratch: NEAR,
      stages: [{ stage: 'vertexFace' }, { stage: 'edgeEdge' }],
    },
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

/** The passes of a step's only detection, of its first one, and of a later one. */
export const CCD: Readonly<Record<Detection, readonly Pass[]>> = {
  only: passesOf('only'),
  first: passesOf('first'),
  again: passesOf('again'),
};

/** Contact source: continuous collision detection of P_out. In mode hybrid, shortest-path contacts handle the points outside of P_out. */
export const CONTACTS_OF_CCD: ContactSource = {
  name: 'ccd',
  dimension: 3,
  isOn: ({ mode }) => mode === 'ccd' || mode === 'hybrid',
  atStart: () => CLASSIFY,
  find: (_parameters, _world, detection) => CCD[detection],
};
