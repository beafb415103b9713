import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type CheckRunner, type Figure, lastMean } from './check.ts';
import { type Meeting, type Watched, watch } from './parts/meeting.ts';
import { place } from './parts/place.ts';
import type { Scene } from './scene.ts';
import { finerSteps } from './start-parameters.ts';

/** Speed of each ball towards the other [m/s]. */
const SPEED = 25;
/** Distance between the balls' tentacle tips when they are released, and height of their path [m]. */
const GAP = 0.25;
const HEIGHT = 3;
/** Time for which the script moves the balls before it releases them at that speed [s]: a few steps. */
const HELD_TIME = 4e-3;
/** Orientations (quaternions) for which no tentacle meets another head-on. */
const TURNS = [
  [0.1, 0.2, 0.3, 1],
  [0.3, -0.2, 0.1, 1],
] as const;
const MATERIAL = { youngsModulus: 1e6, poissonRatio: 0.4 } as const;
/** Number of frames of the check: more than the scene's, since tentacles still touch for a while when the balls move apart. */
const CHECK_FRAMES = 84;
/**
 * Greatest share of surface edges that pierce triangles at the end, as in octopi-8's pile: each ball's own tentacles still brush
 * past one another.
 */
const MAX_PIERCING = 0.03;
/** Number of last frames that figures are averaged over, when the balls are apart. */
const LAST_FRAMES = 5;

