import { MAX_TETRAHEDRA, MIN_TETRAHEDRA, octopus } from './models/octopus.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type CheckRunner, type Figure, overlapAtEnd } from './check.ts';
import { pileFigures, wholeRunFigures } from './parts/pile.ts';
import { place } from './parts/place.ts';
import type { Scene } from './scene.ts';

/** Arm span of an octopus [m]. The model's span is 1 m. */
const SPAN = 2;
/**
 * Orientations (quaternions x, y, z, w) of the octopi, and places of the point between their arms [m]. The second one stands on its head,
 * in the head of the first one.
 */
const OCTOPI = [
  { orientation: [0, 0.2, 0, 1], foot: [-0.15, 0.05, 0] },
  { orientation: [1, 0.05, 0.15, 0.1], foot: [0.1, 1.38, 0.1] },
] as const;

/** Time within which almost all vertices leave [s]. */
const UNTANGLING_TIME = 0.2;
/** Number of last frames that figures are averaged over. */
const REST_FRAMES = 10;

export const entangledOctopi: Scene = {
  name: 'entangled-octopi',
  title: 'Two octopi get out of one another',
  description:
    'Two octopi start head in head: blue is what lies inside the other one. Each blue point finds its shortest path out, and within ' +
    'two tenths of a second the heads have parted. Then the upper octopus falls over. To see it once more, set the mode to ' +
    'off, pull one into the other, and choose another ' +
    'mode: they get out again.',
  size: {
    meaning: 'tetrahedra per body',
    default: 2000,
    min: MIN_TETRAHEDRA,
    max: MAX_TETRAHEDRA,
    small: 2000,
    medium: 15_000,
    paper: 50_000,
  },
  frames: 240,
  poster: 0.02,
  parameters: {
    youngsModulus: 2e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 1e-3,
    velocityDamping: 1,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    contactOffset: 6e-4,
    // Edges and centroids find their ways out, too, so that no arm stays on the wrong side of another one.
    contactPoints: 'all',
    contactPasses: 4,
    // Slow enough to be seen: they are free after a sixth of a second.
    depenetrationSpeed: 1.75,
  },
  camera: { position: [1.7 * SPAN, 1.2 * SPAN, 2.4 * SPAN], target: [0, 0.3 * SPAN, 0] },
  check,
  build(size, progress) {
    const { mesh, armBaseRadius } = octopus({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const scaled = { tets: mesh.tets, positions: mesh.positions.map((x) => SPAN * x) };
    const model = createModel('octopus', scaled, SPAN * armBaseRadius);
    return {
      placements: OCTOPI.map(({ orientation, foot }) => ({
        model,
        positions: place(scaled.positions, orientation, foot),
      })),
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      notes: [],
    };
  },
};

/**
 * Runs hybrid detection, and CCD alone, which knows no way out: there the heads must still be in one another when hybrid detection has
 * parted them. Otherwise the scene would show nothing.
 */
async function check(runner: CheckRunner): Promise<readonly Figure[]> {
  const { rows } = await runner.run('hybrid');
  const ccd = await runner.run('ccd', { parameters: { mode: 'ccd' }, frames: 20 });
  return [
    { name: 'hybrid: penetrating vertices in the first frame', value: rows[0]!.penetrating, relation: '>=', bound: 20 },
    { ...shareLeft('hybrid', rows), relation: '<=', bound: 0.05 },
    overlapAtEnd('hybrid: ', rows, REST_FRAMES),
    ...pileFigures('hybrid: ', rows, REST_FRAMES, { deep: 0.001, piercing: 0.001 }),
    ...wholeRunFigures('hybrid: ', rows, REST_FRAMES),
    { ...shareLeft('ccd', ccd.rows), relation: '>=', bound: 0.5 },
  ];
}

/** Figure: penetrating vertices after UNTANGLING_TIME, relative to the first frame. */
const shareLeft = (mode: string, rows: readonly FrameRow[]): Figure => ({
  name: `${mode}: penetrating vertices after ${UNTANGLING_TIME} s, relative to the first frame`,
  value: (rows.find(({ time }) => time >= UNTANGLING_TIME)?.penetrating ?? Number.NaN) / rows[0]!.penetrating,
  unit: '%',
});
