import { buildOrder } from '../src/bvh/build.ts';
import type { TreeLayout } from '../src/bvh/tree.ts';
import { type Entries, FIND_CONTACTS, REFIT } from '../src/cpu/programs.ts';
import type { Topology } from '../src/mesh/topology.ts';
import type { World } from '../src/simulation/world.ts';
import { type ContactThread, only } from './contact-thread.ts';
import { type Contestant, interleave } from './interleave.ts';
import { Rival } from './rival.ts';
import { millisecondsOf } from './spread.ts';
import type { Workload } from './suite.ts';

/** Trees of one kind: one a body. */
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
    refit: only(REFIT, 'refitTets'),
  },
  {
    name: 'surface triangles',
    trees: (world) => world.faceTrees,
    order: 'faceOrder',
    elements: (topology) => topology.faces,
    corners: 3,
    refit: only(REFIT, 'refitFaces'),
    note: 'a tree a body',
  },
  {
    name: 'surface edges',
    trees: (world) => world.edgeTrees,
    order: 'edgeOrder',
    elements: (topology) => topology.edges,
    corners: 2,
    refit: only(FIND_CONTACTS.ccd, 'sweepEdges'),
    note: "boxes over a step's motion",
  },
];

const RIVAL = 'three-mesh-bvh';
const RIVAL_NOTE = 'one tree over all bodies; sorts the triangles, which ours leaves where they are';

/** Builds and refits all bodies' trees of each kind; three-mesh-bvh in turn with ours over the same surface triangles. */
export async function timeTrees(thread: ContactThread, world: World): Promise<Workload[]> {
  const workloads: Workload[] = [];
  for (const kind of KINDS) {
    const rival = kind.corners === 3 ? new Rivalry(thread, world) : undefined;
    const count = kind.trees(world).reduce((sum, tree) => sum + tree.primitiveCount, 0);
    const of = `${count} ${kind.name} of octopi-8`;
    const pair = async (what: string, run: () => void, theirs: (() => void) | undefined) => {
      const contestants: Contestant[] = [{ name: 'untangle', run }];
      if (theirs) contestants.push({ name: RIVAL, run: theirs });
      for (const timing of await interleave(contestants)) {
        const note = timing.name === RIVAL ? RIVAL_NOTE : kind.note;
        workloads.push(millisecondsOf({ what: `${what} ${of}`, who: timing.name, ...(note && { note }) }, timing));
      }
    };
    await pair('build', () => build(thread, world, kind), rival && (() => rival.build()));
    await pair('refit', () => thread.run(kind.refit), rival && (() => rival.refit()));
  }
  return workloads;
}

/** From positions to trees with boxes. */
function build(thread: ContactThread, world: World, { trees, order, elements, corners, refit }: Kind): void {
  const { positions } = thread.state;
  world.bodies.forEach(({ model, vertexBase }, body) => {
    const centres = centresOf(positions, elements(world.models[model].topology), corners, vertexBase);
    buildOrder(trees(world)[body], centres, thread.state[order]);
  });
  thread.run(refit);
}

function centresOf(p: Float32Array, elements: Uint32Array, corners: number, vertexBase: number): Float32Array {
  const centres = new Float32Array((3 * elements.length) / corners);
  for (let i = 0; i < elements.length; i++) {
    const to = 3 * Math.floor(i / corners);
    const from = 3 * (vertexBase + elements[i]);
    for (let axis = 0; axis < 3; axis++) centres[to + axis] += p[from + axis] / corners;
  }
  return centres;
}

/** three-mesh-bvh over all bodies' surfaces. */
class Rivalry {
  private readonly faces: Uint32Array;
  private readonly positions: Float32Array;
  private readonly built: Rival;

  constructor(thread: ContactThread, world: World) {
    this.positions = thread.state.positions.slice();
    this.faces = new Uint32Array(3 * world.faceCount);
    for (const { model, vertexBase, faceBase } of world.bodies)
      this.faces.set(
        world.models[model].topology.faces.map((v) => v + vertexBase),
        3 * faceBase,
      );
    this.built = new Rival(this.positions, this.faces, false);
  }

  build(): void {
    new Rival(this.positions, this.faces, false);
  }

  refit(): void {
    this.built.refit();
  }
}
