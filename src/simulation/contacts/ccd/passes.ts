import { CONTACT_BLOCK, contactOfHit, initialHits } from '../../capacities.ts';
import type { ListPart, Pass } from '../../pass.ts';
import { CONTACT, COUNTERS } from '../../state.ts';
import type { World } from '../../world.ts';
import { CLASSIFY } from '../../detect/passes.ts';
import type { ContactSource } from '../../features.ts';

/** The contacts that CCD found, in the runs that their ids have. */
const CONTACTS_OF_HITS: ListPart = {
  array: 'contacts',
  *runs(world: World, counters: Uint32Array) {
    const count = counters[COUNTERS.contactsCcd];
    let run = initialHits(world);
    for (let hit = 0; hit < count; hit += run, run = CONTACT_BLOCK) {
      const first = CONTACT.stride * contactOfHit(world, hit);
      yield [first, first + CONTACT.stride * Math.min(run, count - hit)];
    }
  },
};

/** Contacts of P_out over the step, from x0 on (Chen et al. 2023, supplement, Algorithm 5). All in the pool. */
export const CCD: readonly Pass[] = [
  {
    name: 'sweep',
    clock: 'ccd',
    reads: ['positions', 'positionsT0', 'faceOrder', 'edgeOrder', 'bodyOrder'],
    writes: ['sweptFaceBoxes', 'sweptEdgeBoxes', 'sweptBodyBoxes'],
    stages: [{ stage: 'sweepFaces' }, { stage: 'sweepEdges' }, { stage: 'sweepBodies' }],
  },
  {
    name: 'ccd',
    clock: 'ccd',
    reads: [
      'positions',
      'positionsT0',
      'inside',
      'sweptFaceBoxes',
      'sweptEdgeBoxes',
      'sweptBodyBoxes',
      'faceOrder',
      'edgeOrder',
      'bodyOrder',
    ],
    writes: ['vertexHits', 'edgeHits'],
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

/** Continuous collision detection of P_out. */
export const CONTACTS_OF_CCD: ContactSource = {
  name: 'ccd',
  dimension: 3,
  isOn: ({ mode }) => mode === 'ccd' || mode === 'hybrid',
  atStart: () => CLASSIFY,
  find: () => CCD,
};
