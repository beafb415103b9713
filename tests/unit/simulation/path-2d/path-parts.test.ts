import { describe, expect, it } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { buildTriTopology, twofoldAreas } from '../../../../src/mesh/triangles/tri-topology.ts';
import { closestOnSegment } from '../../../../src/simulation/path-2d/segments.ts';
import { containedVertices } from '../../../../src/simulation/path-2d/containing-triangles.ts';
import { findShortestPath2d } from '../../../../src/simulation/path-2d/find-shortest-path.ts';
import { distanceToInverted } from '../../../../src/simulation/path-2d/preparations.ts';
import { findEuclideanPath2d, findRestShapePath2d } from '../../../../src/simulation/path-2d/other-ways.ts';
import { createPathBody2d, refitPathBody2d } from '../../../../src/simulation/path-2d/path-body.ts';
import {
  clearPathWork2d,
  createPathScratch2d,
  PATH_OPTIONS_2D,
  TRAVERSAL_LIMITS_2D,
} from '../../../../src/simulation/path-2d/scratch.ts';
import { settle2d } from '../../../../src/simulation/path-2d/skin.ts';
import { traverse2d, traverseMarked2d } from '../../../../src/simulation/path-2d/traversal.ts';
import { flatQueries, type FlatShape, flatShapes, invertedShapes } from '../../../fixtures/flat-shapes.ts';
import { PathOracle2d } from '../../../fixtures/path-oracle-2d.ts';
import { OVERFLOW, VALID } from '../../../../src/simulation/path/limits.ts';

const scratch2d = createPathScratch2d();
const { path: path2d, closest: closest2d, work: pathWork2d, skin: onSkin2d, target: target2d } = scratch2d;

const PLACING = { scale: 1, away: 0 };
const [ring, spiral, lattice, corner, fan] = flatShapes(PLACING);
const bodyOf = ({ topology, positions }: FlatShape) => createPathBody2d(topology, positions);

describe('traversal', () => {
  /** From p towards the first vertex of segment 0, over the whole lattice, with these limits. */
  const limits = { ...TRAVERSAL_LIMITS_2D };
  const across = (change: Partial<typeof limits>) => {
    const body = bodyOf(ring);
    const oracle = new PathOracle2d(ring.topology, ring.positions);
    // From the middle of a triangle to the farthest vertex of the same spoke.
    const triangle = 0;
    const [x, y] = oracle.corners(triangle).reduce(([u, v], c) => [u + c[0] / 3, v + c[1] / 3], [0, 0]);
    const goal = 4; // across the strip, at its inner rim
    const [gx, gy] = oracle.vertex(goal);
    target2d.vertex = goal;
    return [
      traverse2d(scratch2d, body, x, y, triangle, gx - x, gy - y, { ...limits, ...change }),
      traverseMarked2d(scratch2d, body, x, y, triangle, gx - x, gy - y, false),
    ];
  };

  it('arrives, with limits and without', () => expect(across({})).toEqual([VALID, VALID]));
  it.each([{ steps: 2 }, { branches: 0 }])('%j overflows; without limits it arrives', (change) =>
    expect(across(change)).toEqual([OVERFLOW, VALID]),
  );
  it('overflows of queries are counted, and answered', () => {
    const body = bodyOf(lattice);
    const oracle = new PathOracle2d(lattice.topology, lattice.positions);
    clearPathWork2d(scratch2d.work);
    for (const { point, triangle } of flatQueries(oracle, 50, 0)) {
      findShortestPath2d(scratch2d, body, ...point, triangle, NONE, {
        culling: false,
        limits: { ...TRAVERSAL_LIMITS_2D, branches: 1, steps: 2 },
      });
      expect(Math.sqrt(path2d.depthSquared)).toBeCloseTo(oracle.shortestPath(point, triangle, -1)?.distance ?? -1, 12);
    }
    expect(pathWork2d.overflows).toBeGreaterThan(10);
  });
});

describe('folds', () => {
  it('marks boundary vertices by whose interior angle exceeds 2 pi, and no others', () => {
    expect(bodyOf(ring).folded.some(Boolean)).toBe(false);
    expect(bodyOf(spiral).folded.some(Boolean)).toBe(false);
    expect([...bodyOf(fan).folded.keys()].filter((v) => bodyOf(fan).folded[v])).toEqual([0]);
    expect(bodyOf(corner).folded.reduce((sum, flag) => sum + flag)).toBe(1);
  });

  it('a whole turn but for a rounding counts as past it; nine tenths of one do not', () => {
    const wedges = (turns: number) => {
      const count = 8;
      const points = [0, 0];
      for (let i = 0; i <= count; i++) {
        const angle = (2 * Math.PI * turns * i) / count;
        points.push(Math.cos(angle), Math.sin(angle));
      }
      const triangles = Array.from({ length: count }, (_, i) => [0, i + 1, i + 2]).flat();
      return createPathBody2d(buildTriTopology(Uint32Array.from(triangles), count + 2), Float32Array.from(points));
    };
    expect(wedges(0.9).folded[0]).toBe(0);
    expect(wedges(0.99999).folded[0]).toBe(1);
    expect(wedges(1).folded[0]).toBe(1);
    expect(wedges(1.2).folded[0]).toBe(1);
  });
});

