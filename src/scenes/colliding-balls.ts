import { squishyBall } from '../mesh/model/squishy-ball.ts';
import { createModel } from '../simulation/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { World } from '../simulation/world.ts';
import { type CheckRunner, deeperThan, type Figure } from './check.ts';
import { place } from './place.ts';
import { rigidFit } from './rigid-fit.ts';
import type { Scene } from './scene.ts';

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
/** Longer than one watches: tentacles that the parting balls whip touch one another for a while. */
const CHECK_FRAMES = 84;
/** Share of a tentacle's radius past which a vertex counts as deep. */
const DEEP = 0.05;
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
    youngsModulus: 1e6,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 3e-4,
    velocityDamping: 0,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    contactOffset: 5e-4,
    contactPasses: 3,
  },
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
 * loop, they part as ours do. It doesn't deform them more at the impact, since what sinks into each other isn't flattened.
 */
async function checkColliding(runner: CheckRunner): Promise<readonly Figure[]> {
  const ours = await watch(runner, 'flood');
  const naive = await watch(runner, 'euclidean-between');
  const { rows, meetings } = ours;
  const mean = (figure: (row: FrameRow) => number | undefined) =>
    rows.slice(-LAST_FRAMES).reduce((sum, row) => sum + (figure(row) ?? Number.NaN), 0) / LAST_FRAMES;
  const [before, after] = [meetings[1]?.closing ?? Number.NaN, meetings.at(-1)?.closing ?? Number.NaN];
  return [
    { name: 'the balls close in at', value: before, unit: 'm/s', relation: '>', bound: 49 },
    { name: 'part at', value: -after, unit: 'm/s', relation: '>', bound: 10 },
    { name: 'coefficient of restitution', value: -after / before },
    {
      name: "at the end, deeper than 5 % of a tentacle's radius",
      value: meetings.slice(-LAST_FRAMES).reduce((sum, { deep }) => sum + deep, 0) / LAST_FRAMES,
      unit: '%',
      relation: '<',
      bound: 0.001,
    },
    { name: 'at the end, surface vertices that penetrate', value: mean((row) => row.penetratingShare), unit: '%' },
    {
      name: 'at the end, surface edges that pierce',
      value: mean((row) => row.piercingShare),
      unit: '%',
      relation: '<',
      bound: PIERCING,
    },
    { name: 'at the end, foreign vertices', value: mean((row) => row.foreign) },
    {
      name: 'at the end, gap between the balls',
      value: -(meetings.at(-1)?.overlap ?? Number.NaN),
      unit: 'm',
      relation: '>',
      bound: 0,
    },
    {
      name: 'euclidean between over ours: time that they reach into each other',
      value: contactTime(naive) / contactTime(ours),
      relation: '>=',
      bound: 1.3,
    },
    {
      name: 'euclidean between over ours: vertices that penetrate, mean over the run',
      value: meanPenetrating(naive) / meanPenetrating(ours),
      relation: '>=',
      bound: 1.5,
    },
    ...figuresOf('ours: ', ours),
    ...figuresOf('euclidean between: ', naive),
  ];
}

/** The balls at the end of a frame. */
interface Meeting {
  /** [s] */
  readonly time: number;
  /** Speed at which their middles near each other since the frame before [m/s]. */
  readonly closing: number;
  /** How far they reach past each other along x [m]: below 0 a plane parts them. */
  readonly overlap: number;
  /** Root mean square of the vertices' distances to where they would be in an undeformed ball, of the worse one [m]. */
  readonly deformation: number;
  /** Share of the surface vertices that are deep. */
  readonly deep: number;
}

interface Watched {
  readonly rows: readonly FrameRow[];
  readonly meetings: readonly Meeting[];
}

async function watch(runner: CheckRunner, pathMethod: 'flood' | 'euclidean-between'): Promise<Watched> {
  const meetings: Meeting[] = [];
  let distance = Number.NaN;
  let time = 0;
  const { rows } = await runner.run(pathMethod, {
    parameters: { pathMethod },
    frames: CHECK_FRAMES,
    observe: (moment) => {
      const { row, world, positions } = moment;
      const [a, b] = world.bodies.map((_, body) => fitOf(world, positions, body));
      const now = b.centre - a.centre;
      const closing = (distance - now) / (row.time - time);
      meetings.push({
        time: row.time,
        closing,
        overlap: a.right - b.left,
        deformation: Math.max(a.deformation, b.deformation),
        deep: deeperThan(moment, DEEP * world.models[0].thickness),
      });
      distance = now;
      time = row.time;
    },
  });
  return { rows, meetings };
}

/** Where a body is along x, and how much it is deformed [m]. */
function fitOf(world: World, positions: Float32Array, body: number) {
  const { vertexBase, model } = world.bodies[body];
  const rest = world.models[model].mesh.positions;
  const own = positions.subarray(3 * vertexBase, 3 * vertexBase + rest.length);
  const { movedCentre, rms } = rigidFit(rest, own);
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < own.length; i += 3) {
    left = Math.min(left, own[i]);
    right = Math.max(right, own[i]);
  }
  return { centre: movedCentre[0], left, right, deformation: rms };
}

/** [s]; until the end of the run where they never part. */
function contactTime({ meetings }: Watched): number {
  const met = meetings.filter(({ overlap }) => overlap > 0);
  return (met.at(-1)?.time ?? Number.NaN) - (met[0]?.time ?? Number.NaN);
}

const meanPenetrating = ({ rows }: Watched): number =>
  rows.reduce((sum, row) => sum + row.penetrating, 0) / rows.length;

/** Of one way, recorded. */
function figuresOf(prefix: string, { rows, meetings }: Watched): Figure[] {
  const most = (figure: (row: FrameRow) => number | undefined) =>
    Math.max(...rows.map((row) => figure(row) ?? Number.NaN));
  const deformations = meetings.map(({ deformation }) => deformation);
  return [
    { name: `${prefix}reach into each other for`, value: contactTime({ rows, meetings }), unit: 's' },
    { name: `${prefix}greatest deformation, rms`, value: Math.max(...deformations), unit: 'm' },
    {
      name: `${prefix}deformation, rms, mean over the run`,
      value: deformations.reduce((sum, x) => sum + x, 0) / deformations.length,
      unit: 'm',
    },
    { name: `${prefix}deformation at the end, rms`, value: deformations.at(-1) ?? Number.NaN, unit: 'm' },
    { name: `${prefix}gap at the end`, value: -(meetings.at(-1)?.overlap ?? Number.NaN), unit: 'm' },
    { name: `${prefix}contacts a step, most`, value: most((row) => row.contactsCcd + row.contactsDcd) },
    { name: `${prefix}of them by paths, most`, value: most((row) => row.contactsDcd) },
    { name: `${prefix}surface vertices that penetrate, most`, value: most((row) => row.penetratingShare), unit: '%' },
    { name: `${prefix}surface edges that pierce, most`, value: most((row) => row.piercingShare), unit: '%' },
    { name: `${prefix}foreign vertices, most`, value: most((row) => row.foreign) },
    {
      name: `${prefix}vertices that penetrate, mean over the run`,
      value: meanPenetrating({ rows, meetings }),
    },
  ];
}
