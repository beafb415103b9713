import { describe, expect, it } from 'vitest';
import { BOUNDARY, NONE } from '../../../../src/mesh/topology.ts';
import { buildTriTopology, twofoldAreas } from '../../../../src/mesh/triangles/tri-topology.ts';
import { flatShapes } from '../../../fixtures/flat-shapes.ts';

const build = (triangles: number[], vertexCount: number) => buildTriTopology(Uint32Array.from(triangles), vertexCount);

describe('buildTriTopology', () => {
  it('of a square cut in two: neighbours opposite corners, segments with the interior on the left', () => {
    const topology = build([0, 1, 2, 0, 2, 3], 5);
    expect(topology).toMatchObject({ vertexCount: 5, triangleCount: 2, segmentCount: 4 });
    expect([...topology.neighbours].map((word) => word >>> 0)).toEqual([
      (BOUNDARY | 0) >>> 0,
      1,
      (BOUNDARY | 1) >>> 0,
      (BOUNDARY | 2) >>> 0,
      (BOUNDARY | 3) >>> 0,
      0,
    ]);
    expect([...topology.segments]).toEqual([1, 2, 0, 1, 2, 3, 3, 0]);
    expect([...topology.segmentTriangles]).toEqual([0, 0, 1, 1]);
    expect([...topology.vertexSegments]).toEqual([3, 1, 1, 0, 0, 2, 2, 3, NONE, NONE]);
  });

  it.each(flatShapes({ scale: 1, away: 0 }))('of $name: every relation holds, both ways', ({ topology, rest }) => {
    const { triangles, neighbours, segments, segmentTriangles, vertexSegments, triangleCount } = topology;
    const sides = new Map<string, number>();
    for (let h = 0; h < 3 * triangleCount; h++) {
      const t = 3 * Math.floor(h / 3);
      sides.set(`${triangles[t + ((h + 1) % 3)]},${triangles[t + ((h + 2) % 3)]}`, h);
    }
    let boundary = 0;
    for (const [side, h] of sides) {
      const [a, b] = side.split(',').map(Number);
      const back = sides.get(`${b},${a}`);
      if (back !== undefined) {
        expect(neighbours[h]).toBe(Math.floor(back / 3));
        continue;
      }
      boundary++;
      const segment = neighbours[h] & ~BOUNDARY;
      expect(neighbours[h] & BOUNDARY).not.toBe(0);
      expect([...segments.subarray(2 * segment, 2 * segment + 2)]).toEqual([a, b]);
      expect(segmentTriangles[segment]).toBe(Math.floor(h / 3));
      expect(vertexSegments[2 * a + 1]).toBe(segment);
      expect(vertexSegments[2 * b]).toBe(segment);
    }
    expect(topology.segmentCount).toBe(boundary);
    expect(rest.length).toBe(2 * topology.vertexCount);
  });

  it.each<[string, number[], number, string]>([
    ['a broken triple', [0, 1], 3, 'Found 2 vertex ids of triangles, expected a multiple of 3'],
    ['a vertex that is not there', [0, 1, 3], 3, 'Triangle 0 has vertex 3, expected ids below 3'],
    ['a vertex twice', [0, 1, 2, 1, 2, 1], 3, 'Triangle 1 has vertex 1 twice, expected three different ones'],
    [
      'three triangles at an edge',
      [0, 1, 2, 1, 0, 3, 0, 1, 4],
      5,
      'The edge (0, 1) belongs to triangles 0, 1 and 2, expected at most two',
    ],
    ['two on one side', [0, 1, 2, 0, 1, 3], 4, 'Triangles 0 and 1 lie on the same side of the edge (0, 1)'],
    ['two fans at a vertex', [0, 1, 2, 0, 3, 4], 5, 'at vertex 0, expected one'],
    [
      'a fan besides a closed one',
      [0, 1, 2, 0, 2, 3, 0, 3, 1, 0, 4, 5],
      6,
      'Vertex 0 has 4 triangles, of which 1 form one fan; expected one fan of all triangles',
    ],
    [
      'two closed fans',
      [0, 1, 2, 0, 2, 3, 0, 3, 1, 0, 4, 5, 0, 5, 6, 0, 6, 4],
      7,
      'Vertex 0 has 6 triangles, of which 3 form one fan; expected one fan of all triangles',
    ],
  ])('refuses %s', (_, triangles, vertexCount, message) => {
    expect(() => build(triangles, vertexCount)).toThrow(message);
  });
});

it('twofoldAreas: positive counter-clockwise, negative the other way, zero on a line', () => {
  const positions = Float32Array.of(0, 0, 2, 0, 0, 3, 1, 0);
  expect([...twofoldAreas(positions, Uint32Array.of(0, 1, 2, 0, 2, 1, 0, 1, 3))]).toEqual([6, -6, 0]);
});