describe('inverted triangles', () => {
  it('none is nearer than the distance says', () => {
    for (const shape of invertedShapes(PLACING)) {
      const body = bodyOf(shape);
      const areas = twofoldAreas(shape.positions, shape.topology.triangles);
      const oracle = new PathOracle2d(shape.topology, shape.positions);
      expect(body.inverted.length).toBe(3 * areas.filter((area) => !(area > 0)).length);
      for (const { point } of flatQueries(oracle, 30, 0)) {
        const bound = distanceToInverted(body.inverted, ...point);
        areas.forEach((area, t) => {
          if (area > 0) return;
          for (const [x, y] of oracle.corners(t))
            expect(Math.hypot(x - point[0], y - point[1])).toBeGreaterThanOrEqual(bound * (1 - 1e-12));
        });
      }
    }
    expect(distanceToInverted(bodyOf(ring).inverted, 0, 0)).toBe(Infinity);
  });

  it('refit finds them after the positions have changed', () => {
    const positions = ring.positions.slice();
    const body = createPathBody2d(ring.topology, positions);
    for (let v = 0; v < positions.length; v += 2) positions[v] = -positions[v];
    refitPathBody2d(body);
    expect(body.inverted.length).toBe(3 * ring.topology.triangleCount);
  });
});

describe('a point', () => {
  it('just outside of its triangle goes over to the one that holds it; in the boundary it stays', () => {
    const body = createPathBody2d(
      buildTriTopology(Uint32Array.of(0, 1, 2, 0, 2, 3), 4),
      Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1),
    );
    settle2d(scratch2d.skin, body, 0.5, 0.5 - 1e-9, 0);
    expect(onSkin2d).toMatchObject({ count: 0, x: 0, y: 0 });
    settle2d(scratch2d.skin, body, 0.5, 0.5 + 1e-9, 0);
    expect(onSkin2d.count).toBe(2);
    expect([onSkin2d.a, onSkin2d.b]).toEqual(expect.arrayContaining([0, 2]));
    expect(onSkin2d.x).toBeCloseTo(0.5e-9, 15);
    expect(onSkin2d.y).toBeCloseTo(-0.5e-9, 15);
    settle2d(scratch2d.skin, body, 0.5, -1e-9, 0);
    expect(onSkin2d.y).toBe(1e-9);
    settle2d(scratch2d.skin, body, 1 + 1e-9, 1 + 2e-9, 0);
    expect(onSkin2d).toMatchObject({ count: 1, a: 2, b: 2 });
    onSkin2d.count = 0;
  });

  it('that is a vertex of its own triangle gets the nearest other candidate, with culling and without', () => {
    const body = bodyOf(spiral);
    const oracle = new PathOracle2d(spiral.topology, spiral.positions);
    const { segments, segmentTriangles } = spiral.topology;
    for (let segment = 0; segment < 40; segment++) {
      const vertex = segments[2 * segment];
      const p = oracle.vertex(vertex);
      const exact = oracle.shortestPath(p, segmentTriangles[segment], vertex)?.distance ?? -1;
      for (const culling of [true, false]) {
        findShortestPath2d(scratch2d, body, ...p, segmentTriangles[segment], vertex, { ...PATH_OPTIONS_2D, culling });
        expect(Math.sqrt(path2d.depthSquared)).toBeCloseTo(exact, 12);
      }
    }
  });

  it('as far from two segments gets the one with smaller coordinates, however triangles are numbered', () => {
    const square = Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1);
    for (const triangles of [
      [0, 1, 2, 0, 2, 3],
      [2, 3, 0, 1, 2, 0],
    ]) {
      const body = createPathBody2d(buildTriTopology(Uint32Array.from(triangles), 4), square);
      findShortestPath2d(scratch2d, body, 0.5, 0.5, 0, NONE, PATH_OPTIONS_2D);
      expect([path2d.x, path2d.y]).toEqual([-0.5, 0]);
    }
  });
});

it('closestOnSegment: ends and between, and a segment without length', () => {
  const body = createPathBody2d(buildTriTopology(Uint32Array.of(0, 1, 2), 3), Float32Array.of(0, 0, 4, 0, 4, 0));
  const of = (segment: number, x: number, y: number) => {
    closestOnSegment(scratch2d, body, segment, x, y);
    return [x + closest2d.x, y + closest2d.y, closest2d.feature, closest2d.t];
  };
  const [flat] = [0, 1, 2].filter((s) => body.topology.segments[2 * s] === 0);
  expect(of(flat, 1, 2)).toEqual([1, 0, 0, 0.25]);
  expect(of(flat, -1, 2)).toEqual([0, 0, 1, 0]);
  expect(of(flat, 5, 2)).toEqual([4, 0, 2, 1]);
  const [point] = [0, 1, 2].filter((s) => body.topology.segments[2 * s] === 1);
  expect(of(point, 1, 2)).toEqual([4, 0, 1, 0]);
});

