import {
  BoxGeometry,
  EdgesGeometry,
  LineBasicNodeMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshStandardNodeMaterial,
} from 'three/webgpu';
import type { Plate } from '../../scenes/scene.ts';
import type { Plane } from '../../simulation/world.ts';
import { plateAxes } from '../landmarks.ts';
import { GLASS_EDGE, PLATE } from '../palette.ts';
import { clearness } from './bowl.ts';
import { dappled } from './dappled.ts';

/** Of a plate, in half sides. */
const THICKNESS = 0.025;
/** As a bowl's: opacity where one looks straight at it, and at a grazing angle; share of the sun that it takes. */
const FACING = 0.13;
const GRAZING = 0.42;
const SHADE = 0.3;

/** A pane of glass behind a plane: what it presses is seen through it. */
export function createPlate({ centre, halfWidth }: Plate, plane: Plane): Mesh {
  const [u, v, n] = plateAxes(plane);
  const thickness = THICKNESS * halfWidth;
  // Behind its inner face, so that what touches the plane touches the pane.
  const geometry = new BoxGeometry(2 * halfWidth, 2 * halfWidth, thickness)
    .translate(0, 0, -thickness / 2)
    .applyMatrix4(new Matrix4().makeBasis(u, v, n).setPosition(...centre));
  const glass = new MeshStandardNodeMaterial({ color: PLATE, transparent: true, roughness: 0.15 });
  glass.depthWrite = false;
  glass.opacityNode = clearness(FACING, GRAZING);
  glass.maskShadowNode = dappled(SHADE);
  const plate = new Mesh(geometry, glass);
  plate.castShadow = true;
  plate.renderOrder = 2;
  const edges = new LineBasicNodeMaterial({ color: GLASS_EDGE, transparent: true, opacity: 0.7 });
  plate.add(new LineSegments(new EdgesGeometry(geometry), edges));
  return plate;
}
