import { attribute, cross, Fn, max, normalLocal } from 'three/tsl';
import type { Shape } from '../skin.ts';
import type { Vertices } from '../vertex-source.ts';

/** Length below which a vector counts as zero: far below the squares of edges [m^2] that normals are products of. */
const TINY = 1e-30;

/**
 * Creates the nodes that move an embedded surface with its tetrahedra. The geometry's attributes are `position`, the ids of the four corners;
 * `weights`, the barycentric coordinates; and `normal`, the dot products of the rest normal and the rest edges. The formulas are derived
 * at DeformableSurface (mesh/embedded-surface.ts); its `turnNormals` and embeddedPositions (mesh/embed.ts) are the twins on the CPU.
 */
export function embeddedShape({ position, depth }: Vertices): Shape {
  const ids = attribute<'vec4'>('position', 'vec4');
  const weights = attribute<'vec4'>('weights', 'vec4');
  const along = attribute<'vec3'>('normal', 'vec3');
  const corners = [ids.x, ids.y, ids.z, ids.w].map((id) => id.toInt());
  const [start, b, c, d] = corners.map(position);
  const [u, v, w] = [b, c, d].map((end) => end.sub(start).toVar());
  // A vertex outside the mesh has negative weights, which would subtract depths.
  const shares = max(weights, 0).toVar();
  const [da, db, dc, dd] = corners.map(depth);
  const depths = da.mul(shares.x).add(db.mul(shares.y), dc.mul(shares.z), dd.mul(shares.w));
  return {
    depth: depths.div(shares.x.add(shares.y, shares.z, shares.w)),
    position: Fn(() => {
      const normal = cross(v, w).mul(along.x).add(cross(w, u).mul(along.y), cross(u, v).mul(along.z)).toVar();
      normalLocal.assign(normal.div(max(normal.length(), TINY)));
      // Weights are applied to edges, so that their rounding doesn't grow with the distance from the origin.
      return start.add(u.mul(weights.y), v.mul(weights.z), w.mul(weights.w));
    })(),
  };
}
