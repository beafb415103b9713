import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import { type HitPointInfo, MeshBVH } from 'three-mesh-bvh';

/** three-mesh-bvh over triangles, with its own defaults otherwise: what the benchmarks compare with. */
export class Rival {
  private readonly bvh: MeshBVH;
  private readonly point = new Vector3();
  private readonly target = { point: new Vector3(), distance: 0, faceIndex: 0 } as HitPointInfo;

  /** @param indirect keeps the order of the triangles, in place of sorting them */
  constructor(positions: Float32Array, faces: Uint32Array, indirect: boolean) {
    this.bvh = new MeshBVH(geometryOf(positions, faces), { indirect });
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

/** Its triangles are sorted in place: each tree gets its own. */
function geometryOf(positions: Float32Array, faces: Uint32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(faces.slice(), 1));
  return geometry;
}
