import { describe, expect, it } from 'vitest';
import { buildTopology } from '../../../../../src/mesh/build-topology.ts';
import type { TetMesh } from '../../../../../src/mesh/tet-mesh.ts';
import { NONE, type Topology } from '../../../../../src/mesh/topology.ts';
import { stuff } from '../../../../../src/mesh/tetrahedralise/isosurface-stuffing.ts';
import { createTetMarch, marchTets } from '../../../../../src/simulation/path/distance-field/march-tets.ts';
import { flood } from '../../../../../src/simulation/path/flood/flood.ts';
import { PATH_OPTIONS } from '../../../../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../../../../src/simulation/path/scratch.ts';
import { noodle } from '../../../../../src/scenes/models/noodle.ts';
import { bentBars, orient } from '../../../../fixtures/bent-bars.ts';
import { GENERATED } from '../../../../fixtures/generated-shapes.ts';
import { type Closest, closestOnTriangle } from '../../../../fixtures/closest-on-triangle.ts';
import { pathBody } from '../../../../fixtures/path-body.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

const innerVertices = ({ vertexCount, surfaceIndices }: Topology) =>
  Array.from({ length: vertexCount }, (_, v) => v).filter((v) => surfaceIndices[v] === NONE);
/** Inner vertices without a neighbour on the boundary, whose values must come from other values. */
function marchedVertices(topology: Topology): number[] {
  const besides = new Set<number>();
  for (let t = 0; t < topology.tetCount; t++) {
    const corners = topology.tets.subarray(4 * t, 4 * t + 4);
    if (corners.some((v) => topology.surfaceIndices[v] !== NONE)) for (const v of corners) besides.add(v);
  }
  return innerVertices(topology).filter((v) => !besides.has(v));
}

/**
 * Rounding of float64. Values are never larger than exact distances by more: they start exact, and each is the length of a way to the boundary.
 */
const ROUNDING = 1e-12;

/** Distance to the nearest of all boundary faces, by code of the tests' own. */
function nearest({ faces, faceCount }: Topology, positions: Float32Array, v: number): number {
  const closest: Closest = { x: 0, y: 0, z: 0, distance: 0 };
  const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
  let least = Infinity;
  for (let f = 0; f < faceCount; f++) {
    closestOnTriangle(closest, positions, faces[3 * f], faces[3 * f + 1], faces[3 * f + 2], x, y, z);
    least = Math.min(least, closest.distance);
  }
  return least;
}

/** Marches on a body behind others in the positions. */
function march(topology: Topology, positions: Float32Array): { values: Float64Array; visited: number } {
  const base = 5;
  const all = new Float32Array(3 * base + positions.length).fill(Number.NaN);
  all.set(positions, 3 * base);
  const memory = createTetMarch(topology);
  const visited = marchTets(memory, all, base);
  return { values: memory.values, visited };
}
const median = (numbers: readonly number[]) => numbers.slice().sort((a, b) => a - b)[numbers.length >> 1];

const BALL_RADIUS = 1;
const ball = (): TetMesh =>
  stuff((x, y, z) => Math.hypot(x, y, z) - BALL_RADIUS, { min: [-1.2, -1.2, -1.2], max: [1.2, 1.2, 1.2] }, 0.2);

/**
 * Shapes, and the largest share of the greatest distance by which a value may be too small, with what was measured. In a convex body the exact
 * distance is concave, so values between vertices, interpolated linearly, are too small: most at ridges, where the distance has a kink.
 */
