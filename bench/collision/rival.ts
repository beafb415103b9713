import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import { CENTER, type HitPointInfo, MeshBVH } from 'three-mesh-bvh';
import { LEAF_SIZE } from '../../src/bvh/tree.ts';

/** Its own defaults, named so that a note can tell them [triangles a leaf]. */
const TREE = { strategy: CENTER, targetLeafSize: 10 };

/** How the two trees are made, for a note. */
export const RIVAL_TREE = `splits at the middle of the longest side (CENTER), up to about ${TREE.targetLeafSize} triangles a leaf: its defaults`;
export const ourTree = (mostInLeaf = LEAF_SIZE): string =>
  `splits at the median of box centres along the longest side, up to ${mostInLeaf} a leaf`;

/** three-mesh-bvh over triangles, with its own defaults otherwise: what the benchmarks compare with. */
export class Rival {
  private readonly bvh: MeshBVH;
  private readonly point = new Vector3();
  private readonly target = { point: new Vector3(), distance: 0, faceIndex: 0 } as HitPointInfo;

  /** @param indirect keeps the order of the triangles, in place of sorting them */
  constructor(positions: Float32Array, faces: Uint32Array, indirect: boolean) {
    this.bvh = treeOver(geometryOf(positions, faces), indirect);
  }

  /**
   * Euclidean closest points: on the nearest surface, whichever part of the body that is.
   * @param points 3 a query
   * @returns the sum of the distances, so that nothing of the work can be left out
   */
  closestPoints(points: Float32Array): number {
    let sum = 0;
    for (let i = 0; i < points.length; i += 3) {
      this.point.set(points[i], points[i + 1], points[i + 2]);
      this.bvh.closestPointToPoint(this.point, this.target);
      sum += this.target.distance;
    }
    return sum;
  }

  refit(): void {
    this.bvh.refit();
  }
}

/** Builds one more, which sorts the triangles. @returns milliseconds, without those of copying its arrays */
export async function buildRival(positions: Float32Array, faces: Uint32Array): Promise<number> {
  const geometry = geometryOf(positions, faces);
  const started = performance.now();
  treeOver(geometry, false);
  return performance.now() - started;
}

const treeOver = (geometry: BufferGeometry, indirect: boolean): MeshBVH => new MeshBVH(geometry, { ...TREE, indirect });

/** Its triangles are sorted in place: each tree gets its own. */
function geometryOf(positions: Float32Array, faces: Uint32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(faces.slice(), 1));
  return geometry;
}
