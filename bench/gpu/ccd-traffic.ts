import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import { WORKGROUP_SIZE } from '../../src/simulation/program/pass.ts';
import { COUNTERS, HIT } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import {
  blockSums,
  bodyBoxes,
  BOX,
  type Count,
  innerBoxes,
  leaves,
  type StepsDone,
  type Traffic,
  type Trees,
  VECTOR,
  WORD,
} from './traffic-parts.ts';

// Traffic of the kernels of CCD on the device (shaders/contacts/ccd).

/** Positions of a vertex at the step's start and end. */
const MOTION = 2 * VECTOR;
const HIT_BYTES = HIT.stride * WORD;

/** Bytes and operations of a part of a search. */
interface Part {
  readonly bytes: number;
  readonly operations: number;
}

/** Parts of a search: of the thread's own element, of a node, of an element in a leaf, and of a pair whose boxes meet. */
interface Search {
  readonly own: Part;
  readonly node: Part;
  readonly test: Part;
  readonly pair: Part;
  /** Mean numbers of nodes, tests and pairs per thread. */
  readonly nodes: number;
  readonly tests: number;
  readonly pairs: number;
}

/** A node's box against the search's own. */
const NODE: Part = { bytes: BOX, operations: 6 };
/**
 * Operations of a time of impact that the first interval excludes, on one axis: differences and their scale 53, error bounds 60,
 * positions at the interval's ends 56, the test 48; for two edges 18 more. That is the least. An interval's other tests take up to 390
 * more, and pairs need 1.0 to 1.9 intervals in the mean.
 */
const VERTEX_FACE_IMPACT = 217;
const EDGE_EDGE_IMPACT = 235;

/**
 * The searches. Mean numbers were counted in octopi-8 of 7 K tetrahedra in contact (docs/performance.md, 28 November, 15:50). Larger
 * trees have more nodes, so for them the traffic is a lower bound; threads whose element's class leaves it to shortest paths need none of
 * them.
 */
export const SEARCHES: Readonly<Record<'vertexFace' | 'edgeEdge', Search>> = {
  vertexFace: {
    // Vertex, body, class, motion; the end of the list of hits.
    own: { bytes: 3 * WORD + MOTION + HIT_BYTES, operations: 6 },
    node: NODE,
    // Place in the order, corners, their motions and the box around these.
    test: { bytes: WORD + 3 * WORD + 3 * MOTION, operations: 3 * 6 + 2 * 6 + 6 },
    // Corners again, positions of all four vertices.
    pair: { bytes: 3 * WORD + 4 * MOTION, operations: VERTEX_FACE_IMPACT },
    nodes: 55,
    tests: 15,
    pairs: 0.33,
  },
  edgeEdge: {
    // Place in the order, ends, their motions, surface numbers and classes; the end of the list of hits.
    own: { bytes: WORD + 2 * WORD + 2 * MOTION + 4 * WORD + HIT_BYTES, operations: 2 * 6 },
    node: NODE,
    // Place in the order, ends, their surface numbers and classes. A leaf's box is that of its only edge.
    test: { bytes: WORD + 2 * WORD + 4 * WORD, operations: 0 },
    pair: { bytes: 2 * WORD + 4 * MOTION, operations: EDGE_EDGE_IMPACT },
    nodes: 57,
    tests: 5.8,
    pairs: 0.47,
  },
};

/** Share of the pairs of both searches that one of them tests, by their mean numbers. */
function shareOfPairs(name: keyof typeof SEARCHES, { surfaceVertexCount, edgeCount }: World): number {
  const ofVertices = SEARCHES.vertexFace.pairs * surfaceVertexCount;
  const ofEdges = SEARCHES.edgeEdge.pairs * edgeCount;
  return (name === 'vertexFace' ? ofVertices : ofEdges) / (ofVertices + ofEdges);
}

const search =
  (name: keyof typeof SEARCHES): Count =>
  ({ world, counters }, { elements }) => {
    const { own, node, test, pair, nodes, tests } = SEARCHES[name];
    const pairs = shareOfPairs(name, world) * counters[COUNTERS.ccdCandidates];
    const all = (figure: keyof Part) =>
      elements * (own[figure] + nodes * node[figure] + tests * test[figure]) + pairs * pair[figure];
    return { bytes: all('bytes'), operations: all('operations') };
  };

/**
 * Boxes of leaves around motions, from their elements: place in the order, corners, their motions. At least, memory transfers the
 * positions of each surface vertex once.
 */
const sweep = (
  trees: Trees,
  { surfaceVertexCount }: World,
  count: number,
  corners: number,
  dispatches: number,
): Traffic => {
  const ids = count * (1 + corners) * WORD + leaves(trees) * BOX;
  return {
    bytes: dispatches * (ids + count * corners * MOTION),
    operations: dispatches * count * corners * 12,
    least: dispatches * (ids + surfaceVertexCount * MOTION),
  };
};

/** Elements that may have hits. */
const hitElements = ({ surfaceVertexCount, edgeCount }: World): number => surfaceVertexCount + edgeCount;

const contactsOf = ({ counters }: StepsDone): number => counters[COUNTERS.contactsCcd];

/** Words of a contact that a hit makes: four vertices and weights, normal, offset, lambda, count, materials, kind. */
const CONTACT_WORDS = 4 + 4 + 3 + 5;

/** Traffic per kernel of CCD. */
export const CCD_TRAFFIC = {
  sweepFaces: ({ world }, { dispatches }) => sweep(world.faceTrees, world, world.faceCount, 3, dispatches),
  sweepEdges: ({ world }, { dispatches }) => sweep(world.edgeTrees, world, world.edgeCount, 2, dispatches),
  sweepLevels: ({ world: { faceTrees, edgeTrees }, kernels }) =>
    innerBoxes([...faceTrees, ...edgeTrees], kernels.get('sweepFaces')?.dispatches ?? 0),
  sweepBodies: ({ world }, { dispatches }) => bodyBoxes(world, dispatches),
  vertexFace: search('vertexFace'),
  edgeEdge: search('edgeEdge'),
  // Per element at least one time of a hit, and one per hit; per block a sum.
  hitBlocks: (done, { elements }) => ({
    bytes: (elements + contactsOf(done) + elements / WORKGROUP_SIZE) * WORD,
    operations: 0,
  }),
  hitSums: blockSums(hitElements),
  // The same times again. Per contact at least what a vertex and a face need: hit, block's sum, ids, the face's positions, the contact's
  // words.
  hitContacts: (done, { elements }) => ({
    bytes:
      (elements + contactsOf(done)) * WORD +
      contactsOf(done) * (HIT_BYTES + (1 + 5 + CONTACT_WORDS) * WORD + 3 * VECTOR),
    operations: contactsOf(done) * 35,
  }),
} as const satisfies Partial<Record<KernelName, Count>>;
