import type { Camera, Scene } from '../scene.ts';
import { placed } from './placed.ts';
import { type OwnScene, startOf } from './scene-file.ts';

/** Position of the camera, from the middle of the bodies [half diagonals of the box around them]. */
const CAMERA_DIRECTION = [0.9, 0.8, 2.2] as const;

/**
 * Returns what lists and the page's own thread need of a scene of one's own: all but the code that builds and checks it.
 * @param name by which links, recordings and the command line call it
 */
export function outlineOf(own: OwnScene, name: string): Omit<Scene, 'build' | 'check'> {
  const { title, bodies, parameters, frames } = own;
  return {
    name,
    title,
    description: `A scene of one's own: ${bodies.length === 1 ? 'one body' : `${bodies.length} bodies`}.`,
    size: { meaning: 'the only size', default: 1, min: 1, max: 1, small: 1, medium: 1, paper: 1 },
    parameters,
    frames,
    camera: own.camera ?? cameraFor(boundsOf(own)),
  };
}

/** A box around all bodies at the start. */
export interface Bounds {
  readonly middle: readonly [number, number, number];
  /** Half of the diagonal [m]. */
  readonly reach: number;
}

/** Returns the box around all bodies of a scene at its start. */
export function boundsOf({ bodies, meshes }: OwnScene): Bounds {
  const min = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const max = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (const body of bodies)
    placed(cornersOf(startOf(meshes[body.mesh])), body).forEach((x, i) => {
      min[i % 3] = Math.min(min[i % 3], x);
      max[i % 3] = Math.max(max[i % 3], x);
    });
  const [x, y, z] = [0, 1, 2].map((k) => (min[k] + max[k]) / 2);
  const half = [0, 1, 2].map((k) => (max[k] - min[k]) / 2);
  return { middle: [x, y, z], reach: Math.sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]) };
}

/** Returns the corners of the box around a mesh, 3 numbers each. */
export function cornersOf(positions: Float32Array): Float32Array {
  const ends = [0, 1, 2].map((k) => {
    let [min, max] = [positions[k], positions[k]];
    for (let i = k; i < positions.length; i += 3) {
      min = Math.min(min, positions[i]);
      max = Math.max(max, positions[i]);
    }
    return [min, max];
  });
  return Float32Array.from({ length: 24 }, (_, i) => ends[i % 3][(Math.floor(i / 3) >> (i % 3)) & 1]);
}

function cameraFor({ middle, reach }: Bounds): Camera {
  const [x, y, z] = middle.map((at, k) => at + CAMERA_DIRECTION[k] * reach);
  return { position: [x, y, z], target: middle };
}
