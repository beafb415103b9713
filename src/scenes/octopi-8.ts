import { octopus } from '../mesh/model/octopus.ts';
import { createModel } from '../simulation/create-model.ts';
import type { Scene } from './scene.ts';
import { place } from './place.ts';

/** Inside half width of the box [m]: an octopus spans 1 m, so that eight of them have to pile up. */
const HALF_WIDTH = 0.55;
/** Height of the lowest octopus' centre, and from each to the next [m]. */
const DROP_HEIGHT = 0.45;
const SPACING = 0.5;

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
  parameters: {},
  camera: { position: [1.9, 1.7, 2.6], target: [0, 0.45, 0] },
  build(size, progress) {
    const { mesh, armBaseRadius, thickened } = octopus({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const model = createModel('octopus', mesh, armBaseRadius);
    return {
      placements: POSES.map(({ orientation, shift }, i) => ({
        model,
        positions: place(mesh.positions, orientation, [shift[0], DROP_HEIGHT + i * SPACING, shift[1]]),
      })),
      planes: [
        { normal: [0, 1, 0], offset: 0 },
        { normal: [1, 0, 0], offset: -HALF_WIDTH },
        { normal: [-1, 0, 0], offset: -HALF_WIDTH },
        { normal: [0, 0, 1], offset: -HALF_WIDTH },
        { normal: [0, 0, -1], offset: -HALF_WIDTH },
      ],
      box: { halfWidth: HALF_WIDTH, halfDepth: HALF_WIDTH, height: 0.7 },
      notes: thickened ? ['the arms were thickened to 1.2 cells, as this size asks for'] : [],
    };
  },
};
