import { containedVerticesIn, type ContainedVertex } from '../../engine/contains.ts';
import { refittedState } from '../../engine/shape.ts';
import { type ContainedVertex2d, containedVertices } from '../../simulation/path-2d/containing-triangles.ts';
import { timePasses } from '../../queries/answer-paths.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../../node/errors.ts';
import { saveText } from '../../node/files.ts';
import { checkOutputs } from '../../node/outputs.ts';
import { type PathCase, type PathCase2d, readAnyPathCase } from '../../queries/path-case.ts';
import { rate } from '../recordings/summary.ts';
import { print } from '../../node/print.ts';

export const containsCommand: Command = {
  name: 'contains',
  positionals: ['in.json'],
  summary: 'lists the penetrating surface vertices, each with the elements that contain it',
  options: {
    out: { value: 'pairs.json', meaning: 'where the pairs go: obj, vertex, tobj and elem, ascending', required: true },
  },
  async run(args) {
    const out = args.required('out');
    checkOutputs({ '--out': out }, args.positionals);
    const pathCase = readAnyPathCase(args.positionals[0], false);
    const { find, vertexCount } = pathCase.dim === 2 ? finder2d(pathCase) : finder3d(pathCase);
    const pairs = find()();
    saveText(out, JSON.stringify(pairs));
    const { ms, passes } = await timePasses(async () => {
      const started = performance.now();
      find(); // only for its time; the pairs were found above
      return performance.now() - started;
    }, performance.now());
    print(
      `${pairs.obj.length} pairs\n` +
        `${rate(vertexCount, ms / 1000)} vertices/s: ${vertexCount} surface vertices, median of ${passes} passes; set-up isn't counted\n`,
    );
    return EXIT.ok;
  },
};

/**
 * Pairs of a surface vertex and an element that contains it, as parallel lists. The queries of a path case (a file of shortest-path
 * queries) use the same names.
 */
export interface ContainedPairs {
  /** Body of the vertex. */
  readonly obj: number[];
  readonly vertex: number[];
  /** Body of the element. */
  readonly tobj: number[];
  readonly elem: number[];
}

/** Search for the contained vertices of a case, in 2D or 3D, as the command times it. */
interface Finder {
  /** Finds the pairs; only this is timed. Returns a function that converts the pairs to lists, which isn't timed. */
  readonly find: () => () => ContainedPairs;
  /** Number of surface vertices that are tested. */
  readonly vertexCount: number;
}

function finder3d(pathCase: PathCase): Finder {
  const { world } = pathCase;
  const state = refittedState(pathCase);
  const find = () => {
    const found = containedVerticesIn(world, state);
    return () => pairsAsLists(found);
  };
  return { find, vertexCount: world.surfaceVertexCount };
}

/** Converts pairs to parallel lists. */
export const pairsAsLists = (found: readonly ContainedVertex[]): ContainedPairs => ({
  obj: found.map(({ vertex }) => vertex.body),
  vertex: found.map(({ vertex }) => vertex.id),
  tobj: found.map(({ body }) => body),
  elem: found.map(({ tet }) => tet),
});

function finder2d({ bodies }: PathCase2d): Finder {
  // A closed polyline has as many vertices as segments.
  const vertexCount = bodies.reduce((sum, { topology }) => sum + topology.segmentCount, 0);
  const find = () => {
    const found = containedVertices(bodies);
    return () => pairsAsLists2d(found);
  };
  return { find, vertexCount };
}

const pairsAsLists2d = (found: readonly ContainedVertex2d[]): ContainedPairs => ({
  obj: found.map(({ body }) => body),
  vertex: found.map(({ vertex }) => vertex),
  tobj: found.map(({ inBody }) => inBody),
  elem: found.map(({ triangle }) => triangle),
});
