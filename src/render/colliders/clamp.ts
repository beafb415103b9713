import { BoxGeometry, Matrix4, Mesh, MeshStandardNodeMaterial } from 'three/webgpu';
import { poseAt } from '../../simulation/script/motion.ts';
import { CLAMP } from '../palette.ts';
import type { ClampBlock } from './clamp-blocks.ts';

/** A block that holds an end, and moves as it does. */
export class Clamp {
  readonly mesh: Mesh;

  constructor(private readonly block: ClampBlock) {
    const { least, most } = block;
    const [width, height, depth] = most.map((x, k) => x - least[k]);
    const [x, y, z] = most.map((x, k) => (x + least[k]) / 2);
    const geometry = new BoxGeometry(width, height, depth).translate(x, y, z);
    this.mesh = new Mesh(geometry, new MeshStandardNodeMaterial({ color: CLAMP, roughness: 0.8 }));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.frustumCulled = false;
    this.moveTo(0);
  }

  /** @param time simulated seconds */
  moveTo(time: number): void {
    const { motion, until } = this.block;
    this.mesh.visible = time < until;
    const { rotation, centre, shift } = poseAt(motion, time);
    const [a, b, c, d, e, f, g, h, i] = rotation;
    this.mesh.matrix
      .set(a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1)
      .multiply(new Matrix4().makeTranslation(-centre[0], -centre[1], -centre[2]))
      .premultiply(new Matrix4().makeTranslation(centre[0] + shift[0], centre[1] + shift[1], centre[2] + shift[2]));
    this.mesh.matrixWorldNeedsUpdate = true;
  }
}
