import { cubeRoot } from '../math/arithmetic.ts';
import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/world/create-model.ts';
import { cosineAndSine } from '../simulation/script/motion.ts';
import type { Bowl, Placement } from '../simulation/world/world.ts';
import { type CheckRunner, type Figure, type FrameState, PIERCING_AT_REST } from './check.ts';
import { pileFigures, wholeRunFigures } from './parts/pile.ts';
import { place } from './parts/place.ts';
import { type AblationBounds, ablationFigures, PAPER_CONTACTS, runAblations } from './parts/ablations.ts';
import type { Scene } from './scene.ts';
import { finerSteps } from './start-parameters.ts';

/** Number of tetrahedra per ball: small for up to 4 balls, medium for up to 8, paper for more. */
const TETRAHEDRA = { small: 4200, medium: 25_000, paper: 700_000 } as const;
const tetrahedraPerBall = (balls: number): number => TETRAHEDRA[balls <= 4 ? 'small' : balls <= 8 ? 'medium' : 'paper'];

/**
 * Inner radius of the bowl if there is one ball [m]. The radius grows with the cube root of the number of balls. A ball's radius
 * without tentacles is 1 m.
 */
const BOWL_RADIUS = 2.15;
/** Height of the bowl's centre of curvature above its rim [inner radii]. */
const RIM = 0.12;
/** Thickness of the bowl's wall [inner radii]. */
const WALL = 0.1;
/** Height of the wall's underside above the ground [m]. */
const STAND = 0.1;
/** Distance of balls from one another and from the bowl's wall at the start [m]. */
const GAP = 0.05;
/** Angle around the bowl's axis from one ball to the next [full turns]: the golden angle, which never repeats a direction. */
const GOLDEN_TURN = 0.381966011;
/** Number of last frames that figures are averaged over. */
const REST_FRAMES = 15;
/** Bounds for the pile at rest. */
const BOUNDS = { contacts: 100, deep: 0.001, piercing: PIERCING_AT_REST.bound } as const;
/**
 * Distance by which vertices may lie outside the bowl's inner side, as a share of the wall's thickness. Contacts are projected after
 * the colliders, so they may push a vertex out of the bowl again.
 */
const MAX_PAST_WALL = 0.1;

export const ballsBowl: Scene = {
  name: 'balls-bowl',
  title: 'Squishy balls in a bowl',
  description:
    'Squishy balls fall into a bowl, one after the other, and push one another aside until they lie still. The tentacles of ' +
    'neighbouring balls reach between one another, bend and get caught. Watch the balls come to rest: the pile must not tremble, no ' +
    'ball may sink into another, and nothing may turn blue, which marks penetration.',
  figure: '19',
  size: { meaning: 'balls', default: 4, min: 1, max: 16, small: 4, medium: 8, paper: 16 },
  frames: 220,
  poster: 0.6,
  parameters: {
    // Ten times the paper's time step, since the tentacles' elements are ten times as coarse here.
    timeStep: 3.3e-3,
    stepsPerFrame: 5,
    // With 5 iterations, the fall turns some tentacles' tips inside out, for good. Their edges were most of those that pierced triangles.
    iterations: 10,
    // With a higher stiffness and steps this long, the balls push their tentacles through one another.
    youngsModulus: 8e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 1e-3,
    velocityDamping: 1,
    dropSpeed: 3,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    contactOffset: 5e-4,
    contactPasses: 1,
    crossedEdges: 'part',
  },
  parametersAt: (size) => finerSteps({ ...ballsBowl, size: TETRAHEDRA }, tetrahedraPerBall(size)),
  camera: { position: [5, 7, 9], target: [0, 2, 0] },
  check: checkBowl,
  build(size, progress) {
    const tetrahedra = tetrahedraPerBall(size);
    const ball = squishyBall({ tetrahedra, ...(progress ? { progress } : {}) });
    const model = createModel('squishy-ball', ball.mesh, ball.tentacleRadius);
    const bowl = bowlFor(size);
    const placements: Placement[] = startCentres(bowl, size, ball.reach).map((centre, i) => ({
      model,
      positions: place(ball.mesh.positions, [0.3 * (i % 3), 0.1 * i, 0.25 * (i % 2), 1], centre),
    }));
    return {
      placements,
      // The plane is the ground, for balls that fall over the rim.
      colliders: [bowl, { normal: [0, 1, 0], offset: 0 }],
      notes: [],
    };
  },
};

/** Makes the bowl for a number of balls. */
function bowlFor(balls: number): Bowl {
  const radius = BOWL_RADIUS * cubeRoot(balls);
  const y = radius * (1 + WALL) + STAND;
  return { centre: [0, y, 0], radius, rim: y - RIM * radius, thickness: WALL * radius };
}

/**
 * Returns the balls' centres at the start, above the bowl and around its axis [m]. Each ball is as low as possible without touching
 * the balls before it.
 * @param reach distance from a ball's centre to its tentacle tips [m]
 */
function startCentres({ centre, radius }: Bowl, balls: number, reach: number): [number, number, number][] {
  const axisDistance = Math.max(0, radius - reach - GAP);
  const minDistanceSquared = (2 * reach + GAP) ** 2;
  const centres: [number, number, number][] = [];
  for (let i = 0; i < balls; i++) {
    const [cosine, sine] = cosineAndSine(i * GOLDEN_TURN);
    const x = axisDistance * cosine;
    const z = axisDistance * sine;
    let y = centre[1];
    for (const other of centres) {
      const riseSquared = minDistanceSquared - (x - other[0]) ** 2 - (z - other[2]) ** 2;
      if (riseSquared > 0) y = Math.max(y, other[1] + Math.sqrt(riseSquared));
    }
    centres.push([x, y, z]);
  }
  return centres;
}

/** At rest: hybrid recovers, and what CCD alone has missed once stays inside. */
const ABLATION_BOUNDS: AblationBounds = { hybrid: 0.01, ccd: 0.05 };

async function checkBowl(runner: CheckRunner): Promise<readonly Figure[]> {
  let last: FrameState | undefined;
  const { rows } = await runner.run('hybrid', {
    observe: (state) => {
      last = state;
    },
  });
  // With the paper's time step, these runs would take ten times as long.
  const ablation = await runAblations(runner, { setting: PAPER_CONTACTS });
  return [
    ...pileFigures('', rows, REST_FRAMES, BOUNDS),
    ...wholeRunFigures('', rows, REST_FRAMES),
    ...ablationFigures(ablation, REST_FRAMES, ABLATION_BOUNDS),
    ...(last ? [distanceOutside(last)] : []),
  ];
}

/**
 * Measures how far the outermost vertex lies outside the bowl's inner side [m]. Above the centre of curvature, the inner side is
 * continued as a cylinder.
 */
function distanceOutside({ world, positions }: FrameState): Figure {
  const { centre, radius, thickness } = world.colliders[0] as Bowl;
  let greatest = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => positions[i + k] - centre[k]);
    greatest = Math.max(greatest, Math.sqrt(x * x + Math.min(y, 0) ** 2 + z * z) - radius);
  }
  const name = "greatest distance of a vertex outside the bowl's inner side";
  return { name, value: greatest, unit: 'm', relation: '<', bound: MAX_PAST_WALL * thickness };
}
