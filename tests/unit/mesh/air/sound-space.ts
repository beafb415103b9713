import { expect } from 'vitest';
import { type TessellatedSpace, spacePositions } from '../../../../src/mesh/air/tessellated-space.ts';
import { nonManifoldVertices } from '../../../../src/mesh/quality.ts';
import { buildTopology } from '../../../../src/mesh/build-topology.ts';
import { TET_FACES } from '../../../../src/mesh/tet-mesh.ts';

/** Six times the signed volume of a tetrahedron [m^3], from positions with float32 values, in float64. */
export function determinant(x: ArrayLike<number>, tet: ArrayLike<number>): number {
  const [a, b, c, d] = Array.from(tet);
  const [u, v, w] = [b, c, d].map((p) => [0, 1, 2].map((k) => x[3 * p + k] - x[3 * a + k]));
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

/** Equation 4 of the paper, by its definition: 1 for a regular tetrahedron. */
export function quality(x: ArrayLike<number>, tet: ArrayLike<number>): number {
  let squares = 0;
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < i; j++) for (let k = 0; k < 3; k++) squares += (x[3 * tet[i] + k] - x[3 * tet[j] + k]) ** 2;
  return ((12 / Math.sqrt(2)) * (determinant(x, tet) / 6)) / Math.sqrt(squares / 6) ** 3;
}

/** All tetrahedra of a space, by the air's vertex ids: each body's, then the air's. */
export function allTets({ bodies, air }: TessellatedSpace): { tets: number[][]; bodyOf: number[] } {
  const tets: number[][] = [];
  const bodyOf: number[] = [];
  const add = (ids: ArrayLike<number>, first: number, body: number) => {
    for (let t = 0; t < ids.length; t += 4) {
      tets.push([0, 1, 2, 3].map((c) => first + ids[t + c]));
      bodyOf.push(body);
    }
  };
  let first = 0;
  bodies.forEach((body, k) => {
    add(body.tets, first, k + 1);
    first += body.positions.length / 3;
  });
  add(air.elements, 0, 0);
  return { tets, bodyOf };
}

/**
 * Expects a tessellation of the whole box: positive tetrahedra whose volumes add up to the box's; each face belongs to two tetrahedra on
 * opposite sides, or lies on the box; no two bodies touch; bodies' boundaries are closed manifolds of which air sees each face once.
 * @returns smallest quality of the air, and numbers of elements
 */
export function expectSoundSpace(space: TessellatedSpace) {
  const x = spacePositions(space);
  const { tets, bodyOf } = allTets(space);
  const low = [0, 1, 2].map((k) => Math.min(...x.filter((_, i) => i % 3 === k)));
  const high = [0, 1, 2].map((k) => Math.max(...x.filter((_, i) => i % 3 === k)));
  const volumes = tets.map((tet) => determinant(x, tet) / 6);
  expect(Math.min(...volumes)).toBeGreaterThan(0);
  const box = high.reduce((product, top, k) => product * (top - low[k]), 1);
  expect(volumes.reduce((sum, volume) => sum + volume, 0) / box).toBeCloseTo(1, 10);

  const sides = new Map<string, { tet: number; corners: number[] }[]>();
  tets.forEach((tet, t) => {
    for (const face of TET_FACES) {
      const corners = face.map((c) => tet[c]);
      const key = [...corners].sort((a, b) => a - b).join();
      sides.set(key, [...(sides.get(key) ?? []), { tet: t, corners }]);
    }
  });
  const onSide = (corners: number[]) =>
    [0, 1, 2].some((k) => [low[k], high[k]].some((end) => corners.every((v) => x[3 * v + k] === end)));
  const faults: string[] = [];
  let bodyFaces = 0;
  for (const [key, found] of sides) {
    const touching = found.map(({ tet }) => bodyOf[tet]);
    if (found.length === 1 ? touching[0] !== 0 || !onSide(found[0].corners) : found.length !== 2) faults.push(key);
    if (found.length !== 2) continue;
    const [a, b] = found.map(({ corners }) => corners);
    if (b[(b.indexOf(a[0]) + 1) % 3] === a[1]) faults.push(`one side: ${key}`);
    if (touching[0] !== touching[1] && touching.includes(0)) bodyFaces++;
    else if (touching[0] !== touching[1]) faults.push(`two bodies: ${key}`);
  }
  expect(faults).toEqual([]);
  let expectedFaces = 0;
  for (const { tets: own, positions } of space.bodies) {
    const topology = buildTopology(own, positions.length / 3);
    expect(nonManifoldVertices(topology.faces, topology.vertexCount)).toHaveLength(0);
    expectedFaces += topology.faceCount;
  }
  expect(bodyFaces).toBe(expectedFaces);
  const qualities = tets.filter((_, t) => bodyOf[t] === 0).map((tet) => quality(x, tet));
  return {
    worst: Math.min(...qualities),
    air: space.air.elements.length / 4,
    bodies: space.bodies.reduce((sum, body) => sum + body.tets.length / 4, 0),
    border: space.border.length / 3,
    free: space.free.length / 3,
  };
}
