import { Vector3 } from 'three/webgpu';
import type { View } from './view.ts';

type Vector = readonly [number, number, number];

export interface Ray {
  /** [m] */
  readonly origin: Vector;
  /** Unit length. */
  readonly direction: Vector;
}

/** The ray under a place of the page. @param clientX, clientY as pointer events have them */
export function viewRayOf({ canvas, camera }: View, clientX: number, clientY: number): Ray {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  camera.updateMatrixWorld();
  const origin = new Vector3().setFromMatrixPosition(camera.matrixWorld);
  // Any depth does: from a perspective camera its point lies on the ray.
  const place = new Vector3((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height, 0.5);
  const direction = place.unproject(camera).sub(origin).normalize();
  return { origin: origin.toArray(), direction: direction.toArray() };
}
