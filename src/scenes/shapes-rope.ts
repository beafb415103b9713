import { createPlanarModel } from '../simulation/world/create-sheet.ts';
import { OUTLINE_SIDE, OUTLINES, PAPER_SPACING } from './models/outlines.ts';
import { outlineFromPath } from './models/outline-from-path.ts';
import { planarBody } from './models/planar-body.ts';
import { AROUND_ROPE, aroundRope, FRAMES, MOMENTS } from './parts/around-rope.ts';
import { checkAroundRope } from './parts/around-rope-check.ts';
import type { Scene } from './scene.ts';

/** Width and height of a shape, at most [m]. */
const SHAPE_SIZE = 0.55;

export const shapesRope: Scene = {
  name: 'shapes-rope',
  title: 'Stars, cats and letters around a rope, pressed flat',
  description:
    'Twenty-four shapes of the plane, read from SVG paths, twelve above a rope and twelve below it: stars, hearts, a gear, a cat, letters. Nothing about them is ' +
    'convex. Air fills the space between them, and nothing else finds their collisions. After four seconds all heights are set to 0. Let go, the shapes ' +
    'unfold, and each is on its side of the rope again.',
  size: { meaning: 'shapes', default: 24, min: 12, max: 96, small: 24, medium: 48, paper: 24 },
  frames: FRAMES,
  poster: 0.4,
  moments: MOMENTS,
  // With 20 iterations, as in the paper, shapes stay caught in one another from more starts, this one included.
  parameters: { ...AROUND_ROPE, iterations: 30 },
  camera: { position: [0, 1.8, 7.5], target: [0, 1.8, 0] },
  check: checkAroundRope,
  build(size) {
    const options = { scale: SHAPE_SIZE / OUTLINE_SIDE, spacing: PAPER_SPACING };
    const models = Object.entries(OUTLINES).map(([name, path]) =>
      createPlanarModel(name, centred(planarBody(outlineFromPath(path, options))), 0.1),
    );
    return aroundRope({
      models: Array.from({ length: size }, (_, i) => models[i % models.length]),
      columns: 6,
      pitch: 0.8,
      width: 5,
      ropeVertices: 16,
      segments: [4, 4],
    });
  },
};

/** Moves a mesh so that the middle of its box is at the origin. */
function centred<T extends { readonly positions: Float32Array }>(mesh: T): T {
  const middle = [0, 1].map((axis) => {
    const values = mesh.positions.filter((_, i) => i % 2 === axis);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  return { ...mesh, positions: mesh.positions.map((value, i) => value - middle[i % 2]) };
}