const shapes: readonly (readonly [name: string, make: () => TetMesh, bound: number, ofMedian: number])[] = [
  // 0.084, and 0: from a plane face to the first ridge nothing is lost.
  ['a box', () => boxMesh(9, 8, 10), 0.1, ROUNDING],
  // 0.078, and 4e-17.
  ['a bar', () => noodle({ tetrahedra: 20_000 }).mesh, 0.1, ROUNDING],
  // 0.041, and 0.0039.
  ['a ball', ball, 0.05, 0.005],
];
describe.each(shapes)('in the rest shape of %s', (_, make, bound, ofMedian) => {
  const { positions, tets } = make();
  const topology = buildTopology(tets, positions.length / 3);

  it('finds nearly the exact distances', () => {
    const { values, visited } = march(topology, positions);
    const inner = innerVertices(topology);
    expect(visited).toBe(inner.length);
    const exact = inner.map((v) => nearest(topology, positions, v));
    const deepest = Math.max(...exact);
    const errors = inner.map((v, i) => (values[v] - exact[i]) / deepest);
    expect(marchedVertices(topology).length).toBeGreaterThan(200);
    expect(Math.max(...errors)).toBeLessThan(ROUNDING);
    expect(Math.min(...errors)).toBeGreaterThan(-bound);
    expect(median(errors.map(Math.abs))).toBeLessThan(ofMedian);
    for (const v of topology.surfaceVertices) expect(values[v]).toBe(0);
  });

  it('finds the same bits again, also after a march in another shape', () => {
    const memory = createTetMarch(topology);
    marchTets(memory, positions, 0);
    const first = memory.values.slice();
    marchTets(
      memory,
      positions.map((x, i) => (i % 3 === 0 ? 2 * x : x)),
      0,
    );
    expect(memory.values).not.toEqual(first);
    marchTets(memory, positions, 0);
    expect(memory.values).toEqual(first);
    expect(march(topology, positions).values).toEqual(first);
  });
});

/**
 * Bars that overlap themselves, and the largest relative error of a distance. In the slim ones every vertex starts from the boundary: only the
 * faces around its neighbours count, which loses 3.1e-4. In the core of the thick one values are marched: one of them is 0.197 too small.
 */
const bars = [
  ...bentBars(1)
    .filter(({ name }) => name !== 'fan')
    .map((bar) => ({ ...bar, bound: 1e-3 })),
  { ...GENERATED['thick coil'](), bound: 0.25 },
];
it.each(bars)('follows the mesh where $name overlaps itself', ({ positions, tets, bound }) => {
  const body = pathBody(positions, tets);
  const { topology } = body;
  const { values } = march(topology, positions);
  const scratch = createPathScratch();
  const tetOf = (v: number) => topology.tets.indexOf(v) >> 2;
  const errors: number[] = [];
  let covered = 0;
  const inner = innerVertices(topology);
  for (const v of inner) {
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    flood(scratch, body, x, y, z, tetOf(v), v, PATH_OPTIONS);
    expect(scratch.path.face).not.toBe(NONE);
    const depth = Math.sqrt(scratch.path.depthSquared);
    errors.push(values[v] / depth - 1);
    // A grid in space would find the boundary of another part of the bar here.
    if (nearest(topology, positions, v) < 0.8 * depth) covered++;
  }
  expect(Math.max(...errors)).toBeLessThan(ROUNDING);
  expect(Math.min(...errors)).toBeGreaterThan(-bound);
  // Measured: 5e-10 and less.
  expect(median(errors.map(Math.abs))).toBeLessThan(1e-8);
  // 8 of 76, and 92 of 304 in the thick one.
  expect(covered / inner.length).toBeGreaterThan(0.1);
});

