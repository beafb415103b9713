import { cubeRoot } from '../math/arithmetic.ts';
import { octopus } from './models/octopus.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { Placement } from '../simulation/world/world.ts';
import type { CheckRunner, Figure } from './check.ts';
import { Heap, type FloorPoint } from './parts/heap.ts';
import { HYBRID_BOUNDS, pileFigures, wholeRunFigures } from './parts/pile.ts';
import { place } from './parts/place.ts';
import { type AblationBounds, ablationFigures, PAPER_CONTACTS, runAblations } from './parts/ablations.ts';
import type { Scene } from './scene.ts';
import { finerSteps } from './start-parameters.ts';

/** Number of tetrahedra per octopus: small for up to 24 octopi, medium for up to 120, paper for more. */
const TETRAHEDRA = { small: 1000, medium: 2000, paper: 14_800 } as const;
const tetrahedraPerOctopus = (octopi: number): number =>
  TETRAHEDRA[octopi <= 24 ? 'small' : octopi <= 120 ? 'medium' : 'paper'];

/**
 * Inner half width of the container if there is one octopus [m]. The half width grows with the cube root of the number of octopi. An
 * octopus is 1 m across.
 */
const HALF_WIDTH = 0.45;
/** Height of the container's walls, in half widths. */
const WALL_HEIGHT = 1.1;
/** Height of the lowest octopus above the floor at the start [m]. */
const DROP_HEIGHT = 0.3;
/** Distance of octopi from one another and from the walls at the start [m]. */
const GAP = 0.03;

/** Number of floor points that are tried per octopus. The one where it comes to lie lowest is used, so that no tower arises. */
const POINTS_TRIED = 6;
/**
 * Steps of low-discrepancy sequences for floor points (2 numbers each) and for orientations (4 numbers each). Any number of samples
 * of such a sequence is spread evenly. The steps are the powers of 1 / 1.3247 (1.3247 is the root of x^3 = x + 1), and of 1 / 1.1673
 * (the root of x^5 = x + 1). Source: Roberts 2018, "The unreasonable effectiveness of quasirandom sequences".
 */
const SQUARE_STEPS = [0.75487766, 0.56984029] as const;
const ORIENTATION_STEPS = [0.85667488, 0.73389185, 0.62870672, 0.53859725] as const;
/** Number of last frames that figures are averaged over. */
const REST_FRAMES = 20;

export const octopiPile: Scene = {
  name: 'octopi-pile',
  title: 'A heap of octopi',
  description:
    'Octopi rain into a glass container, on top of one another, arms over arms, and come to rest as a heap. ' +
    'Any arm can touch any other arm, also of its own body. Watch the heap settle: it must neither tremble nor sink into itself, ' +
    'and nothing may stay blue, which marks penetration.',
  figure: '18',
  size: { meaning: 'octopi', default: 24, min: 2, max: 600, small: 24, medium: 120, paper: 600 },
  frames: 140,
  parameters: {
    // Coarse octopi are stable with steps longer than the paper's.
    timeStep: 3.3e-3,
    stepsPerFrame: 5,
    iterations: 5,
    youngsModulus: 2e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 1e-4,
    velocityDamping: 0.5,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    contactOffset: 3e-4,
    contactPasses: 1,
  },
  parametersAt: (size) => finerSteps({ ...octopiPile, size: TETRAHEDRA }, tetrahedraPerOctopus(size)),
  camera: { position: [3.2, 3.1, 5.4], target: [0, 0.8, 0] },
  check: checkPile,
  build(size, progress) {
    const tetrahedra = tetrahedraPerOctopus(size);
    const { mesh, armBaseRadius } = octopus({ tetrahedra, ...(progress ? { progress } : {}) });
    const model = createModel('octopus', mesh, armBaseRadius);
    const halfWidth = HALF_WIDTH * cubeRoot(size);
    const heap = new Heap(halfWidth, DROP_HEIGHT - GAP);
    const placements: Placement[] = [];
    for (let i = 1; i <= size; i++) {
      const positions = place(mesh.positions, orientation(i), [0, 0, 0]);
      const floorPoints = Array.from({ length: POINTS_TRIED }, (_, n) => floorPoint(POINTS_TRIED * i + n, halfWidth));
      heap.put(positions, model.topology.faces, floorPoints, GAP);
      placements.push({ model, positions });
    }
    return {
      placements,
      colliders: [
        { normal: [0, 1, 0], offset: 0 },
        { normal: [1, 0, 0], offset: -halfWidth },
        { normal: [-1, 0, 0], offset: -halfWidth },
        { normal: [0, 0, 1], offset: -halfWidth },
        { normal: [0, 0, -1], offset: -halfWidth },
      ],
      box: { halfWidth, halfDepth: halfWidth, height: WALL_HEIGHT * halfWidth },
      notes:
        tetrahedra < TETRAHEDRA.paper
          ? ['with so many octopi, each has few tetrahedra, so the arms are made thicker and shorter']
          : [],
    };
  },
};

/** At rest: hybrid recovers, and what CCD alone has missed once stays inside. */
const ABLATION_BOUNDS: AblationBounds = { hybrid: 0.005, ccd: 0.05 };

async function checkPile(runner: CheckRunner): Promise<readonly Figure[]> {
  const { rows } = await runner.run('hybrid');
  // With the paper's time step, these runs would take four times as long.
  const ablation = await runAblations(runner, { setting: PAPER_CONTACTS });
  return [
    ...pileFigures('', rows, REST_FRAMES, HYBRID_BOUNDS),
    ...wholeRunFigures('', rows, REST_FRAMES),
    ...ablationFigures(ablation, REST_FRAMES, ABLATION_BOUNDS),
  ];
}

/** Returns sample i of a low-discrepancy sequence, from -0.5 to 0.5. */
const sample = (i: number, step: number): number => ((0.5 + i * step) % 1) - 0.5;

const floorPoint = (i: number, halfWidth: number): FloorPoint => [
  2 * halfWidth * sample(i, SQUARE_STEPS[0]),
  2 * halfWidth * sample(i, SQUARE_STEPS[1]),
];

function orientation(i: number): [number, number, number, number] {
  const [a, b, c, d] = ORIENTATION_STEPS;
  return [sample(i, a), sample(i, b), sample(i, c), sample(i, d)];
}
