import { describe, expect, it } from 'vitest';
import { boundarySurface } from '../../../src/formats/boundary-surface.ts';
import { inspectSurface } from '../../../src/formats/inspect/inspect-surface.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

const { positions, tets } = boxMesh(2, 1, 1);
const box = boundarySurface({ positions: Float64Array.from(positions), tets, triangles: new Uint32Array(), notes: [] });
const report = (triangles: ArrayLike<number>, at: ArrayLike<number> = box.positions) =>
  inspectSurface({ ...box, positions: Float32Array.from(at), triangles: Uint32Array.from(triangles), notes: [] });

describe('inspectSurface', () => {
  it('measures the boundary of a box, also if each triangle has vertices of its own', () => {
    const soup = Array.from(box.triangles).flatMap((v) => [...box.positions.subarray(3 * v, 3 * v + 3)]);
    for (const found of [
      report(box.triangles),
      report(
        Uint32Array.from(box.triangles, (_, i) => i),
        soup,
      ),
    ])
      expect(found).toMatchObject({
        triangles: 20,
        places: 12,
        pieces: 1,
        isClosedManifold: true,
        openEdges: { count: 0 },
        piercings: 0,
        meetingTriangles: { count: 0 },
        volume: 2,
        unit: { unit: 'metres' },
      });
  });

  it('names holes, crowded edges, turned triangles, and single vertices that join parts', () => {
    const { triangles } = box;
    const [a, b] = triangles;
    const hole = report(triangles.slice(3));
    expect(hole).toMatchObject({ isClosedManifold: false, openEdges: { count: 3 }, volume: undefined });
    // A fin: a triangle with an own corner at the first one's edge.
    const fin = report([...triangles, a, b, 12], [...box.positions, 0.3, 0.4, 9]);
    expect(fin).toMatchObject({ crowdedEdges: { count: 1 }, openEdges: { count: 2 }, repeated: 0 });
    expect(report([b, a, ...triangles.slice(2)])).toMatchObject({ turnedEdges: { count: 3 }, openEdges: { count: 0 } });
    // Two tetrahedra, each the other's image in a vertex.
    const x = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1];
    const joined = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 4, 5, 0, 6, 4, 0, 5, 6, 4, 6, 5];
    expect(report(joined, x)).toMatchObject({ wrongVertices: { count: 1, first: [0] }, openEdges: { count: 0 } });
  });

  it('measures triangles once that are there twice, in whatever order of their corners', () => {
    const { triangles } = box;
    const [a, b, c] = triangles;
    const whole = { isClosedManifold: true, crowdedEdges: { count: 0 }, volume: 2 };
    expect(report([...triangles, b, c, a])).toMatchObject({ ...whole, triangles: 21, repeated: 1 });
    expect(report([...triangles, ...triangles, ...triangles])).toMatchObject({ ...whole, repeated: 40 });
    // Drawn from both sides, and the inner side comes first.
    const inner = triangles.toReversed();
    expect(report([...inner, ...triangles])).toMatchObject({ ...whole, triangles: 40, repeated: 20 });
  });

  it('counts what passes through itself exactly', () => {
    const far = box.positions.map((value, i) => value + [0.3, 0.4, 0.35][i % 3]);
    const both = report([...box.triangles, ...box.triangles.map((v) => v + 12)], [...box.positions, ...far]);
    expect(both).toMatchObject({ pieces: 2, isClosedManifold: true });
    expect(both.volume).toBeCloseTo(4, 5);
    expect(both.piercings).toBeGreaterThan(5);
    expect(both.meetingTriangles.count).toBeGreaterThan(5);
  });
});
