import type { SurfaceMesh } from '../../mesh/surface-mesh.ts';

/** Triangles of a box's surface, whose corner i + 2 j + 4 k lies at the lower or upper end of each axis. Normals point outwards. */
// prettier-ignore
const TRIANGLES = [
  0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6,
];

type Triple = readonly [number, number, number];

/** Makes the surface of a box: 8 vertices, 12 triangles. @param size, centre [m] */
export function slab(size: Triple, centre: Triple): SurfaceMesh {
  const positions = Float32Array.from({ length: 24 }, (_, i) => {
    const [corner, axis] = [Math.floor(i / 3), i % 3];
    return centre[axis] + (((corner >> axis) & 1) - 0.5) * size[axis];
  });
  return { positions, triangles: Uint32Array.from(TRIANGLES) };
}
