import { median } from '../math/statistics.ts';
import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { CheckRunner, Figure } from './check.ts';
import { place } from './parts/place.ts';
import type { Scene } from './scene.ts';

/** Height of the sphere around the ball and its tentacles above the ground at the start [m]. */
const DROP_HEIGHT = 0.2;
/** Number of equal parts that the run is divided into. The check reports the speed-up of each; recordings contain every frame. */
const PARTS = 6;
/** Minimum number of frames with shortest-path queries. */
const MIN_QUERY_FRAMES = 30;
/**
 * Minimum factor by which culling reduces the number of traversals. The measured factor is 1.24; the paper reports factors of ten
 * to thirty in some frames. Our factor is smaller for two reasons. Before culling, our tree search first tries the path to a face
 * near the point, and rejects faces where no path can end; a third of the traversals is left for culling. And culling is not
 * applied near inverted elements and branched edges (docs/method.md).
 *
 * Times have no bound: a traversal visits only about three elements here, so the culling test costs as much time as it saves.
 */
const MIN_TRAVERSAL_RATIO = 1.2;
/** Orientation of the ball (quaternion), for which no tentacle points straight down. */
const ORIENTATION = [0.2, 0.1, 0.15, 1] as const;

export const culling: Scene = {
  name: 'culling',
  title: 'The same fall with and without culling',
  description:
    'A squishy ball hits the ground: tentacles are bent, pressed into one another and into the ball. Shortest paths are searched ' +
    'with the paper’s own algorithm. For each boundary face that may contain the nearest point, the algorithm traverses the elements ' +
    'between that face and the query point. Culling rejects many of these faces without a traversal. Switch culling off and start ' +
    'again: the motion stays the same, bit for bit, but there are more traversals. Traversals are short in this coarse ball, so culling ' +
    'changes the time of a frame only little.',
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
    pathMethod: 'tree',
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

/** Runs the scene with and without culling, and compares numbers of traversals and times of queries. */
async function checkCulling(runner: CheckRunner): Promise<readonly Figure[]> {
  const run = async (label: string, culling: boolean) => (await runner.run(label, { parameters: { culling } })).rows;
  const culledRows = await run('culling', true);
  const plainRows = await run('no-culling', false);
  // Frames without queries are left out, since culling has no effect on them.
  const pairs = culledRows
    .map((withCulling, i) => ({ withCulling, withoutCulling: plainRows[i] }))
    .filter(({ withCulling }) => withCulling.queries > 0);
  const traversalRatios = pairs.map(
    ({ withCulling, withoutCulling }) => withoutCulling.traversals / withCulling.traversals,
  );
  const timeRatios = pairs.map(
    ({ withCulling, withoutCulling }) => withoutCulling.stages.path / withCulling.stages.path,
  );
  return [
    {
      name: 'frames whose positions or velocities differ, with and without culling',
      value: culledRows.filter((row, i) => row.hash === undefined || row.hash !== plainRows[i]?.hash).length,
      relation: '=',
      bound: 0,
    },
    { name: 'frames that ask for shortest paths', value: pairs.length, relation: '>=', bound: MIN_QUERY_FRAMES },
    { name: 'maximum of queries per step', value: Math.max(...pairs.map(({ withCulling }) => withCulling.queries)) },
    {
      name: 'number of traversals without culling relative to that with culling, whole run',
      value: ratioOfSums(pairs, traversalsPerStep),
      relation: '>=',
      bound: MIN_TRAVERSAL_RATIO,
    },
    { name: 'the same ratio, median frame', value: median(traversalRatios), unit: 'x' },
    { name: 'the same ratio, best frame', value: Math.max(...traversalRatios), unit: 'x' },
    // Times depend on the machine, so they have no bounds.
    { name: 'speed-up of queries, whole run', value: ratioOfSums(pairs, pathTime), unit: 'x' },
    { name: 'speed-up of queries, median frame', value: median(timeRatios), unit: 'x' },
    { name: 'speed-up of queries, best frame', value: Math.max(...timeRatios), unit: 'x' },
    { name: 'longest time of queries in a frame, without culling', value: longestPathTime(plainRows), unit: 's' },
    { name: 'longest time of queries in a frame, with culling', value: longestPathTime(culledRows), unit: 's' },
    // In some parts the ball is in the air and there are no queries.
    ...Array.from({ length: PARTS }, (_, part) => partSpeedUp(pairs, part)).filter(({ value }) => value > 0),
  ];
}

/** The same frame of both runs. */
interface Pair {
  readonly withCulling: FrameRow;
  readonly withoutCulling: FrameRow;
}

/** Mean number of traversals per step: FrameRow has traversals per query, and queries per step. */
const traversalsPerStep = (row: FrameRow): number => row.traversals * row.queries;
/** Time of the frame's shortest-path queries [ms]. */
const pathTime = (row: FrameRow): number => row.stages.path;

/** Ratio of a figure's sum without culling to its sum with culling. */
function ratioOfSums(pairs: readonly Pair[], figure: (row: FrameRow) => number): number {
  const sum = (of: (pair: Pair) => FrameRow) => pairs.reduce((total, pair) => total + figure(of(pair)), 0);
  return sum((pair) => pair.withoutCulling) / sum((pair) => pair.withCulling);
}

/** Speed-up in one of PARTS equal parts of the run. */
function partSpeedUp(pairs: readonly Pair[], part: number): Figure {
  const [begin, end] = [part, part + 1].map((k) => Math.round((k * culling.frames) / PARTS));
  const inside = pairs.filter(({ withCulling }) => withCulling.frame >= begin && withCulling.frame < end);
  return {
    name: `speed-up of queries, frames ${begin} to ${end - 1}`,
    value: ratioOfSums(inside, pathTime),
    unit: 'x',
  };
}

/** Longest time that queries take in a frame [s]. */
const longestPathTime = (rows: readonly FrameRow[]): number => Math.max(...rows.map(pathTime)) / 1000;
