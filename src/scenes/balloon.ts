import { signedVolumes } from '../mesh/quality.ts';
import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/world/create-model.ts';
import { type CheckRunner, shareDeeperThan, type Figure, type FrameState } from './check.ts';
import { place } from './parts/place.ts';
import type { Scene } from './scene.ts';

/** Height of the ball's centre above the floor at the start [m]. The ball's radius without tentacles is 1 m. */
const HEIGHT = 4.2;
/**
 * Orientation of the ball (quaternion), for which no tentacle points straight down. The impact would push such a tentacle straight
 * into the ball.
 */
const ORIENTATION = [0.2, 0.3, 0.17, 1] as const;
/** A vertex counts as deep if its penetration depth exceeds this share of a tentacle's radius. */
const DEEP_SHARE = 0.05;
/** Minimum that the ball's greatest volume has to reach [rest volumes]. At size small, 2.6 was measured. */
const MIN_INFLATED_VOLUME = 1.9;
/** Minimum bounce height with gas [m]. At size small, 0.34 m was measured. */
const MIN_BOUNCE = 0.25;
/** Maximum bounce height without gas [m]. At size small, 0.01 m was measured. */
const MAX_BOUNCE_WITHOUT_GAS = 0.05;

export const balloon: Scene = {
  name: 'balloon',
  title: 'A limp ball, blown up, bounces like a balloon',
  description:
    'A squishy ball as soft as foam falls, while gas inside inflates it to twice its volume. The ball bounces off the floor several ' +
    'times, like a balloon. Then set the pressure to 0 and start again: without gas, the same ball loses a third of its volume on ' +
    'impact and stays on the floor.',
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
    // Steps are short, since the gas would fling such light tentacles about with longer steps (docs/method.md).
    timeStep: 1e-3,
    stepsPerFrame: 16,
    iterations: 4,
    youngsModulus: 1e4,
    // As of foam, which is easily compressed without gas.
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
      placements: [{ model, positions: place(ball.mesh.positions, ORIENTATION, [0, HEIGHT, 0]) }],
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      notes: [],
    };
  },
};

/** Measurements of one run. */
interface Fall {
  /** Volume of the ball per frame [rest volumes]. */
  readonly volumes: readonly number[];
  /** Height of the lowest vertex per frame [m]. */
  readonly heights: readonly number[];
  /** Greatest share of deep surface vertices in any frame. */
  readonly maxDeepShare: number;
  /** Greatest share of surface edges that pierce triangles in any frame. */
  readonly maxPiercingShare: number;
  /** Greatest number of inverted elements in any frame. */
  readonly maxInverted: number;
}

async function measureFall(runner: CheckRunner, label: string, pressure?: number): Promise<Fall> {
  const volumes: number[] = [];
  const heights: number[] = [];
  let maxDeepShare = 0;
  let maxInverted = 0;
  const { rows } = await runner.run(label, {
    ...(pressure === undefined ? {} : { parameters: { pressure } }),
    observe: (state) => {
      const model = state.world.models[0];
      const tetVolumes = signedVolumes({ positions: state.positions, tets: model.mesh.tets });
      volumes.push(sum(tetVolumes) / sum(model.elasticTets.restVolumes));
      heights.push(lowestHeight(state));
      maxDeepShare = Math.max(maxDeepShare, shareDeeperThan(state, DEEP_SHARE * model.thickness));
      maxInverted = Math.max(
        maxInverted,
        tetVolumes.reduce((count, volume) => count + Number(volume <= 0), 0),
      );
    },
  });
  const maxPiercingShare = Math.max(...rows.map((row) => row.piercingShare ?? 0));
  return { volumes, heights, maxDeepShare, maxInverted, maxPiercingShare };
}

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value) => total + value, 0);

/** Height of the lowest vertex [m]. */
const lowestHeight = ({ positions }: FrameState): number =>
  positions.reduce((least, x, i) => (i % 3 === 1 ? Math.min(least, x) : least), Number.POSITIVE_INFINITY);

/** Greatest height of the lowest vertex above the floor, after the ball has first touched the floor [m]. */
const bounceHeight = ({ heights }: Fall): number =>
  Math.max(...heights.slice(heights.findIndex((height) => height < 1e-3)));

/** Runs the scene with and without gas. */
async function checkBalloon(runner: CheckRunner): Promise<readonly Figure[]> {
  const withGas = await measureFall(runner, 'with gas');
  const withoutGas = await measureFall(runner, 'without gas', 0);
  const greatest = (values: readonly number[]) => Math.max(...values);
  const figuresOf = (label: string, fall: Fall): Figure[] => [
    { name: `${label}: least volume, relative to the rest volume`, value: Math.min(...fall.volumes), unit: '%' },
    {
      name: `${label}: maximum of surface vertices deeper than 5 % of a tentacle's radius`,
      value: fall.maxDeepShare,
      unit: '%',
    },
    { name: `${label}: maximum of surface edges that pierce triangles`, value: fall.maxPiercingShare, unit: '%' },
    { name: `${label}: maximum of inverted elements`, value: fall.maxInverted },
  ];
  return [
    {
      name: 'with gas: greatest volume, relative to the rest volume',
      value: greatest(withGas.volumes),
      unit: '%',
      relation: '>=',
      bound: MIN_INFLATED_VOLUME,
    },
    {
      name: 'with gas: height of the bounce',
      value: bounceHeight(withGas),
      unit: 'm',
      relation: '>=',
      bound: MIN_BOUNCE,
    },
    {
      name: 'without gas: height of the bounce',
      value: bounceHeight(withoutGas),
      unit: 'm',
      relation: '<=',
      bound: MAX_BOUNCE_WITHOUT_GAS,
    },
    ...figuresOf('with gas', withGas),
    ...figuresOf('without gas', withoutGas),
  ];
}
