import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { CheckRunner, Figure } from './check.ts';
import { place } from './parts/place.ts';
import type { Scene } from './scene.ts';

/** Height of the sphere around the ball and its tentacles above the ground at the start [m]. */
const DROP_HEIGHT = 0.2;
/** Minimum number of frames with shortest-path queries. */
const MIN_QUERY_FRAMES = 30;
/**
 * Minimum factors by which culling reduces the number of traversals. Times have no bounds, since they depend on the machine.
 *
 * - Of the paper's search as published, in the whole run. Where culling changes an answer, the two runs go on from different states;
 *   `untangle figure21` compares frames in equal states.
 * - Of our tree search, which leaves less to cull: it first tries the path to a face near the point, tests a vertex or an edge once instead
 *   of once per face, and rejects faces where no path can end.
 */
const MIN_RATIOS = { published: 5, tree: 1.2 } as const;
/** Orientation of the ball (quaternion), for which no tentacle points straight down. */
const ORIENTATION = [0.2, 0.1, 0.15, 1] as const;

export const culling: Scene = {
  name: 'culling',
  title: 'The same fall with and without culling',
  description:
    'A squishy ball hits the ground: tentacles are bent, pressed into one another and into the ball. Shortest paths are searched ' +
    'as the paper published it. For each boundary face that may contain the nearest point, the search follows the line ' +
    'from that face to the query point through the elements. Culling rejects many of these faces without following a line. Switch ' +
    'culling off and start again: some frames then take ten times as long. Where elements are inverted, the proof of culling does ' +
    'not hold, and a few points take another way. With the path method Tree, culling never changes an answer.',
  figure: '21',
  size: {
    meaning: 'tetrahedra',
    default: 12_000,
    min: 4000,
    max: 3_000_000,
    small: 12_000,
    medium: 120_000,
    paper: 704_000,
  },
  frames: 110,
  poster: 0.5,
  parameters: {
    // The default method, flood, has no culling.
    pathMethod: 'paper',
    // With these settings, every penetrating point has a query in every step. With CCD and contacts in the loop, a coarse ball would
    // have only a handful of queries.
    mode: 'dcd',
    contacts: 'end-of-step',
    contactPoints: 'all',
    timeStep: 3e-3,
    stepsPerFrame: 3,
    iterations: 5,
    dropSpeed: 8,
    youngsModulus: 5e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 1e-3,
    velocityDamping: 0.5,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    contactOffset: 5e-4,
    contactPasses: 1,
  },
  camera: { position: [4.4, 3.3, 6.6], target: [0, 1.6, 0] },
  check: checkCulling,
  build(size, progress) {
    const ball = squishyBall({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const model = createModel('squishy-ball', ball.mesh, ball.tentacleRadius);
    return {
      placements: [{ model, positions: place(ball.mesh.positions, ORIENTATION, [0, ball.reach + DROP_HEIGHT, 0]) }],
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      notes: [],
    };
  },
};

/** Runs the scene by the published search and by our tree search, each with and without culling, and compares numbers of traversals. */
async function checkCulling(runner: CheckRunner): Promise<readonly Figure[]> {
  const pairsBy = async (pathMethod: 'paper' | 'tree') => {
    const run = async (culling: boolean) =>
      (await runner.run(`${pathMethod}-culling-${culling ? 'on' : 'off'}`, { parameters: { pathMethod, culling } }))
        .rows;
    const [withCulling, withoutCulling] = [await run(true), await run(false)];
    return withCulling.map((row, i): Pair => ({ withCulling: row, withoutCulling: withoutCulling[i] }));
  };
  const published = await pairsBy('paper');
  const tree = await pairsBy('tree');
  return [
    ...ratioFigures('as published', published, MIN_RATIOS.published),
    { name: 'as published: frames whose positions or velocities culling changes', value: differentFrames(published) },
    ...ratioFigures('by our tree search', tree, MIN_RATIOS.tree),
    {
      name: 'by our tree search: frames whose positions or velocities culling changes',
      value: differentFrames(tree),
      relation: '=',
      bound: 0,
    },
    {
      name: 'frames that ask for shortest paths',
      value: withQueries(tree).length,
      relation: '>=',
      bound: MIN_QUERY_FRAMES,
    },
    {
      name: 'maximum of queries per step',
      value: Math.max(...tree.map(({ withCulling }) => withCulling.queries)),
    },
  ];
}

/** The same frame of a run with culling and of one without. */
interface Pair {
  readonly withCulling: FrameRow;
  readonly withoutCulling: FrameRow;
}

/** Leaves out frames without queries, on which culling has no effect. */
const withQueries = (pairs: readonly Pair[]): Pair[] =>
  pairs.filter(({ withCulling, withoutCulling }) => withCulling.queries > 0 && withoutCulling.queries > 0);

const differentFrames = (pairs: readonly Pair[]): number =>
  pairs.filter(
    ({ withCulling, withoutCulling }) => withCulling.hash === undefined || withCulling.hash !== withoutCulling.hash,
  ).length;

/** Number of traversals, time of queries without culling, relative to those with it, in the whole run. */
function ratioFigures(search: string, pairs: readonly Pair[], bound: number): Figure[] {
  const rows = withQueries(pairs);
  const mean = (of: (pair: Pair) => FrameRow, figure: (row: FrameRow) => number) =>
    rows.reduce((sum, pair) => sum + figure(of(pair)), 0) / rows.reduce((sum, pair) => sum + of(pair).queries, 0);
  const ratio = (figure: (row: FrameRow) => number) =>
    mean((pair) => pair.withoutCulling, figure) / mean((pair) => pair.withCulling, figure);
  return [
    {
      name: `${search}: traversals per query without culling relative to those with it, whole run`,
      value: ratio((row) => row.traversals * row.queries),
      relation: '>=',
      bound,
    },
    {
      name: `${search}: time per query without culling relative to that with it, whole run`,
      value: ratio((row) => row.stages.path),
      unit: 'x',
    },
  ];
}
