import type { Bounds } from '../../mesh/tetrahedralise/bcc-lattice.ts';
import { cuboid } from '../../mesh/model/cuboid.ts';
import { stuff } from '../../mesh/tetrahedralise/isosurface-stuffing.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import type { Vector } from '../../math/arithmetic.ts';

/** Returns a box about the origin, cut into cells of six tetrahedra. @param size [m] @param cells numbers of cells along the axes */
export const box = (size: Vector, cells: Vector): TetMesh => cuboid({ size, cells }).mesh;

/** Returns a ball about the origin. @param radius, cell [m] */
export const ball = (radius: number, cell: number): TetMesh =>
  stuff((x, y, z) => Math.hypot(x, y, z) - radius, boundsOf(radius, radius, radius), cell);

/** Returns a ring about the z axis. @param radius of its centreline @param thickness radius of its cross-section @param cell [m] */
export const ring = (radius: number, thickness: number, cell: number): TetMesh =>
  stuff(
    (x, y, z) => Math.hypot(Math.hypot(x, y) - radius, z) - thickness,
    boundsOf(radius + thickness, radius + thickness, thickness),
    cell,
  );

/** Returns two beams that cross at right angles. @param reach half of a beam's length @param half half of its width [m] */
export const cross = (reach: number, half: number): TetMesh => {
  const outside = (x: number, y: number, z: number, a: number, b: number) =>
    Math.max(Math.abs(x) - a, Math.abs(y) - b, Math.abs(z) - half);
  return stuff(
    (x, y, z) => Math.min(outside(x, y, z, reach, half), outside(x, y, z, half, reach)),
    boundsOf(reach, reach, half),
    half,
  );
};

const boundsOf = (x: number, y: number, z: number): Bounds => ({ min: [-x, -y, -z], max: [x, y, z] });

/** Returns the positions of a mesh after a map of each vertex. */
export function mapped({ positions }: TetMesh, map: (x: number, y: number, z: number) => Vector): Float32Array {
  const out = positions.slice();
  for (let i = 0; i < out.length; i += 3) out.set(map(positions[i], positions[i + 1], positions[i + 2]), i);
  return out;
}

/** Returns the positions of a mesh turned about an axis through the origin. @param axis of any length @param degrees */
export function turned(mesh: TetMesh, axis: Vector, degrees: number): Float32Array {
  const length = Math.hypot(...axis);
  const [x, y, z] = axis.map((component) => component / length);
  const c = Math.cos((degrees * Math.PI) / 180);
  const s = Math.sin((degrees * Math.PI) / 180);
  // Rodrigues' formula.
  return mapped(mesh, (a, b, d) => {
    const along = (x * a + y * b + z * d) * (1 - c);
    return [
      a * c + (y * d - z * b) * s + x * along,
      b * c + (z * a - x * d) * s + y * along,
      d * c + (x * b - y * a) * s + z * along,
    ];
  });
}
