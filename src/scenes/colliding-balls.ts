import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type CheckRunner, type Figure, lastMean } from './check.ts';
import { type Meeting, type Watched, watch } from './parts/meeting.ts';
import { place } from './parts/place.ts';
import type { Scene } from './scene.ts';
import { finerSteps } from './start-parameters.ts';

/** Of each ball, towards the other [m/s]. */
const SPEED = 25;
/** Between the balls' reaches when they are let go, and height of their way [m]. */
const GAP = 0.25;
const HEIGHT = 3;
/** The script carries the balls for so long, then lets them go with their speed [s]: a few steps. */
const HELD = 4e-3;
/** How each ball is turned, so that no tentacle meets another head-on. */
const TURNS = [
  [0.1, 0.2, 0.3, 1],
  [0.3, -0.2, 0.1, 1],
] as const;
const MATERIAL = { youngsModulus: 1e6, poissonRatio: 0.4 } as const;
/** Longer than one watches: tentacles that the parting balls whip touch one another for a while. */
const CHECK_FRAMES = 84;
/** Share of surface edges that may pierce at the end, as in octopi-8's heap: each ball's own tentacles still brush past one another. */
const PIERCING = 0.03;
/** Frames at the end over which figures are means: the balls are apart. */
const LAST_FRAMES = 5;

export const collidingBalls: Scene = {
  name: 'colliding-balls',
  title: 'Two squishy balls collide at 50 m/s',
  description:
    'Two squishy balls fly at each other at 25 m/s each, without gravity; the picture is slowed down. They flatten, their tentacles ' +
    'thread between one another, and they bounce apart: watch every tentacle come free. Then set the path method to euclidean-between, ' +
    'where a vertex inside the other ball goes to the nearest point of its surface, whichever part of the ball that belongs to: the ' +
    'tentacles pull the balls into each other, and they stay hooked together.',
  figure: '12, 15',
  size: {
    meaning: 'tetrahedra a ball',
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
    // Algorithm 5 as written. In the loop, what is inside another ball is so little that the Euclidean way gets it out too.
    contacts: 'end-of-step',
    // A ball moves by half a tentacle's radius in a step; the paper's tentacles, thinner, take 3.3e-4 s.
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
    const away = ball.reach + GAP / 2 + SPEED * HELD;
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
          // On beyond the release, so that the last step held is a whole one.
          motion: {
            times: [0, 1],
            shifts: [
              [0, 0, 0],
              [-side * SPEED, 0, 0],
            ],
          },
          until: HELD,
        })),
      },
      notes: [],
    };
  },
};

/**
 * Both ways of figure 15. The Euclidean way never lets these balls part; with a coarser core, harder ones, or contacts in the
 * loop, they part as ours do. It deforms more what is hooked: from six starts, the balls turned a little otherwise, the elastic
 * energy was 2.1 to 4.1 times ours and the tentacles' greatest strain 1.5 to 25 times. The paper sees tentacles elsewhere deformed
 * more, too. Here those on the far sides bend less, 7 to 23 %, since balls that sink into each other stop more gently.
 */
async function checkColliding(runner: CheckRunner): Promise<readonly Figure[]> {
  const ours = await watch(runner, 'flood', CHECK_FRAMES, MATERIAL);
  const naive = await watch(runner, 'euclidean-between', CHECK_FRAMES, MATERIAL);
  const { rows, meetings } = ours;
  const atEnd = (figure: (row: FrameRow) => number | undefined) =>
    lastMean(rows, LAST_FRAMES, (row) => figure(row) ?? Number.NaN);
  const over = (name: string, figure: (watched: Watched) => number, bound?: number): Figure => ({
    name: `euclidean between over ours: ${name}`,
    value: figure(naive) / figure(ours),
    ...(bound === undefined ? {} : { relation: '>=', bound }),
  });
  return [
    { name: 'the balls close in at', value: meetings[1]?.closing ?? Number.NaN, unit: 'm/s', relation: '>', bound: 49 },
    { name: 'part at', value: -(meetings.at(-1)?.closing ?? Number.NaN), unit: 'm/s', relation: '>', bound: 10 },
    {
      name: 'at the end, gap between the balls',
      value: -(meetings.at(-1)?.overlap ?? Number.NaN),
      unit: 'm',
      relation: '>',
      bound: 0,
    },
    {
      name: "at the end, deeper than 5 % of a tentacle's radius",
      value: mean(meetings.slice(-LAST_FRAMES), ({ deep }) => deep),
      unit: '%',
      relation: '<',
      bound: 0.001,
    },
    {
      name: 'at the end, surface edges that pierce',
      value: atEnd((row) => row.piercingShare),
      unit: '%',
      relation: '<',
      bound: PIERCING,
    },
    { name: 'at the end, foreign vertices', value: atEnd((row) => row.foreign) },
    over('time that they reach into each other', contactTime, 1.3),
    over('vertices that penetrate, mean over the run', (way) => mean(way.rows, (row) => row.penetrating), 1.5),
    over('elastic energy, mean over the run', (way) => mean(way.meetings, ({ energy }) => energy), 1.5),
    over("the tentacles' strain, greatest", (way) => greatest(way, ({ tentacles }) => tentacles), 1.2),
    over("the far sides' tentacles' strain, greatest", (way) => greatest(way, ({ farTentacles }) => farTentacles)),
    ...figuresOf('ours: ', ours),
    ...figuresOf('euclidean between: ', naive),
  ];
}

/** [s]; until the end of the run where they never part. */
function contactTime({ meetings }: Watched): number {
  const met = meetings.filter(({ overlap }) => overlap > 0);
  return (met.at(-1)?.time ?? Number.NaN) - (met[0]?.time ?? Number.NaN);
}

const mean = <T>(rows: readonly T[], figure: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0) / rows.length;

const greatest = ({ meetings }: Watched, figure: (meeting: Meeting) => number): number =>
  Math.max(...meetings.map(figure));

/** Of one way, recorded. */
function figuresOf(prefix: string, way: Watched): Figure[] {
  const most = (figure: (row: FrameRow) => number | undefined) =>
    Math.max(...way.rows.map((row) => figure(row) ?? Number.NaN));
  const figures: Figure[] = [
    { name: 'reach into each other for', value: contactTime(way), unit: 's' },
    { name: 'elastic energy, mean over the run', value: mean(way.meetings, ({ energy }) => energy), unit: 'J' },
    { name: "the tentacles' strain, greatest", value: greatest(way, ({ tentacles }) => tentacles) },
    { name: 'contacts a step, most', value: most((row) => row.contactsCcd + row.contactsDcd) },
    { name: 'of them by paths, most', value: most((row) => row.contactsDcd) },
    { name: 'surface vertices that penetrate, most', value: most((row) => row.penetratingShare), unit: '%' },
    { name: 'surface edges that pierce, most', value: most((row) => row.piercingShare), unit: '%' },
    { name: 'foreign vertices, most', value: most((row) => row.foreign) },
  ];
  return figures.map((figure) => ({ ...figure, name: prefix + figure.name }));
}
