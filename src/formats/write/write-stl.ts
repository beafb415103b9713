import type { WrittenMesh } from './written-mesh.ts';

/** Sizes of the file's parts [bytes]: a title, the number of triangles, and each triangle: normal, three corners, an attribute. */
const TITLE = 80;
const HEAD = TITLE + 4;
const TRIANGLE = 50;

/**
 * Writes a binary `.stl` file. Flat triangles have the normal 0.
 * Source: 3D Systems 1989, StereoLithography Interface Specification.
 */
export function writeStl({ positions, triangles }: Pick<WrittenMesh, 'positions' | 'triangles'>): Uint8Array {
  const count = triangles.length / 3;
  const bytes = new Uint8Array(HEAD + TRIANGLE * count);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('binary STL'));
  view.setUint32(TITLE, count, true);
  for (let i = 0; i < count; i++) {
    const corners = [...triangles.subarray(3 * i, 3 * i + 3)].map((v) => positions.subarray(3 * v, 3 * v + 3));
    [normalOf(corners), ...corners].forEach((row, part) => {
      row.forEach((value, k) => {
        view.setFloat32(HEAD + TRIANGLE * i + 4 * (3 * part + k), value, true);
      });
    });
  }
  return bytes;
}

function normalOf([a, b, c]: readonly ArrayLike<number>[]): number[] {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(normal.reduce((sum, x) => sum + x * x, 0));
  return length > 0 ? normal.map((x) => x / length) : [0, 0, 0];
}
