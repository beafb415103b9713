import { leafCount, type TreeLayout } from '../../src/bvh/tree.ts';
import type { Topology } from '../../src/mesh/topology.ts';
import { CCD } from '../../src/simulation/contacts/ccd/passes.ts';
import { refit } from '../../src/simulation/detect/passes.ts';
import { buildElements } from '../../src/simulation/detect/rebuild.ts';
import { stageEntries } from '../../src/simulation/program/program.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { type ContactThread, type Entries, only } from './contact-thread.ts';
import { type Contestant, interleave } from '../measure/interleave.ts';
import { buildRival, ourTree, Rival, RIVAL_TREE } from './rival.ts';
import { millisecondsOf } from '../report/spread.ts';
import type { Workload } from '../suite.ts';

/** A kind of BVH: over tetrahedra, surface triangles or surface edges, one tree per body. */
interface Kind {
  readonly name: string;
  readonly trees: (world: World) => readonly TreeLayout[];
  readonly order: 'tetOrder' | 'faceOrder' | 'edgeOrder';
  readonly elements: (topology: Topology) => Uint32Array;
  readonly corners: number;
  readonly refit: Entries;
  readonly note?: string;
}

const KINDS: readonly Kind[] = [
  {
    name: 'tetrahedra',
    trees: (world) => world.tetTrees,
    order: 'tetOrder',
    elements: (topology) => topology.tets,
    corners: 4,
    refit: only(stageEntries([refit]), 'refitTets'),
  },
  {
    name: 'surface triangles',
    trees: (world) => world.faceTrees,
    order: 'faceOrder',
    elements: (topology) => topology.faces,
    corners: 3,
    refit: only(stageEntries([refit]), 'refitFaces'),
  },
  {
    name: 'surface edges',
    trees: (world) => world.edgeTrees,
    order: 'edgeOrder',
    elements: (topology) => topology.edges,
    corners: 2,
    refit: only(stageEntries(CCD.only), 'sweepEdges'),
    note: "boxes over a step's motion",
  },
];

const RIVAL = 'three-mesh-bvh';
const RIVAL_NOTE = `one tree over all bodies; ${RIVAL_TREE}; sorts the triangles, which ours leaves where they are`;

/** Times building and refitting all bodies' trees, per kind of tree. For surface triangles, three-mesh-bvh is timed in the same rounds. */
export async function timeTrees(thread: ContactThread, world: World): Promise<Workload[]> {
  const workloads: Workload[] = [];
  for (const kind of KINDS) {
    const rival = kind.corners === 3 ? rivalOf(thread, world) : undefined;
    const count = kind.trees(world).reduce((sum, tree) => sum + tree.primitiveCount, 0);
    const mostInLeaf = Math.max(...kind.trees(world).map((tree) => Math.ceil(tree.primitiveCount / leafCount(tree))));
    const ours = ['a tree a body', ourTree(mostInLeaf), kind.note].filter(Boolean).join('; ');
    const of = `${count} ${kind.name} of octopi-8`;
    const pair = async (what: string, run: () => void, theirs: Contestant | undefined) => {
      const contestants: Contestant[] = [{ name: 'untangle', run }, ...(theirs ? [theirs] : [])];
      for (const timing of await interleave(contestants)) {
        const note = timing.name === RIVAL ? RIVAL_NOTE : ours;
        workloads.push(millisecondsOf({ what: `${what} ${of}`, who: timing.name, note }, timing));
      }
    };
    await pair('build', () => build(thread, world, kind), rival?.build);
    await pair('refit', () => thread.run(kind.refit), rival?.refit);
  }
  return workloads;
}

/** Builds trees with their boxes, as at the start of a scene and as rebuildBody does while steps run. */
function build(thread: ContactThread, world: World, { trees, order, elements, corners, refit }: Kind): void {
  const { positions } = thread.state;
  world.bodies.forEach(({ model, vertexBase }, body) => {
    const { topology } = world.models[model];
    buildElements(trees(world)[body], elements(topology), corners, positions, vertexBase, thread.state[order]);
  });
  thread.run(refit);
}

/** Makes contestants of three-mesh-bvh: building and refitting its trees over all bodies' surfaces. */
function rivalOf(thread: ContactThread, world: World): { readonly build: Contestant; readonly refit: Contestant } {
  const positions = thread.state.positions.slice();
  const faces = new Uint32Array(3 * world.faceCount);
  for (const { model, vertexBase, faceBase } of world.bodies)
    faces.set(
      world.models[model].topology.faces.map((v) => v + vertexBase),
      3 * faceBase,
    );
  const built = new Rival(positions, faces, false);
  return {
    build: { name: RIVAL, runElsewhere: () => buildRival(positions, faces) },
    refit: { name: RIVAL, run: () => built.refit() },
  };
}
