import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import { CENTER, type HitPointInfo, MeshBVH } from 'three-mesh-bvh';
import { LEAF_SIZE } from '../../src/bvh/tree.ts';

/** three-mesh-bvh's defaults, repeated here so that a note can quote them [triangles per leaf]. */
const TREE = { strategy: CENTER, targetLeafSize: 10 };

/** Note on how three-mesh-bvh builds its trees. */
export const RIVAL_TREE = `splits at the middle of the longest side (CENTER), up to about ${TREE.targetLeafSize} triangles a leaf: its defaults`;
export const ourTree = (mostInLeaf = LEAF_SIZE): string =>
  `splits at the median of box centres along the longest side, up to ${mostInLeaf} a leaf`;

/** A three-mesh-bvh tree over triangles, with default settings, that the benchmarks compare Untangle's trees with. */
export class Rival {
  private readonly bvh: MeshBVH;
  private readonly point = new Vector3();
  private readonly target = { point: new Vector3(), distance: 0, faceIndex: 0 } as HitPointInfo;

  /** @param indirect keeps the order of the triangles instead of sorting them */
  constructor(positions: Float32Array, faces: Uint32Array, indirect: boolean) {
    this.bvh = treeOver(geometryOf(positions, faces), indirect);
  }

  /**
   * Finds Euclidean closest points on the surface, on whichever part of the body is nearest.
   * @param points 3 numbers per query
   * @returns sum of the distances, so that the optimiser can't remove the work
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

/** Times the building of another tree, which sorts the triangles. @returns milliseconds, without the time of copying the arrays */
export async function buildRival(positions: Float32Array, faces: Uint32Array): Promise<number> {
  const geometry = geometryOf(positions, faces);
  const started = performance.now();
  treeOver(geometry, false);
  return performance.now() - started;
}

const treeOver = (geometry: BufferGeometry, indirect: boolean): MeshBVH => new MeshBVH(geometry, { ...TREE, indirect });

/** Makes a geometry with copies of the arrays, because each tree sorts its triangles in place. */
function geometryOf(positions: Float32Array, faces: Uint32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(faces.slice(), 1));
  return geometry;
}
