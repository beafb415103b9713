import { leafCount } from '../../src/bvh/tree.ts';
import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import type { KernelWork } from '../../src/gpu/profile.ts';
import { orderCount, radixSums } from '../../src/simulation/detect/rebuild-passes.ts';
import { WORKGROUP_SIZE } from '../../src/simulation/program/pass.ts';
import { COUNTERS, inertiaCount } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import type { StepsDone, Trees } from './traffic-parts.ts';

/** Divisor of a kernel's work, for figures per element: a word for it, and how many there were in some steps. */
export interface Elements {
  readonly what: string;
  readonly count: number;
}

type Rule = readonly [what: string, count: (done: StepsDone, work: KernelWork) => number];

/** The same number in every dispatch. */
const inEach = (what: string, count: (world: World) => number): Rule => [
  what,
  ({ world }, { dispatches }) => dispatches * count(world),
];

const inner = (trees: Trees): number => trees.reduce((sum, tree) => sum + leafCount(tree) - 1, 0);

/** Inner nodes, once per refit: several dispatches share the levels of one. @param first a kernel of one dispatch per refit */
const nodes = (first: KernelName, trees: (world: World) => Trees): Rule => [
  'inner node',
  ({ world, kernels }) => (kernels.get(first)?.dispatches ?? 0) * inner(trees(world)),
];

const counted = (what: string, counter: keyof typeof COUNTERS): Rule => [
  what,
  ({ counters }) => counters[COUNTERS[counter]],
];

const direct = (what: string): Rule => [what, (_, { elements }) => elements];
const vertex = inEach('vertex', ({ vertexCount }) => vertexCount);
const body = inEach('body', ({ bodies }) => bodies.length);
const tetrahedron = inEach('tetrahedron', ({ tetCount }) => tetCount);
const coordinate = direct('coordinate');

/** Contacts of a step, once per sweep. All kernels that project share them. */
const contact: Rule = [
  'contact, per sweep',
  ({ counters, sweeps, steps }) => ((counters[COUNTERS.contactsDcd] + counters[COUNTERS.contactsCcd]) / steps) * sweeps,
];
const record: Rule = [
  'query or hit, per colouring',
  ({ counters, steps }, { dispatches }) =>
    (dispatches * (counters[COUNTERS.queries] + counters[COUNTERS.contactsCcd])) / steps,
];
const blocks = (what: string, of: (world: World) => number): Rule =>
  inEach(`block of ${what}`, (world) => Math.ceil(of(world) / WORKGROUP_SIZE));

/** Elements of kernels whose elements aren't the dispatch's threads. */
const RULES: Readonly<Partial<Record<KernelName, Rule>>> = {
  begin: vertex,
  clearDeep: direct('word of pairs of bodies'),
  regions: direct('query or body'),
  predict: vertex,
  moments: vertex,
  spin: vertex,
  colliders: vertex,
  energy: vertex,
  volumeSums: tetrahedron,
  leastVolume: body,
  displace: coordinate,
  place: coordinate,
  velocities: coordinate,
  findSpins: inEach('chunk of vertices', inertiaCount),
  neoHookean: direct('tetrahedron'),
  neoHookeanBodies: tetrahedron,
  neoHookeanXpbdBodies: tetrahedron,
  springsBodies: inEach('spring', ({ springCount }) => springCount),
  refitTets: tetrahedron,
  refitFaces: inEach('face', ({ faceCount }) => faceCount),
  refitLevels: nodes('refitTets', ({ tetTrees, faceTrees }) => [...tetTrees, ...faceTrees]),
  refitBodies: body,
  treeKeys: inEach('element', orderCount),
  radixCounts: inEach('element', orderCount),
  radixSums: inEach('digit of a block', radixSums),
  radixScatter: inEach('element', orderCount),
  containment: direct('point'),
  edgeContainment: direct('edge'),
  scanBlocks: direct('point'),
  scanSums: blocks('points', ({ points }) => points.count),
  queries: direct('point'),
  inverted: direct('tetrahedron'),
  foldedEdges: direct('edge'),
  foldedVertices: direct('surface vertex'),
  cellBounds: direct('ball'),
  shortestPathFlood: counted('query', 'queriesAsked'),
  pathContacts: counted('query', 'queriesAsked'),
  sweepFaces: inEach('face', ({ faceCount }) => faceCount),
  sweepEdges: inEach('edge', ({ edgeCount }) => edgeCount),
  sweepLevels: nodes('sweepFaces', ({ faceTrees, edgeTrees }) => [...faceTrees, ...edgeTrees]),
  sweepBodies: body,
  vertexFace: direct('surface vertex'),
  edgeEdge: direct('edge'),
  hitBlocks: direct('vertex or edge'),
  hitSums: blocks('vertices and edges', ({ surfaceVertexCount, edgeCount }) => surfaceVertexCount + edgeCount),
  hitContacts: direct('vertex or edge'),
  colourFew: record,
  colourList: record,
  colourOrder: record,
  contacts: contact,
  contactsRemaining: contact,
};

/** Returns what the elements of a kernel are; threads of its dispatches if nothing else is known. */
export function elementsOf(kernel: KernelName, done: StepsDone, work: KernelWork): Elements {
  const [what, count] = RULES[kernel] ?? direct('thread');
  return { what, count: count(done, work) };
}
