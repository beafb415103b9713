import { describe, expect, it } from 'vitest';
import { contains, containedVertices } from '../../../../src/engine/contains.ts';
import { createBody, type Vector } from '../../../../src/engine/shape.ts';
import { inspectTets } from '../../../../src/formats/inspect/inspect-tets.ts';
import { cuboid } from '../../../../src/mesh/model/cuboid.ts';
import type { TetMesh } from '../../../../src/mesh/tet-mesh.ts';
import { buildTriTopology } from '../../../../src/mesh/triangles/tri-topology.ts';
import { InterpenetratingVertices } from '../../../../src/simulation/diagnostics/interpenetrating-vertices.ts';
import { containedVertices as containedVertices2d } from '../../../../src/simulation/path-2d/containing-triangles.ts';
import { createPathBody2d } from '../../../../src/simulation/path-2d/path-body.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';

/** Cells are 1/4 wide, so that all coordinates and the points below are exact in float32. */
const block = cuboid({ cells: [4, 4, 4], size: [1, 1, 1] }).mesh;
/** The answer that all have to give. */
const isInBlock = (point: readonly number[]): boolean => point.every((x) => Math.abs(x) < 0.5);

/** A point of the corners' weights. */
const weighted = (corners: readonly Vector[], weights: readonly number[]): Vector =>
  [0, 1, 2].map((k) => corners.reduce((sum, corner, i) => sum + weights[i] * corner[k], 0)) as unknown as Vector;

const cornersOf = ({ positions, tets }: TetMesh, tet: number): Vector[] =>
  Array.from(
    tets.subarray(4 * tet, 4 * tet + 4),
    (v) => [...positions.subarray(3 * v, 3 * v + 3)] as unknown as Vector,
  );

const distinct = (points: readonly Vector[]): Vector[] => [...new Map(points.map((p) => [p.join(), p])).values()];

/** One point on each feature of the block's tetrahedra: faces, edges, vertices, or none. */
const pointsOn = (weights: readonly (readonly number[])[]): Vector[] =>
  distinct(
    Array.from({ length: block.tets.length / 4 }, (_, tet) => cornersOf(block, tet)).flatMap((corners) =>
      weights.map((w) => weighted(corners, w)),
    ),
  );

/** Side of a probe: smaller than the distances of the points, so that no probe meets another one. */
const SIDE = 1 / 64;

/** Tetrahedra by themselves, each with its first vertex at one of the points. */
const probesAt = (points: readonly Vector[]): TetMesh => ({
  positions: Float32Array.from(
    points.flatMap((p) =>
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ].flatMap((to) => p.map((x, k) => x + SIDE * to[k])),
    ),
  ),
  tets: Uint32Array.from({ length: 4 * points.length }, (_, i) => i),
});

/** Which vertices of the probes each way of looking calls inside the block. */
function insideBy(points: readonly Vector[]): Record<string, readonly number[]> {
  const probes = probesAt(points);
  const corners = Array.from(
    { length: 4 * points.length },
    (_, v) => [...probes.positions.subarray(3 * v, 3 * v + 3)] as unknown as Vector,
  );
  const base = block.positions.length / 3;
  const joined: TetMesh = {
    positions: Float32Array.of(...block.positions, ...probes.positions),
    tets: Uint32Array.of(...block.tets, ...probes.tets.map((v) => v + base)),
  };
  const two = createWorld([createBody(block), createBody(probes)], []);
  const counter = new InterpenetratingVertices(two.world);
  counter.count(two.positions);
  const positions = Float64Array.from(joined.positions);
  const report = inspectTets({ positions, tets: joined.tets, triangles: new Uint32Array(), notes: [] });
  const expected = corners.flatMap((corner, v) => (isInBlock(corner) ? [v] : []));
  return {
    contains: contains(block, corners).map(({ index }) => index),
    'containedVertices, of two bodies': containedVertices(two).map(({ vertex }) => vertex.id),
    'containedVertices, of a body in itself': containedVertices(joined).map(({ vertex }) => vertex.id - base),
    'the exact count': [...two.world.surfaceVertices].flatMap((v, i) => (counter.inside[i] === 1 ? [v - base] : [])),
    // It names the first few.
    info: report.inside.count === expected.length ? expected : report.inside.first.map((v) => Number(v) - base),
  };
}

