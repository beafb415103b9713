import { describe, expect, it } from 'vitest';
import { linkingNumber } from '../../../src/geometry/knot-invariants.ts';
import type { Vector } from '../../../src/math/arithmetic.ts';
import { findHandles } from '../../../src/mesh/handles.ts';
import { cellBlock, closedTube, ring, torusKnot } from '../../fixtures/closed-tubes.ts';
import { type TetMesh, vertexCount } from '../../../src/mesh/tet-mesh.ts';

const handlesOf = (mesh: TetMesh, avoid = new Uint8Array(vertexCount(mesh))) => findHandles(mesh.tets, avoid);

describe('findHandles', () => {
  it.each([0, 1, 2, 3, 7])('counts %i holes through a slab', (holes) => {
    const slab = cellBlock([2 * holes + 1, 3, 2], (x, y) => y !== 1 || x % 2 === 0);
    const { handles, loops } = handlesOf(slab);
    expect([handles, loops.length]).toEqual([holes, holes]);
  });

  it('counts no handle where a ball has a hollow', () => {
    expect(handlesOf(cellBlock([3, 3, 3], (x, y, z) => x !== 1 || y !== 1 || z !== 1)).handles).toBe(0);
  });

  it('finds a short closed path along edges, around the hole', () => {
    const tube = closedTube(ring([0, 0, 0], 1), 0.2);
    const { loops } = handlesOf(tube);
    const points = loops[0].map((v): Vector => [...tube.positions.subarray(3 * v, 3 * v + 3)] as unknown as Vector);
    expect(points).toHaveLength(48);
    expect(Math.abs(linkingNumber(points, ring([1, 0, 0], 1, true)))).toBe(1);
    expect(new Set(loops[0]).size).toBe(48);
  });

  it('keeps loops out of vertices to avoid, and gives none where a handle is blocked', () => {
    const tube = closedTube(torusKnot(2, 3), 0.3);
    const avoid = new Uint8Array(vertexCount(tube));
    for (let v = 0; v < avoid.length; v += 4) avoid[v] = avoid[v + 3] = 1;
    const { loops } = handlesOf(tube, avoid);
    expect(loops.flat().some((v) => avoid[v])).toBe(false);
    expect(loops[0].length).toBeGreaterThanOrEqual(120);
    avoid.fill(1, 40, 44);
    expect(handlesOf(tube, avoid)).toEqual({ handles: 1, loops: [] });
  });
});