export const collidingBalls: Scene = {
  name: 'colliding-balls',
  title: 'Two squishy balls collide at 50 m/s',
  description:
    'Two squishy balls fly at each other at 25 m/s each, without gravity, in slow motion. They flatten, their tentacles ' +
    'pass between one another, and the balls bounce apart: watch every tentacle come free. Then set the path method to euclidean-between. ' +
    'It moves a vertex that is inside the other ball to the nearest point of that ball’s surface, even if that point belongs to a different ' +
    'tentacle. The tentacles then pull the balls into each other, and they stay hooked together.',
  figure: '12, 15',
  size: {
    meaning: 'tetrahedra per ball',
    default: 12_000,
    min: 12_000,
    max: 700_000,
    small: 12_000,
    medium: 100_000,
    paper: 700_000,
  },
  frames: 60,
  poster: 0.27,
  parameters: {
    // Algorithm 5 as written. With contacts in the loop, so little penetrates that the Euclidean method resolves it too.
    contacts: 'end-of-step',
    // A ball moves by half a tentacle's radius per step. The paper's tentacles are thinner and need 3.3e-4 s.
    timeStep: 2e-3,
    stepsPerFrame: 3,
    iterations: 5,
    gravity: 0,
    ...MATERIAL,
    density: 1000,
    materialDamping: 3e-4,
    velocityDamping: 0,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    contactOffset: 5e-4,
    contactPasses: 3,
  },
  parametersAt: (size) => finerSteps(collidingBalls, size),
  camera: { position: [0, HEIGHT + 2, 12], target: [0, HEIGHT, 0] },
  check: checkColliding,
  build(size, progress) {
    const ball = squishyBall({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const model = createModel('squishy-ball', ball.mesh, ball.tentacleRadius);
    const vertices = Uint32Array.from({ length: model.topology.vertexCount }, (_, v) => v);
    const away = ball.reach + GAP / 2 + SPEED * HELD_TIME;
    const sides = [-1, 1] as const;
    return {
      placements: sides.map((side, i) => ({
        model,
        positions: place(ball.mesh.positions, TURNS[i], [side * away, HEIGHT, 0]),
      })),
      colliders: [],
      script: {
        drivers: sides.map((side, body) => ({
          body,
          vertices,
          // The motion continues past the release, so that the last held step is a whole one.
          motion: {
            times: [0, 1],
            shifts: [
              [0, 0, 0],
              [-side * SPEED, 0, 0],
            ],
          },
          until: HELD_TIME,
        })),
      },
      notes: [],
    };
  },
};

/**
 * Compares both methods of the paper's Figure 15. With the Euclidean method these balls never part. With a coarser core, stiffer
 * balls, or contacts in the loop, they do part. The Euclidean method deforms hooked parts more: over six starts with slightly
 * different orientations, the elastic energy was 2.1 to 4.1 times ours, and the tentacles' greatest strain 1.5 to 25 times. In
 * the paper, tentacles elsewhere are deformed more, too. Here, tentacles on the far sides bend 7 to 23 % less, since balls that
 * sink into each other decelerate more gently.
 */
async function checkColliding(runner: CheckRunner): Promise<readonly Figure[]> {
  const ours = await watch(runner, 'flood', CHECK_FRAMES, MATERIAL);
  const naive = await watch(runner, 'euclidean-between', CHECK_FRAMES, MATERIAL);
  const { rows, meetings } = ours;
  const atEnd = (figure: (row: FrameRow) => number | undefined) =>
    lastMean(rows, LAST_FRAMES, (row) => figure(row) ?? Number.NaN);
  const over = (name: string, figure: (watched: Watched) => number, bound?: number): Figure => ({
    name: `euclidean-between relative to ours: ${name}`,
    value: figure(naive) / figure(ours),
    ...(bound === undefined ? {} : { relation: '>=', bound }),
  });
  return [
    {
      name: 'the balls approach each other at',
      value: meetings[1]?.closing ?? Number.NaN,
      unit: 'm/s',
      relation: '>',
      bound: 49,
    },
    {
      name: 'the balls part at',
      value: -(meetings.at(-1)?.closing ?? Number.NaN),
      unit: 'm/s',
      relation: '>',
      bound: 10,
    },
    {
      name: 'at the end, gap between the balls',
      value: -(meetings.at(-1)?.overlap ?? Number.NaN),
      unit: 'm',
      relation: '>',
      bound: 0,
    },
    {
      name: "at the end, surface vertices deeper than 5 % of a tentacle's radius",
      value: mean(meetings.slice(-LAST_FRAMES), ({ deep }) => deep),
      unit: '%',
      relation: '<',
      bound: 0.001,
    },
    {
      name: 'at the end, surface edges that pierce triangles',
      value: atEnd((row) => row.piercingShare),
      unit: '%',
      relation: '<',
      bound: MAX_PIERCING,
    },
    { name: 'at the end, interpenetrating vertices', value: atEnd((row) => row.foreign) },
    over('time during which the balls overlap', contactTime, 1.3),
    over('vertices that penetrate, mean over the run', (way) => mean(way.rows, (row) => row.penetrating), 1.5),
    over('elastic energy, mean over the run', (way) => mean(way.meetings, ({ energy }) => energy), 1.5),
    over('greatest strain of the tentacles', (way) => greatest(way, ({ tentacles }) => tentacles), 1.2),
    over('greatest strain of the tentacles on the far sides', (way) =>
      greatest(way, ({ farTentacles }) => farTentacles),
    ),
    ...figuresOf('ours: ', ours),
    ...figuresOf('euclidean-between: ', naive),
  ];
}

/** Time during which the balls overlap [s], up to the end of the run if they never part. */
function contactTime({ meetings }: Watched): number {
  const met = meetings.filter(({ overlap }) => overlap > 0);
  return (met.at(-1)?.time ?? Number.NaN) - (met[0]?.time ?? Number.NaN);
}

const mean = <T>(rows: readonly T[], figure: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0) / rows.length;

const greatest = ({ meetings }: Watched, figure: (meeting: Meeting) => number): number =>
  Math.max(...meetings.map(figure));

/** Recorded figures of one method, without bounds. */
function figuresOf(prefix: string, way: Watched): Figure[] {
  const most = (figure: (row: FrameRow) => number | undefined) =>
    Math.max(...way.rows.map((row) => figure(row) ?? Number.NaN));
  const figures: Figure[] = [
    { name: 'time during which the balls overlap', value: contactTime(way), unit: 's' },
    { name: 'elastic energy, mean over the run', value: mean(way.meetings, ({ energy }) => energy), unit: 'J' },
    { name: 'greatest strain of the tentacles', value: greatest(way, ({ tentacles }) => tentacles) },
    { name: 'contacts per step, at most', value: most((row) => row.contactsCcd + row.contactsDcd) },
    { name: 'contacts per step by paths, at most', value: most((row) => row.contactsDcd) },
    { name: 'surface vertices that penetrate, at most', value: most((row) => row.penetratingShare), unit: '%' },
    { name: 'surface edges that pierce triangles, at most', value: most((row) => row.piercingShare), unit: '%' },
    { name: 'interpenetrating vertices, at most', value: most((row) => row.foreign) },
  ];
  return figures.map((figure) => ({ ...figure, name: prefix + figure.name }));
}
