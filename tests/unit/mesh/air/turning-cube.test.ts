import { describe, expect, it } from 'vitest';
import { optimiseTets } from '../../../../src/mesh/air/optimise-tets.ts';
import { AIR_OPTIONS, createAirOptimiser } from '../../../../src/mesh/air/optimiser.ts';
import { createWalls } from '../../../../src/mesh/air/walls.ts';
import { elementsOf, listsOf, openFaces, signedSize } from './air-meshes.ts';

/** Figure 6 in space: a cube that turns in a cube with sides twice as long. Vertices 0 .. 7 are the outer cube's, 8 .. 15 the inner's. */
const corner = (v: number) => [v & 1 ? 1 : -1, v & 2 ? 1 : -1, v & 4 ? 1 : -1];
const OUTER = Array.from({ length: 8 }, (_, v) => corner(v).map((x) => 2 * x)).flat();

/** The inner cube turned about an axis of unit length (Rodrigues' formula). */
function turned([x, y, z]: number[], angle: number): Float64Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const inner = Array.from({ length: 8 }, (_, v) => {
    const [px, py, pz] = corner(v);
    const along = (1 - c) * (x * px + y * py + z * pz);
    return [
      px * c + (y * pz - z * py) * s + x * along,
      py * c + (z * px - x * pz) * s + y * along,
      pz * c + (x * py - y * px) * s + z * along,
    ];
  });
  return Float64Array.from([...OUTER, ...inner.flat()]);
}

/** The air: six frustums, each made of tetrahedra from its smallest vertex to the halves of the quadrilaterals that lack it. */
function shell(): number[][] {
  const rest = turned([0, 0, 1], 0);
  const tets: number[][] = [];
  for (let axis = 0; axis < 3; axis++)
    for (let side = 0; side < 2; side++) {
      const on = [0, 1, 2, 3, 4, 5, 6, 7].filter((v) => ((v >> axis) & 1) === side);
      const outer = [on[0], on[1], on[3], on[2]];
      const inner = outer.map((v) => v + 8);
      const sides = outer.map((v, i) => [v, outer[(i + 1) % 4], inner[(i + 1) % 4], inner[i]]);
      for (const quad of [inner, ...sides].filter((q) => !q.includes(on[0]))) {
        // The smallest vertex begins the diagonal, so that neighbours halve a quadrilateral in the same way.
        const first = quad.indexOf(Math.min(...quad));
        const [a, b, c, d] = [0, 1, 2, 3].map((i) => quad[(first + i) % 4]);
        for (const [u, v] of [
          [b, c],
          [c, d],
        ])
          tets.push(signedSize(rest, [on[0], a, u, v]) > 0 ? [on[0], a, u, v] : [on[0], a, v, u]);
      }
    }
  return tets;
}

describe('a cube that turns in a cube', () => {
  const AIR = shell();
  const DEGREE = Math.PI / 180;
  const DIAGONAL = [1, 1, 1].map((x) => x / Math.sqrt(3));

  it.each([
    ['an axis', [0, 0, 1], Infinity],
    ['a diagonal', DIAGONAL, Infinity],
    ['a diagonal', DIAGONAL, 0.3],
  ])('locks without optimisation and turns twice with it, about %s (below %d)', (_, axis, below) => {
    const open = openFaces(AIR);
    const room = AIR.length;
    const elements = elementsOf(AIR, room);
    const optimiser = createAirOptimiser(AIR.length + room, createWalls(3, [], 16));
    let count = AIR.length;
    let locked = 0;
    for (let degrees = 0; degrees <= 720; degrees++) {
      const positions = turned(axis, degrees * DEGREE);
      const inverted = (tets: number[][]) => tets.filter((tet) => signedSize(positions, tet) <= 0).length;
      if (inverted(AIR) > 0) locked++;
      count = optimiseTets(optimiser, elements, count, positions, { ...AIR_OPTIONS, below }).count;
      expect(inverted(listsOf(elements, count))).toBe(0);
    }
    expect(openFaces(listsOf(elements, count))).toEqual(open);
    expect(locked).toBeGreaterThan(360);
  });
});
