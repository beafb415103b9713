import { visitContainingTets } from '../simulation/detect/containing-tets.ts';
import { refit } from '../simulation/detect/passes.ts';
import { createContainingScratch } from '../simulation/detect/scratch.ts';
import { initialOrders } from '../simulation/detect/rebuild.ts';
import { initialState } from '../simulation/initial-state.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import { containedVertices } from '../simulation/path-2d/containing-triangles.ts';
import { runPasses } from '../simulation/run-passes.ts';
import type { State } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { timePasses } from './answer-paths.ts';
import type { Command } from './command.ts';
import { EXIT } from './errors.ts';
import { saveText } from './files.ts';
import { checkOutputs } from './targets.ts';
import { type PathCase, type PathCase2d, readAnyPathCase } from './path-case.ts';
import { rate } from './summary.ts';
import { print } from './print.ts';

export const containsCommand: Command = {
  name: 'contains',
  positionals: ['in.json'],
  summary: 'every surface vertex that lies inside an element which is not incident to it, with that element',
  options: {
    out: { value: 'pairs.json', meaning: 'where the pairs go: obj, vertex, tobj and elem, ascending', required: true },
  },
  async run(args) {
    const out = args.required('out');
    checkOutputs({ '--out': out }, args.positionals);
    const pathCase = readAnyPathCase(args.positionals[0], false);
    const { find, vertexCount } = pathCase.dim === 2 ? finder2d(pathCase) : finder3d(pathCase);
    const pairs = find();
    saveText(out, JSON.stringify(pairs));
    const { ms, passes } = await timePasses(async () => {
      const started = performance.now();
      find();
      return performance.now() - started;
    }, performance.now());
    print(
      `${pairs.obj.length} pairs\n` +
        `${rate(vertexCount, ms / 1000)} vertices/s: ${vertexCount} surface vertices, median of ${passes} passes; set-up isn't counted\n`,
    );
    return EXIT.ok;
  },
};

/** Pairs of a surface vertex and an element that contains it, in parallel lists named as a path case's queries. */
export interface ContainedPairs {
  readonly obj: number[];
  readonly vertex: number[];
  readonly tobj: number[];
  readonly elem: number[];
}

/** What finds the pairs, its set-up done, among so many surface vertices. */
interface Finder {
  readonly find: () => ContainedPairs;
  readonly vertexCount: number;
}

function finder3d({ world, positions }: PathCase): Finder {
  const state = refittedState(world, positions);
  return { find: () => containedPairs(world, state), vertexCount: world.surfaceVertexCount };
}

function finder2d({ bodies }: PathCase2d): Finder {
  // A closed polyline has as many vertices as segments.
  const vertexCount = bodies.reduce((sum, { topology }) => sum + topology.segmentCount, 0);
  return { find: () => containedPairs2d(bodies), vertexCount };
}

function containedPairs2d(bodies: PathCase2d['bodies']): ContainedPairs {
  const found = containedVertices(bodies);
  return {
    obj: found.map(({ body }) => body),
    vertex: found.map(({ vertex }) => vertex),
    tobj: found.map(({ inBody }) => inBody),
    elem: found.map(({ triangle }) => triangle),
  };
}

/** A state of these positions with its trees fitted to them. */
export function refittedState(world: World, positions: Float32Array): State {
  const parameters = defaultParameters();
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  initialOrders(world, state);
  runPasses({ world, state }, [refit]);
  return state;
}

/** All pairs of DCD, by its own walk but without its limit of pairs a vertex; ascending by obj, vertex, tobj, elem. */
export function containedPairs(world: World, state: State): ContainedPairs {
  const pairs: ContainedPairs = { obj: [], vertex: [], tobj: [], elem: [] };
  let found: [body: number, tet: number][] = [];
  const containing = createContainingScratch();
  const visitor = {
    visit(body: number, tet: number): boolean {
      found.push([body, tet]);
      return false;
    },
  };
  // Surface vertices are listed by body, then id.
  for (let s = 0; s < world.surfaceVertexCount; s++) {
    visitContainingTets(containing, world, state, s, visitor);
    if (found.length === 0) continue;
    const obj = world.surfaceBodies[s];
    for (const [body, tet] of found.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      pairs.obj.push(obj);
      pairs.vertex.push(world.surfaceVertices[s] - world.bodies[obj].vertexBase);
      pairs.tobj.push(body);
      pairs.elem.push(tet);
    }
    found = [];
  }
  return pairs;
}
