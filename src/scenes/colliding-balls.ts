import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type CheckRunner, type Figure, lastMean, PIERCING_AT_REST } from './check.ts';
import { type Meeting, type MeetingRun, watchMeeting } from './parts/meeting.ts';
import { place } from './parts/place.ts';
import { type AblationBounds, ablationFigures, paperSetting, runAblations } from './parts/ablations.ts';
import type { Scene } from './scene.ts';
import { finerSteps } from './start-parameters.ts';

/** Speed of each ball towards the other [m/s]. */
const SPEED = 25;
/** Distance between the two balls' tentacle tips when the script releases the balls [m]. */
const GAP = 0.25;
/** Height of the balls' centres [m]. */
const HEIGHT = 3;
/** Time for which the script moves the balls at SPEED before it releases them [s]: a few steps. */
const HELD_TIME = 4e-3;
/** Orientations (quaternions) for which no tentacle meets another head-on. */
const TURNS = [
  [0.1, 0.2, 0.3, 1],
  [0.3, -0.2, 0.1, 1],
] as const;
const MATERIAL = { youngsModulus: 1e6, poissonRatio: 0.4 } as const;
/** Number of frames of the check: more than the scene has, since tentacles still touch for a while after the balls begin to part. */
const CHECK_FRAMES = 84;
/** Number of last frames that figures are averaged over, when the balls are apart. */
const LAST_FRAMES = 5;