describe('the other ways', () => {
  const body = bodyOf(spiral);
  const rest = createPathBody2d(spiral.topology, spiral.rest);
  const oracle = new PathOracle2d(spiral.topology, spiral.positions);
  const queries = flatQueries(oracle, 60, 40);

  it('Euclidean is no farther than the shortest path, and nearer where the spiral overlaps itself', () => {
    let nearer = 0;
    for (const { point, triangle, vertex } of queries) {
      const own = vertex < 0 ? NONE : vertex;
      findShortestPath2d(scratch2d, body, ...point, triangle, own, PATH_OPTIONS_2D);
      const exact = path2d.depthSquared;
      findEuclideanPath2d(scratch2d, body, ...point, triangle, own);
      expect(path2d.depthSquared).toBeLessThanOrEqual(exact * (1 + 1e-12));
      if (path2d.depthSquared < 0.9 * exact) nearer++;
    }
    expect(nearer).toBeGreaterThan(10);
  });

  it('rest shape is no nearer than the shortest path, and the same where nothing is deformed', () => {
    for (const { point, triangle, vertex } of queries) {
      const own = vertex < 0 ? NONE : vertex;
      findShortestPath2d(scratch2d, body, ...point, triangle, own, PATH_OPTIONS_2D);
      const exact = path2d.depthSquared;
      findRestShapePath2d(scratch2d, body, rest, ...point, triangle, own);
      expect(path2d.segment).not.toBe(NONE);
      expect(path2d.depthSquared).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
    }
    for (const { point, triangle } of flatQueries(new PathOracle2d(spiral.topology, spiral.rest), 30, 0)) {
      findShortestPath2d(scratch2d, rest, ...point, triangle, NONE, PATH_OPTIONS_2D);
      const exact = path2d.depthSquared;
      findRestShapePath2d(scratch2d, rest, rest, ...point, triangle, NONE);
      expect(path2d.depthSquared).toBeCloseTo(exact, 9);
    }
  });
});

it('containedVertices: every pair of the brute force, ascending, between bodies too', () => {
  const shapes = [spiral, ring];
  const found = containedVertices(shapes.map(bodyOf));
  let between = 0;
  const exact = shapes.flatMap(({ topology, positions }, body) =>
    [...new Set(topology.segments)]
      .sort((a, b) => a - b)
      .flatMap((vertex) =>
        shapes.flatMap((other, inBody) => {
          const oracle = new PathOracle2d(other.topology, other.positions);
          const point = [positions[2 * vertex], positions[2 * vertex + 1]] as const;
          const weights = (t: number) => oracle.barycentric(t, point);
          const others = Array.from({ length: other.topology.triangleCount }, (_, triangle) => triangle).filter(
            (t) => inBody !== body || !topology.triangles.subarray(3 * t, 3 * t + 3).includes(vertex),
          );
          // Of the triangles that have the point on an inner edge or vertex, the first; ring has some, since it is closed on itself exactly.
          const onInner = others.find(
            (t) => Math.abs(Math.min(...weights(t))) < 1e-6 && isInnerFeature(other.topology.triangles, t, weights(t)),
          );
          if (onInner !== undefined) between++;
          return others
            .filter((t) => Math.min(...weights(t)) > 1e-6 || t === onInner)
            .map((triangle) => ({ body, vertex, inBody, triangle }));
        }),
      ),
  );
  expect(exact.length).toBeGreaterThan(50);
  expect(between).toBeGreaterThan(3);
  expect(found).toEqual(exact);
});

/** Whether the edge or vertex of a triangle on which a point lies has triangles all around it: each edge at it has two. */
function isInnerFeature(triangles: Uint32Array, t: number, weights: readonly number[]): boolean {
  const cornersOf = (u: number) => [...triangles.subarray(3 * u, 3 * u + 3)];
  const all = Array.from({ length: triangles.length / 3 }, (_, u) => cornersOf(u));
  const feature = cornersOf(t).filter((_, k) => weights[k] > 1e-6);
  const around = all.filter((corners) => feature.every((v) => corners.includes(v)));
  const edges =
    feature.length === 2
      ? [feature]
      : around.flatMap((corners) => corners.filter((v) => v !== feature[0]).map((v) => [feature[0], v]));
  return edges.every(([a, b]) => all.filter((corners) => corners.includes(a) && corners.includes(b)).length === 2);
}
