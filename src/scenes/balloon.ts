import { signedVolumes } from '../mesh/quality.ts';
import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/create-model.ts';
import { type CheckRunner, shareDeeperThan, type Figure, type FrameState } from './check.ts';
import { place } from './parts/place.ts';
import type { Scene } from './scene.ts';

/** Height of the ball's centre above the floor at the start [m]. The ball's radius without tentacles is 1 m. */
const HEIGHT = 4.2;
/** Quaternion that turns the ball so that no tentacle points straight down, where it would be pushed straight into the ball. */
const TURN = [0.2, 0.3, 0.17, 1] as const;
/** A vertex counts as deep if its penetration depth is above this share of a tentacle's radius. */
const DEEP_SHARE = 0.05;
/**
 * Minimum of the greatest volume in the air [rest volumes]. At size small, 2.6 was measured; the bounce heights below measured
 * 0.34 m with gas and 0.01 m without.
 */
const MIN_SWOLLEN_VOLUME = 1.9;
/** Bounds of the bounce height [m]: minimum with gas, and maximum without. */
const MIN_BOUNCE = 0.25;
const MAX_LIMP_BOUNCE = 0.05;

export const balloon: Scene = {
  name: 'balloon',
  title: 'A limp ball, blown up, bounces like a balloon',
  description:
    'A squishy ball as soft as foam falls, while gas inside inflates it to twice its volume. It bounces off the floor like a balloon, ' +
    'several times. Then set the pressure to 0 and start again: without gas, the same ball loses a third of its volume on impact ' +
    'and stays on the floor.',
  size: {
    meaning: 'tetrahedra',
    default: 5000,
    min: 4000,
    max: 700_000,
    small: 5000,
    medium: 50_000,
    paper: 700_000,
  },
  frames: 150,
  poster: 0.5,
  parameters: {
    // Short steps, so that the gas does not fling tentacles as light as these: docs/method.md.
    timeStep: 1e-3,
    stepsPerFrame: 16,
    iterations: 4,
    youngsModulus: 1e4,
    // Foam: without gas, it is easily compressed.
    poissonRatio: 0.15,
    density: 40,
    pressure: 1.4e4,
    materialDamping: 3e-3,
    velocityDamping: 0.1,
    contactOffset: 5e-4,
    contactPasses: 1,
  },
  camera: { position: [5.4, 4.2, 8.4], target: [0, 1.9, 0] },
  check: checkBalloon,
  build(size, progress) {
    const ball = squishyBall({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const model = createModel('squishy-ball', ball.mesh, ball.tentacleRadius);
    return {
      placements: [{ model, positions: place(ball.mesh.positions, TURN, [0, HEIGHT, 0]) }],
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      notes: [],
    };
  },
};

/** Measurements of one run: volumes in rest volumes, lengths in m. */
interface Fall {
  readonly volumes: readonly number[];
  /** Height of the lowest vertex per frame [m]. */
  readonly heights: readonly number[];
  readonly mostDeep: number;
  readonly mostPiercing: number;
  readonly mostInverted: number;
}

async function watch(runner: CheckRunner, label: string, pressure?: number): Promise<Fall> {
  const volumes: number[] = [];
  const heights: number[] = [];
  let mostDeep = 0;
  let mostInverted = 0;
  const { rows } = await runner.run(label, {
    ...(pressure === undefined ? {} : { parameters: { pressure } }),
    observe: (state) => {
      const model = state.world.models[0];
      const now = signedVolumes({ positions: state.positions, tets: model.mesh.tets });
      volumes.push(sum(now) / sum(model.elasticTets.restVolumes));
      heights.push(lowest(state));
      mostDeep = Math.max(mostDeep, shareDeeperThan(state, DEEP_SHARE * model.thickness));
      mostInverted = Math.max(
        mostInverted,
        now.reduce((count, volume) => count + Number(volume <= 0), 0),
      );
    },
  });
  const mostPiercing = Math.max(...rows.map((row) => row.piercingShare ?? 0));
  return { volumes, heights, mostDeep, mostInverted, mostPiercing };
}

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value) => total + value, 0);

const lowest = ({ positions }: FrameState): number =>
  positions.reduce((least, x, i) => (i % 3 === 1 ? Math.min(least, x) : least), Number.POSITIVE_INFINITY);

/** Greatest height of the lowest vertex above the floor after the first touch [m]. */
const bounceOf = ({ heights }: Fall): number =>
  Math.max(...heights.slice(heights.findIndex((height) => height < 1e-3)));

/** Runs the ball with and without gas. */
async function checkBalloon(runner: CheckRunner): Promise<readonly Figure[]> {
  const full = await watch(runner, 'with gas');
  const limp = await watch(runner, 'without gas', 0);
  const greatest = (values: readonly number[]) => Math.max(...values);
  const figuresOf = (label: string, fall: Fall): Figure[] => [
    { name: `${label}: least volume over the rest volume`, value: Math.min(...fall.volumes), unit: '%' },
    {
      name: `${label}: surface vertices deeper than 5 % of a tentacle's radius, at most`,
      value: fall.mostDeep,
      unit: '%',
    },
    { name: `${label}: surface edges that pierce triangles, most`, value: fall.mostPiercing, unit: '%' },
    { name: `${label}: inverted elements, most`, value: fall.mostInverted },
  ];
  return [
    {
      name: 'with gas: greatest volume over the rest volume',
      value: greatest(full.volumes),
      unit: '%',
      relation: '>=',
      bound: MIN_SWOLLEN_VOLUME,
    },
    { name: 'with gas: height of the bounce', value: bounceOf(full), unit: 'm', relation: '>=', bound: MIN_BOUNCE },
    {
      name: 'without gas: height of the bounce',
      value: bounceOf(limp),
      unit: 'm',
      relation: '<=',
      bound: MAX_LIMP_BOUNCE,
    },
    ...figuresOf('with gas', full),
    ...figuresOf('without gas', limp),
  ];
}
