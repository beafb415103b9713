import { describe, expect, it } from 'vitest';
import { octopus } from '../../../src/scenes/models/octopus.ts';
import type { TetMesh } from '../../../src/mesh/tet-mesh.ts';
import { InterpenetratingVertices } from '../../../src/record/untangled.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import type { World } from '../../../src/simulation/world/world.ts';
import { boxWorld, seededRandom } from '../../fixtures/box-world.ts';
import { bentWorld } from '../../fixtures/detection.ts';

type Whole = readonly [bigint, bigint, bigint];

/** Factor that makes any float32 an integer, since the smallest one is 2^-149. */
const WHOLE = 2 ** 149;

const det = (a: Whole, b: Whole, c: Whole): bigint =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
const minus = (a: Whole, b: Whole): Whole => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const wholeAt = (p: Float32Array, v: number): Whole => {
  const [x, y, z] = p.subarray(3 * v, 3 * v + 3);
  return [BigInt(x * WHOLE), BigInt(y * WHOLE), BigInt(z * WHOLE)];
};

/**
 * Exact test by Cramer's rule in integers: three coordinates of the point along the edges from d, none negative and with a sum of at most 1.
 * @returns the corners whose barycentric coordinate is above 0; none if the point is outside
 */
function cornersAround(p: Float32Array, [a, b, c, d]: readonly number[], v: number): number[] {
  const origin = wholeAt(p, d);
  const [u, w, z, x] = [a, b, c, v].map((i) => minus(wholeAt(p, i), origin));
  const volume = det(u, w, z);
  if (volume === 0n) return [];
  const sign = volume > 0n ? 1n : -1n;
  const parts = [det(x, w, z), det(u, x, z), det(u, w, x)].map((part) => sign * part);
  const all = [...parts, sign * volume - parts[0] - parts[1] - parts[2]];
  return all.some((part) => part < 0n) ? [] : [a, b, c, d].filter((_, i) => all[i] > 0n);
}

/** The faces of exactly one of some tetrahedra. */
function boundaryOf(tets: readonly (readonly number[])[]): number[][] {
  const faces = tets.flatMap((tet) => tet.map((_, k) => tet.filter((__, i) => i !== k).sort((i, j) => i - j)));
  const counts = new Map<string, number>();
  for (const face of faces) counts.set(face.join(), (counts.get(face.join()) ?? 0) + 1);
  return faces.filter((face) => counts.get(face.join()) === 1);
}

/** Tests every surface vertex against every tetrahedron. A test of bounding boxes avoids most of the integer arithmetic. */
function bruteForce(world: World, p: Float32Array): number[] {
  const tets = world.bodies.flatMap(({ model, vertexBase }) => {
    const ids = world.models[model].topology.tets;
    return Array.from({ length: ids.length / 4 }, (_, t) => [0, 1, 2, 3].map((i) => ids[4 * t + i] + vertexBase));
  });
  const boundary = boundaryOf(tets);
  const boxes = tets.map((tet) =>
    [0, 1, 2].flatMap((k) => {
      const along = tet.map((v) => p[3 * v + k]);
      return [Math.min(...along), Math.max(...along)];
    }),
  );
  const inBox = (box: number[], v: number) =>
    [0, 1, 2].every((k) => p[3 * v + k] >= box[2 * k] && p[3 * v + k] <= box[2 * k + 1]);
  const isInside = (v: number, tet: readonly number[]) => {
    const around = cornersAround(p, tet, v);
    if (around.length === 0) return false;
    return around.length === 4 || !boundary.some((face) => around.every((corner) => face.includes(corner)));
  };
  return Array.from(world.surfaceVertices, (v) =>
    tets.some((tet, t) => inBox(boxes[t], v) && !tet.includes(v) && isInside(v, tet)) ? 1 : 0,
  );
}

const worldOf = (meshes: readonly TetMesh[]) =>
  createWorld(
    meshes.map((mesh) => ({ model: createModel('test', mesh, 1), positions: mesh.positions })),
    [],
  );

/** The unit tetrahedron at the origin. */
const UNIT: TetMesh = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  tets: Uint32Array.of(0, 1, 2, 3),
};
/** Corners of a far tetrahedron, of which only the first vertex lies near the tested one. */
const FAR = [9, 9, 9, 10, 9, 9, 9, 10, 9];

/** A mesh of separate tetrahedra. */
function soup(count: number): World {
  const { world } = worldOf([
    {
      positions: Float32Array.from({ length: 12 * count }, (_, i) => UNIT.positions[i % 12] + 3 * Math.floor(i / 12)),
      tets: Uint32Array.from({ length: 4 * count }, (_, i) => i),
    },
  ]);
  return world;
}

function expectExact(world: World, positions: Float32Array, least: number): void {
  const expected = bruteForce(world, positions);
  const total = expected.reduce((sum, x) => sum + x, 0);
  expect(total).toBeGreaterThanOrEqual(least);
  const interpenetrating = new InterpenetratingVertices(world);
  expect(interpenetrating.count(positions)).toBe(total);
  expect(Array.from(interpenetrating.inside)).toEqual(expected);
}

