import { octopus } from '../mesh/model/octopus.ts';
import { createModel } from '../simulation/create-model.ts';
import { type CheckRunner, type Figure, lastMean, peakEnergy } from './check.ts';
import type { Scene } from './scene.ts';
import { place } from './place.ts';

/** Arm span of an octopus [m]: that of a giant Pacific octopus that isn't grown up yet. The model's is 1 m. */
const SPAN = 2;
/** Inside half width of the box [spans]: two octopi fit side by side across its diagonal, so that eight have to pile up. */
const HALF_WIDTH = 0.85;
/** Height of the lowest octopi's lowest points, and free space from each pair to the next [spans]. */
const DROP_HEIGHT = 0.2;
const GAP = 0.02;
/** Where the two octopi of a pair are, from the box' middle along each axis [spans]; pairs take the diagonals in turn. */
const ASIDE = 0.4;

type Quaternion = readonly [number, number, number, number];

/** Orientations (quaternions x y z w) of each pair: upright, tilted and upside down. */
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

export const octopi8: Scene = {
  name: 'octopi-8',
  title: 'Eight octopi fall into a box',
  description:
    'Eight octopi drop into a glass box, pile up, and come to rest untangled. Where one lies inside another, or inside itself, ' +
    'it turns blue. Switch the mode to ccd and watch contacts that were missed once stay missed; to dcd, and watch fast arms ' +
    'pass through; hybrid finds both kinds.',
  figure: '9',
  // At the paper's 14,800 the in-the-loop schedule holds its bounds too, end-of-step doesn't: see docs/octopi-8.md.
  size: {
    meaning: 'tetrahedra a body',
    default: 6000,
    min: 3000,
    max: 200000,
    small: 3000,
    medium: 8000,
    paper: 14800,
  },
  frames: 300,
  parameters: {
    youngsModulus: 1e6,
    poissonRatio: 0.4,
    density: 1000,
    // Little: damping softens XPBD's constraints, and soft arms are pushed through one another at the impact.
    materialDamping: 1e-4,
    velocityDamping: 0.5,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    // Half a percent of an arm's radius: a vertex that rests on a face stays clear of it by more than float32 rounds.
    contactOffset: 6e-4,
    // More sweeps after the solve press single vertices through their own tetrahedra, which nothing mends until the next step.
    contactPasses: 1,
  },
  camera: { position: [2.1 * SPAN, 1.8 * SPAN, 3.1 * SPAN], target: [0, 0.4 * SPAN, 0] },
  check: checkOctopi,
  build(size, progress) {
    const { mesh, armBaseRadius, thickened } = octopus({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const scaled = { tets: mesh.tets, positions: mesh.positions.map((x) => SPAN * x) };
    const model = createModel('octopus', scaled, SPAN * armBaseRadius);
    const halfWidth = SPAN * HALF_WIDTH;
    return {
      placements: stack(scaled.positions).map((positions) => ({ model, positions })),
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
            'with so few tetrahedra the arms are made thicker, so that they have an inside; a larger size makes them slim',
          ]
        : [],
    };
  },
};

/** The three ways of figure 9 side by side. */
async function checkOctopi(runner: CheckRunner): Promise<readonly Figure[]> {
  const hybrid = await runner.run('hybrid');
  return [
    {
      name: 'kinetic energy over its peak, at rest',
      value: lastMean(hybrid.rows, 60, (row) => row.kineticEnergy) / peakEnergy(hybrid.rows),
      unit: '%',
      relation: '<',
      bound: 0.01,
    },
  ];
}

/** Pair above pair, each clear of the one below: nothing touches at the start. */
function stack(rest: Float32Array): Float32Array[] {
  let top = SPAN * (DROP_HEIGHT - GAP);
  return PAIRS.flatMap((pair, level) => {
    const x = SPAN * ASIDE;
    const z = level % 2 === 0 ? x : -x;
    const placed = [place(rest, pair[0], [x, 0, z]), place(rest, pair[1], [-x, 0, -z])];
    const ranges = placed.map(heightRange);
    const bottom = top + SPAN * GAP;
    placed.forEach((positions, i) => {
      for (let k = 1; k < positions.length; k += 3) positions[k]! += bottom - ranges[i]![0];
    });
    top = bottom + Math.max(...ranges.map(([lowest, highest]) => highest - lowest));
    return placed;
  });
}

function heightRange(positions: Float32Array): [number, number] {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < positions.length; i += 3) {
    lowest = Math.min(lowest, positions[i]!);
    highest = Math.max(highest, positions[i]!);
  }
  return [lowest, highest];
}
