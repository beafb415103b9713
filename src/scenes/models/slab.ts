import { buildTopology } from '../../mesh/build-topology.ts';
import { cuboid } from '../../mesh/model/cuboid.ts';
import type { SurfaceMesh } from '../../mesh/surface-mesh.ts';

type Triple = readonly [number, number, number];

/**
 * Makes the surface of a box around the origin that is one cell thick. Normals point outwards.
 * @param size along x, y and z [m]
 * @param cells number along y and z. With only a few, its edges are drawn round (render/creases.ts)
 */
export function slab(size: Triple, [y, z]: readonly [number, number]): SurfaceMesh {
  const { positions, tets } = cuboid({ size, cells: [1, y, z] }).mesh;
  return { positions, triangles: buildTopology(tets, positions.length / 3).faces };
}
