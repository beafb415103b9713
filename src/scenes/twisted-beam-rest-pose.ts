import { cubeRoot } from '../math/cube-root.ts';
import { cuboid } from '../mesh/model/cuboid.ts';
import { createModel } from '../simulation/create-model.ts';
import type { Switch } from '../simulation/script/script.ts';
import { type CheckRunner, type Figure, lastMean, peakKineticEnergy, type RunResult } from './check.ts';
import { PathEnergy } from './parts/path-energy.ts';
import type { Scene } from './scene.ts';
import { finerSteps } from './start-parameters.ts';
import { type Twist, twist } from './parts/twist.ts';

/** Length and width of the beam at rest [m]. */
const LENGTH = 0.6;
const WIDTH = 0.085;
/** Factor by which the beam is stretched at the start, at constant volume. */
const DRAWN_OUT = 2;
const CLAMPED = 2;
/** The ends return to the rest length and twist the beam until a line along an edge is steeper around it than along it. */
const TWIST: Twist = { turns: 2.5, approach: (DRAWN_OUT - 1) * LENGTH, duration: 0.8 };
/** Time when the path method is switched [s]: the beam has buckled, touches itself, and is coming to rest. */
const SWITCHED = 1.1;
/** Duration of a frame [s], and the number of frames before and after the switch. */
const FRAME = 0.01;
const FRAMES_BEFORE = 110;
const FRAMES_AFTER = 15;

/** Cells along the beam per cell across it. */
const ALONG = 16;
const TETS_PER_CELL = 6;
/** Steps per frame at size small, for steps of 1 ms. The paper's are 3.3e-4 s. */
const SMALL_STEPS = 10;

/** With our paths, the mean kinetic energy after the switch stays below this multiple of that at the switch. */
const CALM = 1;

const REST_SHAPE: readonly Switch[] = [{ time: SWITCHED, parameters: { pathMethod: 'rest-shape' } }];

const across = (tetrahedra: number): number => Math.round(cubeRoot(tetrahedra / (ALONG * TETS_PER_CELL)));

export const twistedBeamRestPose: Scene = {
  name: 'twisted-beam-rest-pose',
  title: 'Rest-shape paths in a twisted beam',
  description:
    'A stretched beam is twisted while its ends approach each other: it is wrung into a tight screw, ' +
    'buckles, and presses against itself. At first every contact uses the shortest path out; after 1.1 s, paths are searched ' +
    'in the undeformed beam instead. Nine in ten of those paths are too long. The paper’s beam, ' +
    'of two million elements, explodes. This coarse beam penetrates itself too little for that; at most it shivers more. ' +
    'Set the path method back to flood to compare.',
  figure: '23',
  size: {
    meaning: 'tetrahedra',
    default: 6144,
    min: 6000,
    max: 2_000_000,
    small: 6144,
    medium: 49_152,
    paper: 1_900_000,
  },
  frames: FRAMES_BEFORE + FRAMES_AFTER,
  poster: 1,
  parameters: {
    // CCD would prevent the penetrations that paths are needed for. Here all contacts are to come from paths.
    mode: 'dcd',
    timeStep: FRAME / SMALL_STEPS,
    stepsPerFrame: SMALL_STEPS,
    iterations: 8,
    gravity: 0,
    youngsModulus: 6e4,
    poissonRatio: 0.45,
    materialDamping: 4e-3,
    velocityDamping: 10,
  },
  // Table 1 has no row for Figure 23; it shows the beam of Figure 13.
  parametersAt: (size) => finerSteps(twistedBeamRestPose, size, 'twisted-beam'),
  camera: { position: [0.1, 0.45, 0.9], target: [0, 0, 0] },
  build(size, progress) {
    const n = across(size);
    const model = cuboid({
      size: [LENGTH, WIDTH, WIDTH],
      cells: [ALONG * n, n, n],
      clampLayers: CLAMPED,
      ...(progress ? { progress } : {}),
    });
    const thinner = 1 / Math.sqrt(DRAWN_OUT);
    const scale = [DRAWN_OUT, thinner, thinner];
    return {
      placements: [
        {
          model: createModel('beam', model.mesh, (thinner * WIDTH) / 2),
          positions: model.mesh.positions.map((x, i) => scale[i % 3] * x),
        },
      ],
      colliders: [],
      script: { drivers: twist(0, model.endVertices, TWIST), switches: REST_SHAPE },
      notes: [],
    };
  },
  check,
};

/**
 * Compares rest-shape paths with shortest paths in the same states: rest-shape paths must be longer, and so must the collision
 * energy that they stand for. The explosion that the paper shows is not required, since it does not happen with so few elements.
 * The kinetic energy with rest-shape paths is recorded without a bound: over 114 pairs of other beams, loads and switching times,
 * its mean was 1.03 times ours in the median, and 0.8 to 1.5 times in eight of ten. Our paths stay calm in seven of nine variants
 * of this beam (0.2 to 0.85 of the kinetic energy at the switch); the other two buckle once more after it. Their collision
 * energies with rest-shape paths were 2.3 to 3.8 times the least.
 */
async function check(runner: CheckRunner): Promise<readonly Figure[]> {
  let energy: PathEnergy | undefined;
  const shortest = await runner.run('shortest', {
    switches: [],
    observe({ world, positions }) {
      energy ??= new PathEnergy(world);
      energy.compare(positions);
    },
  });
  const restShape = await runner.run('rest-shape', { switches: REST_SHAPE, mayBreak: true });
  const [a, b] = [shortest, restShape].map(({ rows }) => rows[FRAMES_BEFORE - 1]?.hash);
  const { pairs = 0, longer = 0, shortestSquares = 0, restShapeSquares = 0 } = energy ?? {};
  return [
    { name: 'the same state at the switch', value: Number(a !== undefined && a === b), relation: '=', bound: 1 },
    {
      name: 'collision energy of rest-shape paths over that of shortest paths, same points and states',
      value: restShapeSquares / shortestSquares,
      relation: '>',
      bound: 1.5,
    },
    { name: 'paths that the rest shape makes longer', value: longer / pairs, unit: '%', relation: '>', bound: 0.5 },
    { name: 'paths compared', value: pairs, relation: '>=', bound: 100 },
    ...energies('shortest paths', shortest, CALM),
    ...energies('rest-shape paths', restShape),
  ];
}

/** Kinetic energies after the switch relative to that at the switch. @param bound of the mean, if any */
function energies(label: string, { rows }: RunResult, bound?: number): Figure[] {
  const at = rows[FRAMES_BEFORE - 1]?.kineticEnergy ?? Number.NaN;
  const after = rows.slice(FRAMES_BEFORE);
  return [
    {
      name: `${label}: greatest kinetic energy after the switch, over that at the switch`,
      value: peakKineticEnergy(after) / at,
    },
    {
      name: `${label}: mean kinetic energy after the switch, over that at the switch`,
      value: lastMean(after, after.length, (row) => row.kineticEnergy) / at,
      ...(bound === undefined ? {} : { relation: '<', bound }),
    },
    {
      name: `${label}: contacts per step after the switch`,
      value: lastMean(after, after.length, (row) => row.contactsDcd),
    },
  ];
}
