import { MAX_TETRAHEDRA, MIN_TETRAHEDRA, octopus } from './models/octopus.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { CheckRunner, Figure } from './check.ts';
import { ablationFigures, paperSetting, runAblations } from './parts/ablations.ts';
import type { Scene, SceneBuild } from './scene.ts';
import { Heap } from './parts/heap.ts';
import { END_OF_STEP_BOUNDS, HYBRID_BOUNDS, pileFigures, wholeRunFigures } from './parts/pile.ts';
import { place } from './parts/place.ts';
import { seededRandom } from '../math/random.ts';

/** Arm span of an octopus [m], as of a young giant Pacific octopus. The model's span is 1 m. */
const SPAN = 2;
/** Inner half width of the box [spans]. Two octopi barely fit side by side across its diagonal, so that eight have to pile up. */
const HALF_WIDTH = 0.85;
/** Height of the lowest octopus' lowest point at the start [spans]. */
const DROP_HEIGHT = 0.2;
/** Distance of each octopus from the octopi below it and from the walls at the start [spans]. */
const GAP = 0.02;

/** Greatest change of each component of an octopus' orientation (a quaternion) in another throw. */
const TURN = 0.8;
/** Greatest shift of an octopus from its corner towards the middle, along x and along z, in another throw [half widths of the box]. */
const SHIFT = 0.75;

type Quaternion = readonly [number, number, number, number];

/**
 * Orientations (quaternions x, y, z, w) of the octopi, which are stacked in pairs: some are upright, some tilted, some upside down.
 * The octopi of a pair lie in opposite corners of the box. Successive pairs alternate between the box' two diagonals.
 */
const PAIRS: readonly (readonly [Quaternion, Quaternion])[] = [
  [
    [0, 0.2, 0, 1],
    [0.15, 0.6, 0.1, 1],
  ],
  [
    [-0.2, 1.1, 0.1, 1],
    [0.3, -0.5, -0.2, 1],
  ],
  [
    [1, 0.1, 0.3, 0.2],
    [-0.1, -1.4, 0.25, 1],
  ],
  [
    [0.25, 2.2, -0.1, 1],
    [-0.3, 0.9, 0.3, 1],
  ],
];

/**
 * Bound for the run with CCD alone: it must leave at least this share of the surface vertices penetrating, which shows that CCD alone
 * does not suffice.
 */
export const CCD_ALONE_BOUND = { relation: '>=', bound: 0.02 } as const;

/**
 * Initial downward speed in the check [m/s], as after a fall of 5 m. At this speed the modes differ clearly, and the run can be
 * shorter.
 */
const CHECK_SPEED = 10;
/**
 * Number of frames of the check: 1.65 s. The octopi reach the floor after 0.3 s. After 1.3 s, their kinetic energy is below 1 % of
 * its peak.
 */
const CHECK_FRAMES = 100;
/** Number of last frames that figures are averaged over. */
const REST_FRAMES = 10;

export const octopi8: Scene = {
  name: 'octopi-8',
  title: 'Eight octopi fall into a box',
  description:
    'Eight octopi drop into a glass box, pile up, and come to rest untangled. Where an octopus lies inside another one, or inside ' +
    'itself, it turns blue. Mode ccd (continuous detection) knows no way out for what lies inside already. Mode dcd ' +
    '(discrete detection with shortest paths) lets fast arms pass through one another. Mode hybrid uses both detections.',
  figure: '9',
  // At the paper's size of 14,800, runs with contacts in the loop meet their bounds too. Runs with contacts at the end of the step
  // did not, in November 2026.
  size: {
    meaning: 'tetrahedra per body',
    default: 6000,
    min: MIN_TETRAHEDRA,
    max: MAX_TETRAHEDRA,
    small: 2000,
    medium: 8000,
    paper: 14800,
  },
  frames: 300,
  parameters: {
    youngsModulus: 1e6,
    poissonRatio: 0.4,
    density: 1000,
    // Little damping, since friction and air resistance bring the pile to rest.
    materialDamping: 1e-4,
    velocityDamping: 0.5,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    // Half a percent of an arm's radius. So a vertex that rests on a face keeps a distance above float32 rounding from it.
    contactOffset: 6e-4,
    // More sweeps over the contacts after the material solve would press single vertices through their own tetrahedra. These would
    // stay inverted until the next step.
    contactPasses: 1,
  },
  camera: { position: [2.1 * SPAN, 1.8 * SPAN, 3.1 * SPAN], target: [0, 0.4 * SPAN, 0] },
  check: checkOctopi,
  build(size, progress) {
    return buildThrow(size, undefined, progress);
  },
};

