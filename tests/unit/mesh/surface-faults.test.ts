import { describe, expect, it } from 'vitest';
import { findSurfaceFaults } from '../../../src/mesh/surface-faults.ts';

/** Two cones over one ring of vertices, whose tips are the vertices 0 and 1. The triangles come in an order far from that around the tips. */
function doubleCone(around: number): Uint32Array {
  const stride = 7919;
  return Uint32Array.from(
    Array.from({ length: around }, (_, i) => {
      const [a, b] = [2 + ((i * stride) % around), 2 + ((i * stride + 1) % around)];
      return [0, a, b, 1, b, a];
    }).flat(),
  );
}

describe('faults of a surface', () => {
  it.each([5, 31, 32, 33, 1000, 100_000])('are none in two cones of %i triangles', (around) => {
    const { edgeFaults, vertices, edges, pieces } = findSurfaceFaults(doubleCone(around), around + 2);
    expect([edgeFaults.length, vertices.length, edges.length / 2, pieces]).toEqual([0, 0, 3 * around, 1]);
  });

  it.each([5, 40])('are found where a triangle of %i is left out, or a second fan meets a tip', (around) => {
    const cones = doubleCone(around);
    const open = findSurfaceFaults(cones.subarray(3), around + 2);
    expect(open.edgeFaults.map(({ triangles }) => triangles.length)).toEqual([1, 1, 1]);
    expect([...open.vertices].sort()).toEqual([...cones.subarray(0, 3)].sort());
    const other = doubleCone(around).map((v) => (v === 0 ? 0 : v + around + 1));
    const meeting = findSurfaceFaults(Uint32Array.of(...cones, ...other), 2 * around + 3);
    expect([meeting.edgeFaults.length, [...meeting.vertices]]).toEqual([0, [0]]);
  });
});