describe('a value comes through the tetrahedra at the vertex', () => {
  const { positions, tets } = ball();
  const topology = buildTopology(tets, positions.length / 3);

  it.each([1, 0.3])('as the least of T(s) + |x - s| over their opposite faces, sampled, squeezed to %d', (factor) => {
    const places = positions.map((x, i) => (i % 3 === 1 ? factor * x : x));
    const { values } = march(topology, places);
    const at = (v: number) => [...places.subarray(3 * v, 3 * v + 3)];
    const steps = 20;
    for (const v of marchedVertices(topology).filter((_, i) => i % 4 === 0)) {
      let least = Infinity;
      for (let t = 0; t < tets.length; t += 4) {
        const corners = [...tets.subarray(t, t + 4)];
        if (!corners.includes(v)) continue;
        // Only corners that were final before the vertex.
        const others = corners.filter((c) => c !== v && values[c] < values[v]);
        if (others.length === 0) continue;
        const [a, b, c] = [others[0], others[1] ?? others[0], others[2] ?? others[0]];
        const [pa, pb, pc, pv] = [at(a), at(b), at(c), at(v)];
        for (let i = 0; i <= steps; i++)
          for (let j = 0; j <= steps - i; j++) {
            const weights = [i / steps, j / steps, 1 - (i + j) / steps];
            const s = [0, 1, 2].map((k) => weights[0] * pa[k] + weights[1] * pb[k] + weights[2] * pc[k]);
            const time = weights[0] * values[a] + weights[1] * values[b] + weights[2] * values[c];
            least = Math.min(least, time + Math.hypot(...pv.map((x, k) => x - s[k])));
          }
      }
      expect(values[v]).toBeLessThan(least + ROUNDING);
      // Between samples, which are some 0.01 m apart.
      expect(values[v]).toBeGreaterThan(least - 1e-3);
    }
  });

  it('but not through faces and edges inside the body whose vertices all lie on the boundary', () => {
    // P is just above the triangle 0 1 2, which divides the body.
    const divided = Float32Array.of(1, 0, 0, -0.5, 0.9, 0, -0.5, -0.9, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0.1);
    const aroundFace = orient([0, 1, 2, 4, 0, 1, 2, 5, 0, 1, 5, 3, 1, 2, 5, 3, 2, 0, 5, 3], [...divided]);
    // P is beside the edge from 0 to 1, which leads through the body.
    const crossed = Float32Array.of(0, 0, 1, 0, 0, -1, -0.5, 0.9, 0, -0.5, -0.9, 0, 1.5, 0, 0, 0.1, 0, 0);
    const aroundEdge = orient(
      [0, 1, 5, 2, 0, 1, 2, 3, 0, 1, 3, 5, 0, 2, 4, 5, 2, 1, 4, 5, 1, 3, 4, 5, 3, 0, 4, 5],
      [...crossed],
    );
    for (const [places, elements] of [
      [divided, aroundFace],
      [crossed, aroundEdge],
    ]) {
      const small = buildTopology(elements as Uint32Array, 6);
      expect(innerVertices(small)).toEqual([5]);
      const exact = nearest(small, places as Float32Array, 5);
      expect(exact).toBeGreaterThan(0.2);
      expect(Math.abs(march(small, places as Float32Array).values[5] - exact)).toBeLessThan(ROUNDING);
    }
  });

  it('again at a vertex with a single neighbour on the boundary', () => {
    const isBoundary = (v: number) => topology.surfaceIndices[v] !== NONE;
    const split = Array.from({ length: topology.tetCount }, (_, t) => 4 * t).find(
      (t) => [...tets.subarray(t, t + 4)].filter(isBoundary).length === 1,
    ) as number;
    const [a, b, c, d] = tets.subarray(split, split + 4);
    const middle = positions.length / 3;
    const corners = [0, 1, 2].map((k) => [a, b, c, d].reduce((sum, v) => sum + positions[3 * v + k] / 4, 0));
    const places = Float32Array.of(...positions, ...corners);
    const others = [...tets].filter((_, i) => i < split || i >= split + 4);
    const elements = [...others, ...[a, b, c, middle, a, c, d, middle, a, d, b, middle, b, d, c, middle]];
    const finer = buildTopology(orient(elements, [...places]), places.length / 3);
    const memory = createTetMarch(finer);
    marchTets(memory, places, 0);
    const first = memory.values.slice();
    marchTets(memory, places, 0);
    expect(memory.values).toEqual(first);
    expect(Math.abs(first[middle] - nearest(finer, places, middle))).toBeLessThan(0.05);
  });
});
