import type { FrameRow } from '../simulation/statistics.ts';
import {
  type CheckRunner,
  shareDeeperThan,
  type Figure,
  lastMean,
  type FrameState,
  peakKineticEnergy,
  PIERCING_AT_REST,
} from './check.ts';
import { type AblationBounds, ablationFigures, paperSetting, runAblations } from './parts/ablations.ts';
import type { Scene } from './scene.ts';
import { finerSteps } from './start-parameters.ts';
import { cubeRoot } from '../math/arithmetic.ts';
import { woundNoodle } from './parts/wound-noodle.ts';

/** Inner radius of the hemispherical bowl [m]. */
const BOWL_RADIUS = 0.45;
/** Thickness of the bowl's wall [m]. */
const WALL = 0.15;
/**
 * Number of tetrahedra in a piece of the noodle as long as its radius, if cross-sections are hexagons and layers are 1.5 times as
 * long as a hexagon's side. With this number, the noodle has as many tetrahedra per vertex as the paper's.
 */
const TETRAHEDRA_PER_RADIUS = 12;
/** The noodle's volume as a share of the bowl's. It is the same for all sizes; noodles of larger sizes are longer and thinner. */
const FILLING = 0.17;
/** Number of last frames that figures are averaged over. */
const REST_FRAMES = 20;
/** A vertex counts as deep if its penetration depth exceeds this share of the noodle's radius. */
const DEEP_SHARE = 0.05;

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
    // The paper's step of 8.3e-4 s is for the paper's size, whose noodle is a sixth as thick and falls twice as fast.
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
    // Without this, strands stay crossed once an edge has slipped past another one under the pile's weight: at rest a hundredth of the
    // edges pierced triangles, now a seventh of that.
    crossedEdges: 'part',
  },
  parametersAt: (size) => finerSteps(longNoodle, size),
  camera: { position: [0.9, 1.2, 1.5], target: [0, 0.3, 0] },
  check: checkPile,
  build(size) {
    const length = size / TETRAHEDRA_PER_RADIUS;
    const radius = BOWL_RADIUS * cubeRoot((FILLING * 2) / 3 / length);
    // Inner radius of the bowl, in radii of the noodle.
    const bowlRadii = BOWL_RADIUS / radius;
    const winding = {
      length,
      loops: [0.3 * bowlRadii, 0.55 * bowlRadii],
      swing: 2.5,
      wander: 0.2 * bowlRadii,
      wanderLoops: 3.7,
      rise: 3,
      height: 0.8 * bowlRadii,
    } as const;
    return {
      placements: [woundNoodle(size, radius, winding)],
      colliders: [{ centre: [0, BOWL_RADIUS, 0], radius: BOWL_RADIUS, rim: BOWL_RADIUS, thickness: WALL }],
      notes: [],
    };
  },
};

/** At rest: hybrid recovers, and what CCD alone has missed once stays inside. */
const ABLATION_BOUNDS: AblationBounds = { hybrid: 0.005, ccd: 0.1 };

/** Runs the scene until the noodle lies still. The pile has to be at rest in the bowl, without self-penetration. */
async function checkPile(runner: CheckRunner): Promise<readonly Figure[]> {
  const deepShares: number[] = [];
  let outsideCount = 0;
  const { rows, world } = await runner.run('hybrid', {
    observe: (state) => {
      deepShares.push(shareDeeperThan(state, DEEP_SHARE * state.world.models[0].thickness));
      outsideCount = countOutside(state);
    },
  });
  const ablation = await runAblations(runner, { setting: paperSetting(longNoodle, runner.size) });
  const mean = (figure: (row: FrameRow) => number) => lastMean(rows, REST_FRAMES, figure);
  const interpenetratingShare = (row: FrameRow) => (row.interpenetrating ?? Number.NaN) / world.surfaceVertexCount;
  const ccd = mean((row) => row.contactsCcd);
  const dcd = mean((row) => row.contactsDcd);
  return [
    {
      name: 'kinetic energy relative to its peak',
      value: mean((row) => row.kineticEnergy) / peakKineticEnergy(rows),
      unit: '%',
      relation: '<',
      bound: 0.01,
    },
    { name: 'vertices outside the bowl', value: outsideCount, relation: '=', bound: 0 },
    { name: 'contacts per step', value: ccd + dcd, relation: '>=', bound: 1000 },
    { name: 'contacts per step by CCD', value: ccd },
    {
      name: "maximum of surface vertices deeper than 5 % of the noodle's radius",
      value: Math.max(...deepShares),
      unit: '%',
      relation: '<',
      bound: 0.005,
    },
    {
      name: "surface vertices deeper than 5 % of the noodle's radius, at rest",
      value: deepShares.slice(-REST_FRAMES).reduce((sum, part) => sum + part, 0) / REST_FRAMES,
      unit: '%',
      relation: '<',
      bound: 0.001,
    },
    {
      name: 'interpenetrating vertices, at rest',
      value: mean(interpenetratingShare),
      unit: '%',
      relation: '<',
      bound: 0.002,
    },
    { name: 'maximum of interpenetrating vertices', value: Math.max(...rows.map(interpenetratingShare)), unit: '%' },
    {
      name: 'surface edges that pierce triangles, at rest',
      value: mean((row) => row.piercingShare ?? Number.NaN),
      unit: '%',
      ...PIERCING_AT_REST,
    },
    ...ablationFigures(ablation, REST_FRAMES, ABLATION_BOUNDS),
  ];
}

/** Number of vertices above the bowl's rim or outside its inner side, with a tolerance of DEEP_SHARE for the noodle's deformation. */
function countOutside({ positions, world }: FrameState): number {
  const limit = BOWL_RADIUS + DEEP_SHARE * world.models[0].thickness;
  let count = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1] - BOWL_RADIUS, positions[i + 2]];
    if (y > 0 || x * x + y * y + z * z > limit * limit) count++;
  }
  return count;
}
