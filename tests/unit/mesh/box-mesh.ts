import type { TetMesh } from '../../../src/mesh/tet-mesh.ts';

/** A box of unit cubes, each cut into the six tetrahedra around its main diagonal (Kuhn). */
export function boxMesh(nx: number, ny: number, nz: number): TetMesh {
  const id = (x: number, y: number, z: number) => (z * (ny + 1) + y) * (nx + 1) + x;
  const positions: number[] = [];
  for (let z = 0; z <= nz; z++) for (let y = 0; y <= ny; y++) for (let x = 0; x <= nx; x++) positions.push(x, y, z);
  const axisOrders = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ];
  const tets: number[] = [];
  for (let z = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++)
        axisOrders.forEach((axes, i) => {
          const p = [x, y, z];
          const path = [id(x, y, z)];
          for (const k of axes) {
            p[k]++;
            path.push(id(p[0], p[1], p[2]));
          }
          // An odd order of the axes gives an inverted tetrahedron.
          tets.push(...(i < 3 ? path : [path[0], path[2], path[1], path[3]]));
        });
  return { positions: Float32Array.from(positions), tets: Uint32Array.from(tets) };
}
