import { octopus } from '../mesh/model/octopus.ts';
import { createModel } from '../simulation/create-model.ts';
import type { Scene } from './scene.ts';
import { place } from './place.ts';

/** Inside half width of the box [m]: an octopus spans 1 m, so that eight of them have to pile up. */
const HALF_WIDTH = 0.6;
/** Height of the lowest octopus' lowest point, and free space from each to the next [m]. */
const DROP_HEIGHT = 0.3;
const GAP = 0.05;

/** Orientation (quaternion x y z w) and sideways shift [m] of each: upright, tilted and upside down. */
const POSES: readonly {
  readonly orientation: readonly [number, number, number, number];
  readonly shift: readonly [number, number];
}[] = [
  { orientation: [0, 0.2, 0, 1], shift: [0.01, -0.02] },
  { orientation: [0.15, 0.6, 0.1, 1], shift: [-0.03, 0.02] },
  { orientation: [-0.2, 1.1, 0.1, 1], shift: [0.03, 0.03] },
  { orientation: [0.3, -0.5, -0.2, 1], shift: [-0.02, -0.03] },
  { orientation: [1, 0.1, 0.3, 0.2], shift: [0.02, 0.01] },
  { orientation: [-0.1, -1.4, 0.25, 1], shift: [-0.01, 0.03] },
  { orientation: [0.25, 2.2, -0.1, 1], shift: [0.03, -0.01] },
  { orientation: [-0.3, 0.9, 0.3, 1], shift: [-0.03, -0.01] },
];

export const octopi8: Scene = {
  name: 'octopi-8',
  title: 'Eight octopi fall into a box',
  description:
    'Eight octopi drop into a glass box, pile up, and come to rest untangled. Where one lies inside another, or inside itself, ' +
    'it turns blue. Switch the mode to ccd and watch contacts that were missed once stay missed; to dcd, and watch fast arms ' +
    'pass through; hybrid finds both kinds.',
  figure: '9',
  size: { default: 14800, min: 3000, max: 200000 },
  parameters: {
    youngsModulus: 2e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 2e-3,
    velocityDamping: 0.1,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
    // Half a percent of an arm's radius: a vertex that rests on a face stays clear of it by more than float32 rounds.
    contactOffset: 3e-4,
  },
  camera: { position: [1.9, 1.7, 2.6], target: [0, 0.45, 0] },
  build(size, progress) {
    const { mesh, armBaseRadius, thickened } = octopus({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const model = createModel('octopus', mesh, armBaseRadius);
    return {
      placements: stack(mesh.positions).map((positions) => ({ model, positions })),
      planes: [
        { normal: [0, 1, 0], offset: 0 },
        { normal: [1, 0, 0], offset: -HALF_WIDTH },
        { normal: [-1, 0, 0], offset: -HALF_WIDTH },
        { normal: [0, 0, 1], offset: -HALF_WIDTH },
        { normal: [0, 0, -1], offset: -HALF_WIDTH },
      ],
      box: { halfWidth: HALF_WIDTH, halfDepth: HALF_WIDTH, height: 0.75 },
      notes: thickened ? ['the arms were thickened to 1.2 cells, as this size asks for'] : [],
    };
  },
};

/** One above the other, each clear of the one below: nothing touches at the start. */
function stack(rest: Float32Array): Float32Array[] {
  let top = DROP_HEIGHT - GAP;
  return POSES.map(({ orientation, shift }) => {
    const positions = place(rest, orientation, [shift[0], 0, shift[1]]);
    const [lowest, highest] = heightRange(positions);
    const lift = top + GAP - lowest;
    for (let i = 1; i < positions.length; i += 3) positions[i]! += lift;
    top = highest + lift;
    return positions;
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