describe('InterpenetratingVertices counts the same as brute force in integers', () => {
  it.each([
    ['small ones, some inverted', 1, 1, 0],
    ['wide ones', 2, 6, 0],
    ['on a coarse grid, where corners lie on faces and edges and many are flat', 3, 4, 1],
    ['tiny ones', 4, 2 ** -60, 0],
    ['huge ones, which span all cells', 5, 2 ** 30, 0],
  ])('of a soup: %s', (_, seed, spread, grid) => {
    const random = seededRandom(seed);
    const world = soup(80);
    const at = () => (grid ? grid * Math.round(random() * spread) : (random() - 0.5) * spread);
    expectExact(world, Float32Array.from({ length: 3 * world.vertexCount }, at), 10);
  });

  it.each([
    ['boxes in one another', () => boxWorld()],
    ['boxes on a grid, with many that touch', () => boxWorld({ shake: 0 })],
    ['one box folded over itself', () => boxWorld({ seed: 5, shake: 0.9, bodies: 1 })],
    ['two coils', () => bentWorld('coil')],
  ])('of %s', (name, make) => {
    const { world, state } = make();
    expectExact(world, state.positions, name.includes('grid') ? 0 : 5);
  });

  it('for corners so close that float64 rounds their differences', () => {
    const random = seededRandom(6);
    const world = soup(60);
    const at = () => Math.round(8 * (random() - 0.5)) * 2 ** (-30 * Math.floor(4 * random()));
    expectExact(world, Float32Array.from({ length: 3 * world.vertexCount }, at), 50);
  });

  it('for two overlapping octopi', () => {
    const { mesh } = octopus({ tetrahedra: 3000 });
    const model = createModel('octopus', mesh, 1);
    const positions = mesh.positions.map((x, i) => x + [0.04, 0.02, 0.03][i % 3]);
    const placed = createWorld(
      [
        { model, positions: mesh.positions },
        { model, positions },
      ],
      [],
    );
    expectExact(placed.world, placed.positions, 50);
    const apart = placed.positions.map((x, i) => (i < mesh.positions.length ? x : x + 5));
    expect(new InterpenetratingVertices(placed.world).count(apart)).toBe(0);
  });
});

describe('InterpenetratingVertices', () => {
  it('counts the same far from the origin, and in a second call', () => {
    const random = seededRandom(8);
    const world = soup(80);
    const near = Float32Array.from({ length: 3 * world.vertexCount }, () => Math.floor(16 * random()) / 4);
    const interpenetrating = new InterpenetratingVertices(world);
    const expected = interpenetrating.count(near);
    expect(expected).toBeGreaterThan(50);
    for (const far of [-(2 ** 20), 2 ** 20, 0]) expect(interpenetrating.count(near.map((x) => x + far))).toBe(expected);
  });

  it.each([
    ['inside', [0.25, 0.25, 0.25], 1],
    ['inside by the least step of a float32', [2 ** -149, 0.25, 0.25], 1],
    ['on a face', [0, 0.25, 0.25], 0],
    ['on the slanted face', [0.5, 0.25, 0.25], 0],
    ['inside by half a step of a float32', [0.5 - 2 ** -25, 0.25, 0.25], 1],
    ['on an edge', [0.5, 0.5, 0], 0],
    ['at a corner', [0, 0, 1], 0],
    ['outside', [0.5, 0.5, 0.5], 0],
    ['nowhere', [Number.NaN, 0.25, 0.25], 0],
    ['at infinity', [Number.POSITIVE_INFINITY, 0.25, 0.25], 0],
  ])('counts a vertex %s', (_, vertex, expected) => {
    const { world, positions } = worldOf([UNIT, UNIT]);
    positions.set([...vertex, ...FAR], 12);
    const interpenetrating = new InterpenetratingVertices(world);
    expect(interpenetrating.count(positions)).toBe(expected);
    // Inverted, it contains the same points.
    for (let k = 0; k < 3; k++) {
      [positions[3 + k], positions[6 + k]] = [positions[6 + k], positions[3 + k]];
    }
    expect(interpenetrating.count(positions)).toBe(expected);
    expect(Array.from(interpenetrating.inside)).toEqual([0, 0, 0, 0, expected, 0, 0, 0]);
  });

  it.each([
    [2 ** -80, 1],
    [0, 0],
    [-(2 ** -80), 0],
  ])('tells on which side of a slanted face a vertex %f m from it is', (x, expected) => {
    const { world, positions } = worldOf([UNIT, UNIT]);
    positions.set([1, -1, 0, -1, 0, 1, 0, 1, -1, 1, 1, 1, x, 0, 0, ...FAR]);
    expect(new InterpenetratingVertices(world).count(positions)).toBe(expected);
  });

  it('finds nothing in a flat tetrahedron or one with a non-finite corner', () => {
    const { world, positions } = worldOf([UNIT, UNIT]);
    positions.set([0.25, 0.25, 0.25, ...FAR], 12);
    const interpenetrating = new InterpenetratingVertices(world);
    for (const corner of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
      positions[11] = corner;
      positions[14] = corner === 0 ? 0 : 0.25;
      expect(interpenetrating.count(positions)).toBe(0);
    }
  });
});
