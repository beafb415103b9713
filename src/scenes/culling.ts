import { median } from '../math/statistics.ts';
import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { CheckRunner, Figure } from './check.ts';
import { place } from './parts/place.ts';
import type { Scene } from './scene.ts';

/** Height of the lowest tentacle above the ground at the start [m]. */
const DROP_HEIGHT = 0.2;
/** Number of parts of the run whose speed-up is printed. Recordings have every frame's. */
const PARTS = 6;
/**
 * Bounds of the check: minimum number of frames with shortest-path queries, and minimum factor by which culling reduces their
 * traversals. The paper
 * reports factors of ten to thirty in some frames. Our tree search first tries the path to a face near the point, and rejects
 * faces where no path can end before culling is asked. That leaves culling a third of the traversals, and near inverted elements
 * and branched edges culling is not applied (docs/method.md). The measured factor is 1.24. A traversal visits about three
 * elements here, so that the culling test costs as much as it saves. Times are therefore recorded without a bound.
 */
const MIN_QUERY_FRAMES = 30;
const MIN_TRAVERSAL_RATIO = 1.2;
/** Quaternion for which no tentacle points straight down. */
const TURN = [0.2, 0.1, 0.15, 1] as const;

export const culling: Scene = {
  name: 'culling',
  title: 'The same fall with and without culling',
  description:
    'A squishy ball hits the ground: tentacles are bent, pressed into one another and into the ball. Shortest paths are searched ' +
    'with the paper’s own algorithm: for each boundary face that may contain the nearest point, it traverses the elements between ' +
    'that face and the query point. Switch culling off and start again: the motion stays the same, bit for bit, but there are more ' +
    'traversals. They are short on this coarse ball, so that culling changes the time of a frame only little.',
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
    // The default method, flood, has nothing to cull.
    pathMethod: 'tree',
    // Queries for everything that penetrates, in every step. With CCD and contacts in the loop, a coarse ball has only a handful
    // of queries.
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
      placements: [{ model, positions: place(ball.mesh.positions, TURN, [0, ball.reach + DROP_HEIGHT, 0]) }],
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      notes: [],
    };
  },
};

/** Runs the scene with and without culling. Recordings have each frame's times; the figures here summarise parts of the run. */
async function checkCulling(runner: CheckRunner): Promise<readonly Figure[]> {
  const run = async (label: string, culling: boolean) => (await runner.run(label, { parameters: { culling } })).rows;
  const culled = await run('culling', true);
  const plain = await run('no-culling', false);
  // A frame without queries has nothing to speed up.
  const pairs = culled.map((row, i) => ({ row, other: plain[i] })).filter(({ row }) => row.queries > 0);
  const walks = pairs.map(({ row, other }) => other.traversals / row.traversals);
  const times = pairs.map(({ row, other }) => other.stages.path / row.stages.path);
  return [
    {
      name: 'frames whose positions or velocities differ, with and without culling',
      value: culled.filter((row, i) => row.hash === undefined || row.hash !== plain[i]?.hash).length,
      relation: '=',
      bound: 0,
    },
    { name: 'frames that ask for shortest paths', value: pairs.length, relation: '>=', bound: MIN_QUERY_FRAMES },
    { name: 'queries per step, at most', value: Math.max(...pairs.map(({ row }) => row.queries)) },
    {
      name: 'traversals per query without culling over those with culling, whole run',
      value: ratioOfSums(pairs, traversalsOf),
      relation: '>=',
      bound: MIN_TRAVERSAL_RATIO,
    },
    { name: 'the same ratio, median frame', value: median(walks), unit: 'x' },
    { name: 'the same ratio, best frame', value: Math.max(...walks), unit: 'x' },
    // Times depend on the machine, so they have no bounds.
    { name: 'speed-up of queries, whole run', value: ratioOfSums(pairs, pathTime), unit: 'x' },
    { name: 'speed-up of queries, median frame', value: median(times), unit: 'x' },
    { name: 'speed-up of queries, best frame', value: Math.max(...times), unit: 'x' },
    { name: 'longest time of queries in a frame, without culling', value: longest(plain), unit: 's' },
    { name: 'longest time of queries in a frame, with culling', value: longest(culled), unit: 's' },
    // In some parts the ball is in the air and there are no queries.
    ...Array.from({ length: PARTS }, (_, part) => partOf(pairs, part)).filter(({ value }) => value > 0),
  ];
}

interface Pair {
  readonly row: FrameRow;
  readonly other: FrameRow;
}

const traversalsOf = (row: FrameRow): number => row.traversals * row.queries;
const pathTime = (row: FrameRow): number => row.stages.path;

/** Ratio of a figure's sum without culling to its sum with culling. */
function ratioOfSums(pairs: readonly Pair[], figure: (row: FrameRow) => number): number {
  const sum = (of: (pair: Pair) => FrameRow) => pairs.reduce((total, pair) => total + figure(of(pair)), 0);
  return sum((pair) => pair.other) / sum((pair) => pair.row);
}

function partOf(pairs: readonly Pair[], part: number): Figure {
  const [begin, end] = [part, part + 1].map((k) => Math.round((k * culling.frames) / PARTS));
  const inside = pairs.filter(({ row }) => row.frame >= begin && row.frame < end);
  return {
    name: `speed-up of queries, frames ${begin} to ${end - 1}`,
    value: ratioOfSums(inside, pathTime),
    unit: 'x',
  };
}

/** Longest time that queries take in a frame [s]. */
const longest = (rows: readonly FrameRow[]): number => Math.max(...rows.map(pathTime)) / 1000;
