import {
  BoxGeometry,
  DoubleSide,
  EdgesGeometry,
  LineBasicNodeMaterial,
  LineSegments,
  Mesh,
  MeshStandardNodeMaterial,
} from 'three/webgpu';
import type { BoxCollider } from '../../scenes/scene.ts';
import { GLASS, GLASS_EDGE } from '../palette.ts';

/** Indices of a BoxGeometry's face, and which of its faces are the top and the bottom. */
const INDICES_A_FACE = 6;
const TOP_AND_BOTTOM: readonly number[] = [2, 3];

/** An open glass box: faint walls, clear edges. @param ground that it stands on [m] */
export function createBox({ halfWidth, halfDepth, height }: BoxCollider, ground: number): Mesh {
  const geometry = new BoxGeometry(2 * halfWidth, height, 2 * halfDepth).translate(0, ground + height / 2, 0);
  const edges = new EdgesGeometry(geometry);
  const isWall = (_: number, i: number) => !TOP_AND_BOTTOM.includes(Math.floor(i / INDICES_A_FACE));
  geometry.setIndex([...geometry.index!.array].filter(isWall));
  const glass = new MeshStandardNodeMaterial({ color: GLASS, transparent: true, opacity: 0.07, roughness: 0.15 });
  glass.side = DoubleSide;
  glass.depthWrite = false;
  const box = new Mesh(geometry, glass);
  box.renderOrder = 2;
  box.add(new LineSegments(edges, new LineBasicNodeMaterial({ color: GLASS_EDGE, transparent: true, opacity: 0.9 })));
  return box;
}