describe('a point is inside where elements surround it', () => {
  it.each([
    [
      'on faces',
      [
        [0.5, 0.25, 0.25, 0],
        [0.25, 0, 0.5, 0.25],
      ],
    ],
    [
      'on edges',
      [
        [0.5, 0.5, 0, 0],
        [0.25, 0, 0, 0.75],
        [0, 0.5, 0.5, 0],
      ],
    ],
    [
      'on vertices',
      [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 1],
      ],
    ],
    ['in elements', [[0.25, 0.25, 0.25, 0.25]]],
  ])('%s', (_, weights) => {
    const points = pointsOn(weights);
    const inside = points.flatMap((p, i) => (isInBlock(p) ? [4 * i] : []));
    expect(inside.length).toBeGreaterThan(20);
    for (const [way, found] of Object.entries(insideBy(points)))
      expect(
        found.filter((v) => v % 4 === 0),
        way,
      ).toEqual(inside);
  });

  it('and is in one element of the body, the first, if it lies between some', () => {
    const [inner] = contains(block, [[0.25, 0, 0.25]]);
    const around = Array.from({ length: block.tets.length / 4 }, (_, tet) => tet).filter((tet) =>
      cornersOf(block, tet).some((corner) => corner.join() === '0.25,0,0.25'),
    );
    expect(contains(block, [[0.25, 0, 0.25]])).toHaveLength(1);
    expect(inner.tet).toBe(Math.min(...around));
  });

  it('in the plane too', () => {
    const cells = 4;
    const across = cells + 1;
    const grid = Float32Array.from({ length: 2 * across * across }, (_, i) => {
      const v = i >> 1;
      return (i & 1 ? Math.floor(v / across) : v % across) / cells;
    });
    const triangles = Array.from({ length: cells * cells }, (_, c) => {
      const v = Math.floor(c / cells) * across + (c % cells);
      return [v, v + 1, v + across + 1, v, v + across + 1, v + across];
    }).flat();
    const body = createPathBody2d(buildTriTopology(Uint32Array.from(triangles), across * across), grid);
    // A triangle per point, with its first vertex there: at multiples of 1/8 are vertices and the middles of edges.
    const points = Array.from({ length: 81 }, (_, i) => [(i % 9) / 8, Math.floor(i / 9) / 8]);
    const tips = createPathBody2d(
      buildTriTopology(
        Uint32Array.from({ length: 3 * points.length }, (_, i) => i),
        3 * points.length,
      ),
      Float32Array.from(points.flatMap(([x, y], i) => [x, y, 9, i, 9, i + 1])),
    );
    const found = containedVertices2d([body, tips]);
    const inside = points.flatMap(([x, y], i) => (x > 0 && x < 1 && y > 0 && y < 1 ? [3 * i] : []));
    const inGrid = found.filter(({ body: own, inBody }) => own === 1 && inBody === 0);
    expect(inGrid.map(({ vertex }) => vertex)).toEqual(inside);
  });
});

describe('bodies that are aligned', () => {
  const cube = (size: number, cells: number, at: number): TetMesh => {
    const { positions, tets } = cuboid({ cells: [cells, cells, cells], size: [size, size, size] }).mesh;
    return { positions: positions.map((x) => x + at), tets };
  };
  it.each([
    ['a cube in a gridded one', block, cube(0.5, 2, 0), 26],
    ['a cube in a gridded one, half a cell aside', block, cube(0.5, 2, 0.125), 26],
    ['a cube that reaches through a corner: a corner of each is in the other', block, cube(0.5, 1, 0.5), 2],
    [
      'a cube against a face from inside',
      block,
      { ...cube(0.5, 1, 0), positions: cube(0.5, 1, 0).positions.map((x, i) => (i % 3 ? x : x + 0.25)) },
      4,
    ],
    ['two in one place: every vertex is on the boundary', block, block, 0],
  ])('%s', (_, outer, inner, count) => {
    const placed = createWorld([createBody(outer), createBody(inner)], []);
    const vertices = new Set(containedVertices(placed).map(({ vertex }) => `${vertex.body} ${vertex.id}`));
    expect(vertices.size).toBe(count);
    expect(new InterpenetratingVertices(placed.world).count(placed.positions)).toBe(count);
  });
});
