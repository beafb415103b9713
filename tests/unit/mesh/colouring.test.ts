import { describe, expect, it } from 'vitest';
import { colourConstraints } from '../../../src/mesh/colouring.ts';
import { meshEdges } from '../../../src/mesh/edges.ts';
import { octopus } from '../../../src/scenes/models/octopus.ts';
import { boxMesh } from './box-mesh.ts';

/** Checks a colouring from scratch and returns its colours' sizes. */
function expectValid(vertices: Uint32Array, arity: number, vertexCount: number): number[] {
  const { order, offsets } = colourConstraints(vertices, arity, vertexCount);
  expect([...order].sort((a, b) => a - b)).toEqual([...Array(vertices.length / arity).keys()]);
  expect([offsets[0], offsets.at(-1)]).toEqual([0, order.length]);
  const sizes: number[] = [];
  for (let c = 0; c + 1 < offsets.length; c++) {
    const constraints = order.slice(offsets[c], offsets[c + 1]);
    const used = [...constraints].flatMap((i) => [...vertices.subarray(arity * i, arity * i + arity)]);
    expect(new Set(used).size).toBe(used.length);
    expect([...constraints]).toEqual([...constraints].sort((a, b) => a - b));
    sizes.push(constraints.length);
  }
  return sizes;
}

describe('colourConstraints', () => {
  it('gives no two constraints at one vertex the same colour, in few and balanced colours', () => {
    const { tets, positions } = octopus({ tetrahedra: 5000 }).mesh;
    for (const [vertices, arity] of [
      [tets, 4],
      [meshEdges(tets), 2],
    ] as const) {
      const degrees = new Uint32Array(positions.length / 3);
      for (const v of vertices) degrees[v]++;
      const sizes = expectValid(vertices, arity, degrees.length);
      expect(sizes.length).toBeLessThanOrEqual(Math.max(...degrees) + 3); // fewer than the degree can't be
      expect(Math.min(...sizes)).toBeGreaterThan(0.6 * Math.max(...sizes));
    }
  });

  it('takes no constraints, one, and a star of more than 32 colours', () => {
    expect(expectValid(new Uint32Array(), 2, 5)).toEqual([]);
    expect(expectValid(Uint32Array.of(3, 1), 2, 5)).toEqual([1]);
    const star = Uint32Array.from({ length: 160 }, (_, i) => (i % 2 === 0 ? 0 : i));
    expect(expectValid(star, 2, 160)).toHaveLength(80);
  });

  it('is the same twice', () => {
    const { tets, positions } = boxMesh(4, 4, 4);
    const [first, second] = [0, 1].map(() => colourConstraints(tets, 4, positions.length / 3));
    expect(second).toEqual(first);
  });
});

describe('meshEdges', () => {
  it('lists each edge once, in order', () => {
    expect([...meshEdges(Uint32Array.of(2, 0, 1, 3, 1, 2, 3, 4))]).toEqual([
      0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 1, 4, 2, 3, 2, 4, 3, 4,
    ]);
    expect(meshEdges(new Uint32Array())).toHaveLength(0);
    const { tets } = boxMesh(3, 2, 2);
    const brute = new Set<string>();
    for (let t = 0; t < tets.length; t += 4)
      for (let a = t; a < t + 4; a++)
        for (let b = t; b < t + 4; b++) if (tets[a] < tets[b]) brute.add(`${tets[a]} ${tets[b]}`);
    const edges = meshEdges(tets);
    expect(new Set(Array.from({ length: edges.length / 2 }, (_, e) => `${edges[2 * e]} ${edges[2 * e + 1]}`))).toEqual(
      brute,
    );
  });
});
