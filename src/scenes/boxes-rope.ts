import { createPlanarModel } from '../simulation/world/create-sheet.ts';
import { AROUND_ROPE, aroundRope, FRAMES, MOMENTS } from './parts/around-rope.ts';
import { checkAroundRope } from './parts/around-rope-check.ts';
import type { Scene } from './scene.ts';

/** Half of a box's side [m]. */
const HALF = 0.2;
/**
 * Number of the rope's vertices. With 22 vertices of the frame, 60 boxes make 416 triangles of air, as many as the paper's have (triangulateAir has the
 * formula).
 */
const ROPE_VERTICES = 18;

export const boxesRope: Scene = {
  name: 'boxes-rope',
  title: 'Sixty boxes and a rope, pressed flat',
  description:
    'In the plane, thirty boxes fall onto a rope, and thirty below it to the ground. Triangles of air, drawn as thin lines, fill the ' +
    'space between them. A triangle that turns inside out is a collision. After four seconds everything is pressed flat: all heights are 0, ' +
    'and no position tells any more what was above what. Then it is let go, and the air still knows. Every box gets its shape back, in the ' +
    'old order, on its side of the rope. Switch the air mesh off, and the boxes fall through the rope and through one another.',
  size: { meaning: 'boxes', default: 60, min: 20, max: 400, small: 60, medium: 120, paper: 60 },
  frames: FRAMES,
  poster: 0.4,
  moments: MOMENTS,
  parameters: AROUND_ROPE,
  camera: { position: [0, 2, 8.5], target: [0, 2, 0] },
  check: checkAroundRope,
  build(size) {
    const positions = Float32Array.of(-HALF, -HALF, HALF, -HALF, HALF, HALF, -HALF, HALF);
    const model = createPlanarModel('box', { positions, triangles: Uint32Array.of(0, 1, 2, 0, 2, 3) }, 0.1);
    return aroundRope({
      models: Array.from({ length: size }, () => model),
      columns: 10,
      pitch: 0.58,
      width: 6,
      ropeVertices: ROPE_VERTICES,
      segments: [6, 5],
    });
  },
};
