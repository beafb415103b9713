import { describe, expect, it } from 'vitest';
import { intersectionRows } from '../../../src/cli/mesh-report.ts';
import { selfIntersections, verticesInside } from '../../../src/formats/inspect/overlaps.ts';
import { inspectTets } from '../../../src/formats/inspect/inspect-tets.ts';
import { tetrahedronContains } from '../../../src/geometry/tetrahedron.ts';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { seededRandom } from '../../fixtures/box-world.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

const report = (positions: ArrayLike<number>, tets: ArrayLike<number>) =>
  inspectTets({
    positions: Float64Array.from(positions),
    tets: Uint32Array.from(tets),
    triangles: new Uint32Array(),
    notes: [],
  });

describe('inspectTets', () => {
  it('measures a box', () => {
    const { positions, tets } = boxMesh(3, 2, 2);
    const found = report(
      Array.from(positions, (x) => 100 * x),
      tets,
    );
    expect(found).toMatchObject({
      tetrahedra: tets.length / 4,
      unused: 0,
      pieces: 1,
      unit: { unit: 'millimetres', scale: 1e-3 },
      inverted: { count: 0, first: [] },
      flat: { count: 0 },
      boundary: { triangles: 64, isClosedManifold: true, piercings: 0, meetingTriangles: { count: 0 } },
      inside: { count: 0 },
      problem: undefined,
    });
    const sides = found.bounds!.high.map((most, k) => most - found.bounds!.low[k]);
    expect(found.volume).toBeCloseTo(sides[0] * sides[1] * sides[2], 3);
    expect(found.dihedral!.min).toBeGreaterThan(30);
    expect(found.dihedral!.max).toBeLessThan(100);
  });

  it('names inverted and flat tetrahedra, and where the boundary is no closed 2-manifold', () => {
    const x = [0, 1, 2, 3].flatMap((at) => [at, 0, 0, at, 1, 0, at, 0, 1]);
    const turned = report(x, [0, 2, 1, 3]);
    expect(turned).toMatchObject({ inverted: { count: 1, first: [0] }, problem: undefined, unused: 8 });
    expect(report(x, [0, 1, 2, 3, 0, 3, 6, 9])).toMatchObject({
      flat: { count: 1, first: [1] },
      problem: expect.stringContaining('is flat'),
    });
    expect(report(x, [0, 1, 2, 3, 3, 6, 7, 8]).boundary).toMatchObject({
      isClosedManifold: false,
      wrongVertices: { count: 1, first: [3] },
      wrongEdges: { count: 0 },
    });
    expect(report(x, [0, 1, 2, 3, 0, 1, 2, 6])).toMatchObject({
      boundary: { isClosedManifold: false, wrongFaces: { count: 1, first: [[0, 1, 2]] } },
      inside: { count: 0 }, // vertex 3 lies on the edge of the vertices 0 and 6
      problem: expect.stringContaining('same side'),
    });
  });

  it('finds a spike that passes through another piece', () => {
    // The second tetrahedron has its tip in the first one; three of its edges pass through the face x + y + z = 1.
    const x = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.2, 0.2, 0.2, 2, 1.9, 2, 2, 2, 1.9, 1.9, 2, 2];
    expect(report(x, [0, 1, 2, 3, 4, 5, 6, 7])).toMatchObject({
      pieces: 2,
      boundary: {
        isClosedManifold: true,
        piercingEdges: {
          count: 3,
          first: [
            [4, 5],
            [4, 6],
            [4, 7],
          ],
        },
        piercings: 3,
        meetingTriangles: { count: 3 },
      },
      inside: { count: 1, first: [4] },
    });
  });
});

describe('counts agree with brute force on a crumpled box', () => {
  const { positions: rest, tets } = boxMesh(4, 3, 3);
  const random = seededRandom(7);
  const positions = rest.map((x) => x + 2 * (random() - 0.5));
  const { faces, edges } = buildTopology(tets, rest.length / 3);

  it('of edges that pierce triangles', () => {
    let piercings = 0;
    for (let e = 0; e < edges.length; e += 2)
      for (let f = 0; f < faces.length; f += 3) if (crosses(positions, edges, e, faces, f)) piercings++;
    expect(piercings).toBeGreaterThan(20);
    const found = selfIntersections(positions, faces, edges);
    expect(found.piercings).toBe(piercings);
    expect(found.meetingTriangles.count).toBeGreaterThan(0);
    expect(found.uncounted).toBeUndefined();
  });

  it('end at a bound where too many boxes meet, which the report tells', () => {
    const copies = Uint32Array.from({ length: 300 }, (_, i) => i % 3);
    const found = selfIntersections(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), copies, Uint32Array.of(0, 1), 500);
    expect(found.uncounted).toBe(500);
    const words = 'not counted: more than 500 pairs of boxes meet';
    expect(intersectionRows(found).map(([, text]) => text)).toEqual([words, words]);
  });

  it('of surface vertices inside tetrahedra', () => {
    let inside = 0;
    for (const v of new Set(faces)) {
      const point = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]] as const;
      for (let t = 0; t < tets.length; t += 4) {
        const corners = [...tets.subarray(t, t + 4)];
        if (corners.includes(v)) continue;
        const [a, b, c, d] = corners.map((corner) => 3 * corner);
        if (!tetrahedronContains(positions, a, b, c, d, point, 0)) continue;
        inside++;
        break;
      }
    }
    expect(inside).toBeGreaterThan(10);
    const { neighbours } = buildTopology(tets, rest.length / 3);
    expect(verticesInside({ positions, tets, neighbours, faces }).count).toBe(inside);
  });
});

/** Whether an edge passes through a face, by Cramer's rule in float64. */
function crosses(x: Float32Array, edges: Uint32Array, e: number, faces: Uint32Array, f: number): boolean {
  const ids = [edges[e], edges[e + 1], faces[f], faces[f + 1], faces[f + 2]];
  if (new Set(ids).size < 5) return false;
  const [p, q, a, b, c] = ids.map((v) => [x[3 * v], x[3 * v + 1], x[3 * v + 2]]);
  const minus = (u: number[], v: number[]) => u.map((value, k) => value - v[k]);
  const det = (u: number[], v: number[], w: number[]) =>
    u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  // p + t (q - p) = a + u (b - a) + v (c - a)
  const [along, s, r] = [minus(p, q), minus(b, a), minus(c, a)];
  const to = minus(p, a);
  const whole = det(along, s, r);
  const [t, u, v] = [det(to, s, r) / whole, det(along, to, r) / whole, det(along, s, to) / whole];
  return t > 0 && t < 1 && u > 0 && v > 0 && u + v < 1;
}
