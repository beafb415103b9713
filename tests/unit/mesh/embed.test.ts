import { describe, expect, it } from 'vitest';
import { closestPointOnTriangle, createClosestPoint } from '../../../src/geometry/closest-point.ts';
import { seededRandom } from '../../../src/math/random.ts';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import type { DrawnSurface } from '../../../src/mesh/drawn-surface.ts';
import { embed, embeddedPositions } from '../../../src/mesh/embed.ts';
import type { TetMesh } from '../../../src/mesh/tet-mesh.ts';
import { stuff } from '../../../src/mesh/tetrahedralise/isosurface-stuffing.ts';
import { measureThickness } from '../../../src/surface/measure-thickness.ts';

const torus = (x: number, y: number, z: number) => {
  const ring = Math.sqrt(x * x + y * y) - 1;
  return Math.sqrt(ring * ring + z * z) - 0.3;
};
const mesh = stuff(torus, { min: [-1.3, -1.3, -0.3], max: [1.3, 1.3, 0.3] }, 0.2);

/** Points inside and outside of the mesh, some far away. */
function cloud(count: number): DrawnSurface {
  const random = seededRandom(7);
  const positions = Float32Array.from({ length: 3 * count }, (_, i) => (i < 30 ? 8 : 1.6) * (2 * random() - 1));
  return { positions, triangles: new Uint32Array(), groups: [], materials: [] };
}

function distanceByBruteForce({ positions }: TetMesh, faces: Uint32Array, point: Float32Array): number {
  const closest = createClosestPoint();
  let least = Infinity;
  for (let f = 0; f < faces.length; f += 3) {
    for (let i = 0; i < 9; i++)
      closest.triangle[i] = positions[3 * faces[f + Math.floor(i / 3)] + (i % 3)] - point[i % 3];
    closestPointOnTriangle(closest);
    least = Math.min(least, closest.distanceSquared);
  }
  return Math.sqrt(least);
}

describe('an embedded surface', () => {
  const surface = cloud(400);
  const { surface: embedded, distances } = embed(surface, mesh);

  it('lies at rest where it was, also far from the mesh and from the origin', () => {
    const far = { ...mesh, positions: mesh.positions.map((x) => x + 256) };
    const farSurface = { ...surface, positions: surface.positions.map((x) => x + 256) };
    for (const [body, given] of [
      [mesh, surface],
      [far, farSurface],
    ] as const) {
      const out = new Float32Array(given.positions.length);
      embeddedPositions(embed(given, body).surface, body.tets, body.positions, out);
      const misses = out.map((x, i) => Math.abs(x - given.positions[i]));
      expect(Math.max(...misses)).toBeLessThan(1e-6 * 16 + 256 * 2 ** -24);
    }
  });

  it('follows the tetrahedron around each vertex, or the nearest: brute force', () => {
    const { faces, faceTets } = buildTopology(mesh.tets, mesh.positions.length / 3);
    const boundaryTets = new Set(faceTets);
    let [inside, outside] = [0, 0];
    for (let v = 0; v < distances.length; v++) {
      const least = Math.min(...embedded.weights.subarray(4 * v, 4 * v + 4));
      const point = surface.positions.subarray(3 * v, 3 * v + 3);
      if (distances[v] === 0) {
        inside++;
        expect(least).toBeGreaterThan(-1e-6);
        expect(torus(point[0], point[1], point[2])).toBeLessThan(1e-3);
        continue;
      }
      outside++;
      expect(least).toBeLessThan(0);
      expect(boundaryTets.has(embedded.tetOfVertex[v])).toBe(true);
      expect(distances[v]).toBeCloseTo(distanceByBruteForce(mesh, faces, point), 5);
      const own = distanceByBruteForce(
        mesh,
        faces.filter((_, i) => faceTets[Math.floor(i / 3)] === embedded.tetOfVertex[v]),
        point,
      );
      expect(own).toBeCloseTo(distances[v], 5);
    }
    expect(Math.min(inside, outside)).toBeGreaterThan(20);
  });

  it('follows every affine motion exactly, also outside of the mesh', () => {
    const move = (p: Float32Array) =>
      p.map((_, i) => {
        const [x, y, z] = p.subarray(i - (i % 3), i - (i % 3) + 3);
        return [2 * x - y + 3, 0.5 * y + z - 1, x + y + z][i % 3];
      });
    const out = new Float32Array(surface.positions.length);
    embeddedPositions(embedded, mesh.tets, move(mesh.positions), out);
    const expected = move(surface.positions);
    expect(Math.max(...out.map((x, i) => Math.abs(x - expected[i])))).toBeLessThan(1e-4);
  });

  it('has the same bits twice', () => {
    expect(embed(surface, mesh)).toEqual({ surface: embedded, distances });
  });

  it.each([
    ['no tetrahedra', { tets: new Uint32Array() }, 'The mesh has no tetrahedra, expected at least one'],
    [
      'a flat tetrahedron',
      { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0) },
      'Tetrahedron 0, of the vertices 0, 1, 2, 3, has the volume 0 m^3, expected a positive one',
    ],
    [
      'a vertex that is missing',
      { tets: Uint32Array.of(0, 1, 2, 4) },
      'of the vertices 0, 1, 2, 4, has the volume NaN',
    ],
    ['a vertex at NaN', { positions: Float32Array.of(0, 0, 0, 1, NaN, 0, 0, 1, 0, 0, 0, 1) }, 'the volume NaN m^3'],
  ])('is refused in a mesh with %s', (_, change, message) => {
    const tet = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), tets: Uint32Array.of(0, 1, 2, 3) };
    expect(() => embed(surface, { ...tet, ...change })).toThrow(message);
    expect(() => measureThickness({ ...tet, ...change })).toThrow(message);
  });

  it('is refused at infinity', () => {
    const positions = Float32Array.of(0, 0, 0, 1, Infinity, 0);
    expect(() => embed({ ...surface, positions }, mesh)).toThrow(
      'Vertex 1 of the surface has the coordinate Infinity, expected a finite number',
    );
  });
});