export const collidingBalls: Scene = {
  name: 'colliding-balls',
  title: 'Two squishy balls collide at 50 m/s',
  description:
    'Two squishy balls fly at each other at 25 m/s each, without gravity, in slow motion. They flatten, their tentacles ' +
    'pass between one another, and the balls bounce apart: watch every tentacle come free. Then set the path method to euclidean-between. ' +
    'This method moves a vertex that is inside the other ball to the nearest point of that ball’s surface, even if that point belongs to a ' +
    'different tentacle. The tentacles then pull the balls into each other, and the balls stay hooked together.',
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
    // The schedule of the paper's Algorithm 5, but with three passes over the contacts instead of one. With contacts in the loop, there is so
    // little penetration that the Euclidean method resolves it too.
    contacts: 'end-of-step',
    // With this step, a ball moves by half a tentacle's radius per step. The paper's tentacles are thinner and need 3.3e-4 s.
    timeStep: 2e-3,
    stepsPerFrame: 3,
    // With 5 iterations, the impact turns more tentacles' tips inside out, for good. Their edges are most of those that pierce triangles.
    iterations: 9,
    gravity: 0,
    ...MATERIAL,
    density: 1000,
    materialDamping: 3e-4,
    velocityDamping: 0,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    contactOffset: 5e-4,
    contactPasses: 3,
    crossedEdges: 'part',
  },
  parametersAt: (size) => finerSteps(collidingBalls, size),
  camera: { position: [0, HEIGHT + 2, 12], target: [0, HEIGHT, 0] },
  check: checkColliding,
  build(size, progress) {
    const ball = squishyBall({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const model = createModel('squishy-ball', ball.mesh, ball.tentacleRadius);
    const vertices = Uint32Array.from({ length: model.topology.vertexCount }, (_, v) => v);
    const startDistance = ball.reach + GAP / 2 + SPEED * HELD_TIME;
    const sides = [-1, 1] as const;
    return {
      placements: sides.map((side, i) => ({
        model,
        positions: place(ball.mesh.positions, TURNS[i], [side * startDistance, HEIGHT, 0]),
      })),
      colliders: [],
      script: {
        drivers: sides.map((side, body) => ({
          body,
          vertices,
          // The motion is defined up to 1 s, beyond the release, so that balls move at full speed during the whole last driven step.
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

/** In the mean: hybrid gets the balls' tentacles out of one another sooner than CCD alone. */
const ABLATION_BOUNDS: AblationBounds = { hybrid: 0.005, ccd: 0.01 };

/**
 * Compares the two methods of the paper's Figure 15: ours (path method flood) and the Euclidean one. With the Euclidean method,
 * these balls never part. They would part with a coarser core, with stiffer balls, or with contacts in the loop.
 *
 * The Euclidean method deforms hooked tentacles more. Over six starts with slightly different orientations, its elastic energy was
 * 2.1 to 4.1 times ours, and the greatest strain of its tentacles 1.5 to 25 times ours. In the paper, the Euclidean method also
 * deforms the other tentacles more. Here it bends tentacles on the far sides 7 to 23 % less than ours, since balls that sink into
 * each other decelerate more gently.
 */
async function checkColliding(runner: CheckRunner): Promise<readonly Figure[]> {
  const ours = await watchMeeting(runner, 'flood', CHECK_FRAMES, MATERIAL);
  const euclidean = await watchMeeting(runner, 'euclidean-between', CHECK_FRAMES, MATERIAL);
  const { rows, meetings } = ours;
  const ablation = await runAblations(runner, { setting: paperSetting(collidingBalls, runner.size) });
  const atEnd = (figure: (row: FrameRow) => number | undefined) =>
    lastMean(rows, LAST_FRAMES, (row) => figure(row) ?? Number.NaN);
  const relative = (name: string, figure: (run: MeetingRun) => number, bound?: number): Figure => ({
    name: `euclidean-between relative to ours: ${name}`,
    value: figure(euclidean) / figure(ours),
    ...(bound === undefined ? {} : { relation: '>=', bound }),
  });
  return [
    {
      name: 'the balls approach each other at',
      value: meetings[1]?.closingSpeed ?? Number.NaN,
      unit: 'm/s',
      relation: '>',
      bound: 49,
    },
    {
      name: 'the balls part at',
      value: -(meetings.at(-1)?.closingSpeed ?? Number.NaN),
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
      value: mean(meetings.slice(-LAST_FRAMES), ({ deepShare }) => deepShare),
      unit: '%',
      relation: '<',
      bound: 0.001,
    },
    {
      name: 'at the end, surface edges that pierce triangles',
      value: atEnd((row) => row.piercingShare),
      unit: '%',
      ...PIERCING_AT_REST,
    },
    { name: 'at the end, interpenetrating vertices', value: atEnd((row) => row.interpenetrating) },
    relative('time during which the balls overlap', contactTime, 1.3),
    relative('vertices that penetrate, mean over the run', (run) => mean(run.rows, (row) => row.penetrating), 1.5),
    relative('elastic energy, mean over the run', (run) => mean(run.meetings, ({ energy }) => energy), 1.5),
    relative('greatest strain of the tentacles', (run) => greatest(run, ({ tentacleStrain }) => tentacleStrain), 1.2),
    relative('greatest strain of the tentacles on the far sides', (run) =>
      greatest(run, ({ farTentacleStrain }) => farTentacleStrain),
    ),
    ...figuresOf('ours: ', ours),
    ...figuresOf('euclidean-between: ', euclidean),
    // Means over the whole run: at the end the balls have parted, in every mode.
    ...ablationFigures(ablation, collidingBalls.frames, ABLATION_BOUNDS),
  ];
}

/** Time during which the balls overlap [s]. If they never part, it ends with the run. */
function contactTime({ meetings }: MeetingRun): number {
  const overlapping = meetings.filter(({ overlap }) => overlap > 0);
  return (overlapping.at(-1)?.time ?? Number.NaN) - (overlapping[0]?.time ?? Number.NaN);
}

const mean = <T>(rows: readonly T[], figure: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0) / rows.length;

const greatest = ({ meetings }: MeetingRun, figure: (meeting: Meeting) => number): number =>
  Math.max(...meetings.map(figure));

/** Figures of one method's run that are recorded without bounds. */
function figuresOf(prefix: string, run: MeetingRun): Figure[] {
  const maximum = (figure: (row: FrameRow) => number | undefined) =>
    Math.max(...run.rows.map((row) => figure(row) ?? Number.NaN));
  const figures: Figure[] = [
    { name: 'time during which the balls overlap', value: contactTime(run), unit: 's' },
    { name: 'elastic energy, mean over the run', value: mean(run.meetings, ({ energy }) => energy), unit: 'J' },
    { name: 'greatest strain of the tentacles', value: greatest(run, ({ tentacleStrain }) => tentacleStrain) },
    { name: 'maximum of contacts per step', value: maximum((row) => row.contactsCcd + row.contactsDcd) },
    { name: 'maximum of contacts per step by paths', value: maximum((row) => row.contactsDcd) },
    { name: 'maximum of surface vertices that penetrate', value: maximum((row) => row.penetratingShare), unit: '%' },
    { name: 'maximum of surface edges that pierce triangles', value: maximum((row) => row.piercingShare), unit: '%' },
    { name: 'maximum of interpenetrating vertices', value: maximum((row) => row.interpenetrating) },
  ];
  return figures.map((figure) => ({ ...figure, name: prefix + figure.name }));
}