/**
 * Returns the scene with another throw: a generator turns each octopus and shifts it in the box.
 * @param seed of the generator: a whole number from 0 to 2^32 - 1
 */
export const otherThrow = (seed: number): Scene => ({
  ...octopi8,
  build: (size, progress) => buildThrow(size, seededRandom(seed), progress),
});

/** Makes the scene's content. @param random changes the throw; without it, the throw is the scene's own */
function buildThrow(size: number, random?: () => number, progress?: (fraction: number) => void): SceneBuild {
  const { mesh, armBaseRadius, thickened } = octopus({ tetrahedra: size, ...(progress ? { progress } : {}) });
  const scaled = { tets: mesh.tets, positions: mesh.positions.map((x) => SPAN * x) };
  const model = createModel('octopus', scaled, SPAN * armBaseRadius);
  const halfWidth = SPAN * HALF_WIDTH;
  return {
    placements: stack(scaled.positions, model.topology.faces, random).map((positions) => ({ model, positions })),
    colliders: [
      { normal: [0, 1, 0], offset: 0 },
      { normal: [1, 0, 0], offset: -halfWidth },
      { normal: [-1, 0, 0], offset: -halfWidth },
      { normal: [0, 0, 1], offset: -halfWidth },
      { normal: [0, 0, -1], offset: -halfWidth },
    ],
    box: { halfWidth, halfDepth: halfWidth, height: 0.8 * SPAN },
    notes: thickened
      ? [
          'with so few tetrahedra, the arms are made thicker so that they have inner vertices; at a larger size they are slim',
        ]
      : [],
  };
}

/**
 * Runs our default, and the three modes of the paper's Figure 9 in the paper's own setting. Our default finds contacts twice per step, so even
 * CCD alone misses few of them.
 */
async function checkOctopi(runner: CheckRunner): Promise<readonly Figure[]> {
  const parameters = { dropSpeed: CHECK_SPEED };
  const { rows } = await runner.run('hybrid', { parameters, frames: CHECK_FRAMES });
  const setting = { ...paperSetting(octopi8, runner.size), ...parameters };
  const ablation = await runAblations(runner, { setting, frames: CHECK_FRAMES });
  return [
    ...pileFigures('', rows, REST_FRAMES, HYBRID_BOUNDS),
    ...wholeRunFigures('', rows, REST_FRAMES),
    ...ablationFigures(ablation, REST_FRAMES, { hybrid: END_OF_STEP_BOUNDS.deep, ccd: CCD_ALONE_BOUND.bound }),
  ];
}

/**
 * Returns the starting positions of all octopi, which touch nowhere: pair above pair, each octopus in a corner of the box.
 * @param rest positions of the rest shape, 3 per vertex [m]
 * @param faces boundary faces, 3 vertex ids per face
 * @param random changes orientations and corners, if given
 */
function stack(rest: Float32Array, faces: Uint32Array, random?: () => number): Float32Array[] {
  const turned = (component: number) => (random ? component + TURN * (2 * random() - 1) : component);
  const shifted = (corner: number) => (random ? corner * (1 - SHIFT * random()) : corner);
  let top = SPAN * (DROP_HEIGHT - GAP);
  return PAIRS.flatMap((pair, level) => {
    const heap = new Heap(SPAN * HALF_WIDTH, top);
    const placedPair = pair.map(([i, j, k, real], side) => {
      const positions = place(rest, [turned(i), turned(j), turned(k), turned(real)], [0, 0, 0]);
      const x = side === 0 ? SPAN * HALF_WIDTH : -SPAN * HALF_WIDTH;
      const z = level % 2 === 0 ? x : -x;
      heap.put(positions, faces, [[shifted(x), shifted(z)]], SPAN * GAP);
      return positions;
    });
    top = heap.top;
    return placedPair;
  });
}
