import { Matrix4, Vector3 } from 'three/webgpu';
import type { View } from './view.ts';
import type { Camera, SceneBuild } from '../scenes/scene.ts';
import { landmarks } from './landmarks.ts';

type Vector = readonly [number, number, number];

export interface Ray {
  /** [m] */
  readonly origin: Vector;
  /** Unit length. */
  readonly direction: Vector;
}

/**
 * Returns the ray from the camera through a point of the page.
 * @param clientX, clientY as in pointer events [pixels]
 */
export function viewRayOf({ canvas, camera }: View, clientX: number, clientY: number): Ray {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  camera.updateMatrixWorld();
  const origin = new Vector3().setFromMatrixPosition(camera.matrixWorld);
  // Any depth works: with a perspective camera every unprojected point of the pixel lies on the ray.
  const clipPoint = new Vector3((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height, 0.5);
  const direction = clipPoint.unproject(camera).sub(origin).normalize();
  return { origin: origin.toArray(), direction: direction.toArray() };
}

/** Free margin around the framed points, as a share of the picture. */
const MARGIN = 0.06;

/**
 * Finds the nearest camera position from which the bodies at their start, the box, the bowls and the plates are all visible. They are
 * centred in the picture.
 * @param home camera whose view direction is used
 * @param fieldOfView vertical field of view [degrees]
 * @param aspect width divided by height of the picture
 */
export function frameAll(home: Camera, build: SceneBuild, fieldOfView: number, aspect: number): Camera {
  const [eye, target] = [new Vector3(...home.position), new Vector3(...home.target)];
  const axes = new Matrix4().lookAt(eye, target, new Vector3(0, 1, 0));
  const toView = axes.clone().invert();
  const slopeY = (1 - 2 * MARGIN) * Math.tan((fieldOfView * Math.PI) / 360);
  const slopeX = slopeY * aspect;
  // Offsets of the four side planes of the view pyramid. Each plane is moved outwards until all points are inside.
  let [right, left, top, bottom] = Array<number>(4).fill(Number.NEGATIVE_INFINITY);
  for (const { x, y, z } of landmarks(build)) {
    const p = new Vector3(x, y, z).applyMatrix4(toView);
    right = Math.max(right, slopeX * p.z + p.x);
    left = Math.max(left, slopeX * p.z - p.x);
    top = Math.max(top, slopeY * p.z + p.y);
    bottom = Math.max(bottom, slopeY * p.z - p.y);
  }
  const z = Math.max((right + left) / (2 * slopeX), (top + bottom) / (2 * slopeY));
  const position = new Vector3((right - left) / 2, (top - bottom) / 2, z).applyMatrix4(axes);
  const forward = new Vector3().setFromMatrixColumn(axes, 2).negate();
  // The point around which the camera orbits is in the middle of the picture, at the depth of home's target.
  const reach = target.clone().sub(position).dot(forward);
  return { position: position.toArray(), target: position.clone().addScaledVector(forward, reach).toArray() };
}
