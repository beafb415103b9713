import { BoxGeometry, Matrix4, Mesh, MeshStandardNodeMaterial, Vector3 } from 'three/webgpu';
import { type Motion, poseAt } from '../simulation/script/motion.ts';
import type { Driver } from '../simulation/script/script.ts';
import type { Placement } from '../simulation/world/world.ts';
import { cornersOf } from './landmarks.ts';
import { CLAMP } from './palette.ts';

/**
 * A block is larger than the bounding box of the vertices that it holds by a margin on each side. The margin is the larger of
 * MARGIN_SHARE times the box's longest side and MARGIN_RADII times the radius of the bodies' thin parts.
 */
const MARGIN_SHARE = 0.12;
const MARGIN_RADII = 0.5;

/** A block around the vertices that drivers hold. Drivers are parts of the script that move vertices. */
export interface ClampBlock {
  /** Least and greatest corner of the block at the start [m]. */
  readonly least: readonly number[];
  readonly most: readonly number[];
  readonly motion: Motion;
  /** Simulated time at which the drivers release the vertices [s]. */
  readonly until: number;
}

/** Creates the blocks of a scene's drivers, to be drawn. */
export const createClamps = (drivers: readonly Driver[], placements: readonly Placement[]): Clamp[] =>
  clampBlocks(drivers, placements).map((block) => new Clamp(block));

/**
 * Creates one block for each group of drivers with the same motion and release time. A driver of a whole body gets no block, because
 * nothing clamps that body: the script moves it as a whole. A bare driver gets none either, and none in the plane, where a block would hide bodies.
 */
export function clampBlocks(drivers: readonly Driver[], placements: readonly Placement[]): ClampBlock[] {
  const driversByMotion = new Map<string, Driver[]>();
  for (const driver of drivers) {
    const { body, vertices, motion, until, bare } = driver;
    if (bare || placements[body].model.dimension === 2) continue;
    if (vertices.length === 0 || 3 * vertices.length === placements[body].positions.length) continue;
    const key = JSON.stringify([motion, until]);
    driversByMotion.set(key, [...(driversByMotion.get(key) ?? []), driver]);
  }
  return [...driversByMotion.values()].map((group) => blockAround(group, placements));
}

function blockAround(drivers: readonly Driver[], placements: readonly Placement[]): ClampBlock {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  let margin = 0;
  for (const { body, vertices } of drivers) {
    const { model, positions } = placements[body];
    margin = Math.max(margin, MARGIN_RADII * model.thickness);
    for (const v of vertices) {
      for (let k = 0; k < 3; k++) {
        least[k] = Math.min(least[k], positions[3 * v + k]);
        most[k] = Math.max(most[k], positions[3 * v + k]);
      }
    }
  }
  margin = Math.max(margin, MARGIN_SHARE * Math.max(...most.map((x, k) => x - least[k])));
  const { motion, until = Number.POSITIVE_INFINITY } = drivers[0];
  return { least: least.map((x) => x - margin), most: most.map((x) => x + margin), motion, until };
}

/** A drawn block that seems to hold the end of a body. It moves with the driven vertices, and disappears when they are released. */
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

  /** Yields the block's corners where they are drawn [m]; nothing once the block has released its vertices. */
  *corners(): Generator<Vector3> {
    if (!this.mesh.visible) return;
    const { least, most } = this.block;
    for (const corner of cornersOf([new Vector3().fromArray(least), new Vector3().fromArray(most)]))
      yield corner.applyMatrix4(this.mesh.matrix);
  }

  /** Moves the block to its pose at a time. @param time simulated seconds */
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
