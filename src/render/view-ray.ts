import { Raycaster, Vector2 } from 'three/webgpu';
import type { View } from './view.ts';

type Vector = readonly [number, number, number];

export interface Ray {
  /** [m] */
  readonly origin: Vector;
  /** Unit length. */
  readonly direction: Vector;
}

const raycaster = new Raycaster();

/** The ray under a place of the page. @param clientX, clientY as pointer events have them */
export function viewRayOf({ canvas, camera }: View, clientX: number, clientY: number): Ray {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  camera.updateMatrixWorld();
  const place = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
  raycaster.setFromCamera(place, camera);
  const { origin, direction } = raycaster.ray;
  return { origin: origin.toArray(), direction: direction.toArray() };
}
