import { describe, expect, it } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { buildSurfaceTopology, triangleAreas } from '../../../src/mesh/surface-mesh.ts';
import { NONE } from '../../../src/mesh/topology.ts';
import { createSheet } from '../../../src/simulation/world/create-sheet.ts';
import { sheetMesh } from '../../fixtures/sheet.ts';
import { boxMesh } from './box-mesh.ts';

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, x) => total + x, 0);

describe('buildSurfaceTopology', () => {
  it('finds two faces of inner edges, one of open ones, in the places that their direction says', () => {
    const n = 4;
    const { positions, triangles } = sheetMesh(n, 0.5);
    const { edges, edgeFaces, edgeCount, faceEdges, tetCount, surfaceVertexCount, vertexFaces } = buildSurfaceTopology(
      triangles,
      positions.length / 3,
    );
    expect(tetCount).toBe(0);
    expect(surfaceVertexCount).toBe((n + 1) ** 2);
    expect(edgeCount).toBe(2 * n * (n + 1) + n * n);
    expect(vertexFaces.length).toBe(triangles.length);
    expect(Array.from(edgeFaces).filter((face) => face === NONE)).toHaveLength(4 * n);
    for (let e = 0; e < edgeCount; e++)
      for (let side = 0; side < 2; side++) {
        const face = edgeFaces[2 * e + side];
        if (face === NONE) continue;
        const ends = [edges[2 * e + side], edges[2 * e + 1 - side]];
        const k = [0, 1, 2].find((i) => triangles[3 * face + i] === ends[0]) as number;
        expect(triangles[3 * face + ((k + 1) % 3)]).toBe(ends[1]);
        expect(faceEdges[3 * face + k]).toBe(e);
      }
  });

  it('of a closed surface finds what the topology of its volume has', () => {
    const { positions, tets } = boxMesh(2, 3, 2);
    const volume = buildTopology(tets, positions.length / 3);
    const surface = buildSurfaceTopology(volume.faces, positions.length / 3);
    for (const name of ['edges', 'edgeFaces', 'faceEdges', 'surfaceVertices', 'surfaceIndices', 'vertexFaces'] as const)
      expect(surface[name], name).toEqual(volume[name]);
  });

  it.each([
    ['a vertex that is not there', [0, 1, 7], /Triangle 0 has vertex 7/],
    ['a vertex twice', [0, 1, 2, 1, 1, 3], /Triangle 1 has vertex 1 twice/],
    ['an edge of three triangles', [0, 1, 2, 1, 0, 3, 0, 1, 4], /edge \(0, 1\) has 3 boundary faces/],
    ['neighbours that run the same way', [0, 1, 2, 0, 1, 3], /run along it in the same direction/],
    ['nothing', [], /Found 0 vertex ids/],
  ])('refuses %s', (_, triangles, message) => {
    expect(() => buildSurfaceTopology(Uint32Array.from(triangles), 5)).toThrow(message);
  });
});

describe('createSheet', () => {
  const mesh = sheetMesh(3, 0.2);
  const sheet = createSheet('sheet', mesh, 2e-3);

  it('has the mass of its area times its thickness', () => {
    expect(sum(triangleAreas(mesh))).toBeCloseTo(0.36, 6);
    expect(sum(sheet.vertexVolumes)).toBeCloseTo(0.36 * 2e-3, 9);
    // A corner of one triangle has a third of its area, one of two of both.
    const corners = [0, 3].map((v) => sheet.vertexVolumes[v]).sort();
    expect(corners[0]).toBeCloseTo((0.02 * 2e-3) / 3, 9);
    expect(corners[1]).toBeCloseTo((0.04 * 2e-3) / 3, 9);
  });

  it('has a spring for each edge and for each pair of corners across an inner one', () => {
    const expected = new Set<string>();
    const name = (a: number, b: number) => [a, b].sort((x, y) => x - y).join();
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const corners = [...mesh.triangles.subarray(t, t + 3)];
      for (let k = 0; k < 3; k++) expected.add(name(corners[k], corners[(k + 1) % 3]));
      for (let u = 0; u < t; u += 3) {
        const others = [...mesh.triangles.subarray(u, u + 3)];
        const [a] = corners.filter((v) => !others.includes(v));
        const [b, c] = others.filter((v) => !corners.includes(v));
        if (c === undefined) expected.add(name(a, b));
      }
    }
    const { vertices, restLengths } = sheet.springs;
    const found = Array.from(restLengths, (_, s) => name(vertices[2 * s], vertices[2 * s + 1]));
    expect(found.sort()).toEqual([...expected].sort());
    restLengths.forEach((length, s) => {
      const [p, q] = [vertices[2 * s], vertices[2 * s + 1]].map((v) => mesh.positions.subarray(3 * v, 3 * v + 3));
      expect(length).toBeCloseTo(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]), 6);
    });
  });

  it('refuses a triangle without area by name', () => {
    const flat = { positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) };
    expect(() => createSheet('flat', flat, 1e-3)).toThrow(/Triangle 0 of flat has area 0/);
  });
});
