import { Vector3 } from 'three/webgpu';
import type { PatchExplanation } from '../../simulation/view/explain/explain-patch.ts';
import type { Point } from '../../simulation/view/explain/explanation.ts';
import type { View } from '../view.ts';
import type { FigurePlaces } from './patch-figure.ts';

/** Angle between the arrow and the view direction [rad]: so steep that the plane of projection stands beside the patch in the picture. */
const VIEW_ANGLE = 1;
/** The camera stays where it is if its angle to the arrow lies in between, and its distance is at most so many times too large or small. */
const ANGLES_KEPT = [0.7, 1.2] as const;
const DISTANCES_KEPT = 1.7;
/** Turns of that view around the arrow [rad], in the order in which they are tried until nothing lies in front of the figure. */
const TURNS = [0, 1, -1, 2, -2, 3].map((turn) => (turn * Math.PI) / 4);
/** If the view direction and the arrow differ by less than this [rad], the view turns to the right. */
const LEAST_ASIDE = 0.1;
/** Least rise of a direction to the camera, which stays above the ground. */
const LEAST_RISE = -0.3;
/** Distance of the camera from the figure's middle, in half sizes of the figure. */
const VIEW_DISTANCE = 6.2;

export type Direction = readonly [number, number, number];

/**
 * Flies to a view of a patch's figure from the side, unless it is seen well already.
 * @param isFree whether nothing lies between a point and a place so far away [m] in a direction
 */
export function flyBeside(
  { camera, controls, travel }: Pick<View, 'camera' | 'controls' | 'travel'>,
  { axis }: PatchExplanation,
  { middle, extent }: FigurePlaces,
  isFree: (point: Point, direction: Direction, distance: number) => boolean,
): void {
  const toCamera = camera.position.clone().sub(controls.target).normalize();
  const along = new Vector3(...axis);
  const angle = toCamera.angleTo(along);
  const wanted = (VIEW_DISTANCE * extent) / Math.min(1, camera.aspect);
  const present = camera.position.distanceTo(new Vector3(...middle));
  const isNear = present < DISTANCES_KEPT * wanted && present > wanted / DISTANCES_KEPT;
  const distance = isNear ? present : wanted;
  if (angle > ANGLES_KEPT[0] && angle < ANGLES_KEPT[1]) {
    travel.flyTo(middle, distance);
    return;
  }
  // Turns from the present direction in the plane through it and the arrow; looking along the arrow, to the right.
  const aside = toCamera.clone().addScaledVector(along, -toCamera.dot(along));
  if (aside.length() < LEAST_ASIDE) aside.set(1, 0, 0).applyQuaternion(camera.quaternion);
  aside.addScaledVector(along, -aside.dot(along)).normalize();
  const directions = TURNS.map((turn) =>
    along
      .clone()
      .multiplyScalar(Math.cos(VIEW_ANGLE))
      .addScaledVector(aside.clone().applyAxisAngle(along, turn), Math.sin(VIEW_ANGLE))
      .toArray(),
  );
  const best = directions.find((direction) => direction[1] > LEAST_RISE && isFree(middle, direction, distance));
  travel.flyTo(middle, distance, best ?? directions[0]);
}
