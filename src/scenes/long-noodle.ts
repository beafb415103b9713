import type { FrameRow } from '../simulation/statistics.ts';
import {
  type CheckRunner,
  shareDeeperThan,
  type Figure,
  lastMean,
  type FrameState,
  peakKineticEnergy,
} from './check.ts';
import type { Scene } from './scene.ts';
import { finerSteps } from './start-parameters.ts';
import { cubeRoot } from '../math/cube-root.ts';
import { woundNoodle } from './parts/wound-noodle.ts';

/** Inner radius of the hemispherical bowl, and the thickness of its wall [m]. */
const BOWL = 0.45;
const WALL = 0.15;
/**
 * Tetrahedra per radius of length, for layers of a hexagonal cross-section that are 1.5 times as long as the hexagon's sides. The
 * paper's noodle has as many tetrahedra per vertex.
 */
const TETRAHEDRA_PER_RADIUS = 12;
/** The noodle's volume as a share of the bowl's, for any size: larger sizes are longer and thinner. */
const FILLING = 0.17;
/** Number of last frames that figures are averaged over. */
const REST_FRAMES = 20;
/** A vertex counts as deep if its penetration depth is above this share of the noodle's radius. */
const DEEP = 0.05;

export const longNoodle: Scene = {
  name: 'long-noodle',
  title: 'One long noodle',
  description:
    'A single noodle, at least five hundred times as long as it is thick, falls into a bowl and folds up in it, loop upon loop, ' +
    'until it lies still. Except for the bowl, it touches only itself; its colour changes from one end to the other. Cut the pile ' +
    'open with the section tool: inside the pile, too, no strand overlaps another.',
  figure: '20',
  size: {
    meaning: 'tetrahedra',
    default: 12_000,
    min: 3000,
    max: 2_290_000,
    small: 12_000,
    medium: 120_000,
    paper: 2_290_000,
  },
  frames: 130,
  poster: 0.9,
  parameters: {
    // The paper's 8.3e-4 s is for its own size, whose noodle is a sixth as thick and falls twice as fast.
    timeStep: 3.3e-3,
    stepsPerFrame: 5,
    iterations: 5,
    youngsModulus: 1e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 2e-2,
    velocityDamping: 1,
    staticFriction: 0.4,
    dynamicFriction: 0.3,
    contactOffset: 1e-4,
    contactPasses: 1,
  },
  parametersAt: (size) => finerSteps(longNoodle, size),
  camera: { position: [0.9, 1.2, 1.5], target: [0, 0.3, 0] },
  check: checkPile,
  build(size) {
    const length = size / TETRAHEDRA_PER_RADIUS;
    const radius = BOWL * cubeRoot((FILLING * 2) / 3 / length);
    const inside = BOWL / radius;
    const winding = {
      length,
      loops: [0.3 * inside, 0.55 * inside],
      swing: 2.5,
      wander: 0.2 * inside,
      wanderLoops: 3.7,
      rise: 3,
      height: 0.8 * inside,
    } as const;
    return {
      placements: [woundNoodle(size, radius, winding)],
      colliders: [{ centre: [0, BOWL, 0], radius: BOWL, rim: BOWL, thickness: WALL }],
      notes: [],
    };
  },
};

/** Runs the scene until the noodle lies still: the pile must be stable, in the bowl, and without self-penetration. */
async function checkPile(runner: CheckRunner): Promise<readonly Figure[]> {
  const deep: number[] = [];
  let out = 0;
  const { rows, world } = await runner.run('hybrid', {
    observe: (state) => {
      deep.push(shareDeeperThan(state, DEEP * state.world.models[0].thickness));
      out = outside(state);
    },
  });
  const mean = (figure: (row: FrameRow) => number) => lastMean(rows, REST_FRAMES, figure);
  const share = (row: FrameRow) => (row.foreign ?? Number.NaN) / world.surfaceVertexCount;
  const ccd = mean((row) => row.contactsCcd);
  const dcd = mean((row) => row.contactsDcd);
  return [
    {
      name: 'kinetic energy over its peak',
      value: mean((row) => row.kineticEnergy) / peakKineticEnergy(rows),
      unit: '%',
      relation: '<',
      bound: 0.01,
    },
    { name: 'vertices outside the bowl', value: out, relation: '=', bound: 0 },
    { name: 'contacts per step', value: ccd + dcd, relation: '>=', bound: 1000 },
    { name: 'of them by CCD', value: ccd },
    {
      name: 'surface vertices deeper than 5 % of its radius, at most',
      value: Math.max(...deep),
      unit: '%',
      relation: '<',
      bound: 0.005,
    },
    {
      name: 'surface vertices deeper than 5 % of its radius, at rest',
      value: deep.slice(-REST_FRAMES).reduce((sum, part) => sum + part, 0) / REST_FRAMES,
      unit: '%',
      relation: '<',
      bound: 0.001,
    },
    { name: 'interpenetrating vertices, at rest', value: mean(share), unit: '%', relation: '<', bound: 0.002 },
    { name: 'interpenetrating vertices, at most', value: Math.max(...rows.map(share)), unit: '%' },
    {
      name: 'surface edges that pierce triangles, at rest',
      value: mean((row) => row.piercingShare ?? Number.NaN),
      unit: '%',
      relation: '<',
      bound: 0.03,
    },
  ];
}

/** Number of vertices above the bowl's rim or past its inner side, with a tolerance for the noodle's deformation. */
function outside({ positions, world }: FrameState): number {
  const limit = BOWL + DEEP * world.models[0].thickness;
  let count = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1] - BOWL, positions[i + 2]];
    if (y > 0 || x * x + y * y + z * z > limit * limit) count++;
  }
  return count;
}
