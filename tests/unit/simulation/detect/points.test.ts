import { describe, expect, it } from 'vitest';
import { containment } from '../../../../src/simulation/detect/containment.ts';
import { edgeContainment } from '../../../../src/simulation/detect/edge-containment.ts';
import { queries } from '../../../../src/simulation/detect/queries.ts';
import { NONE } from '../../../../src/mesh/topology.ts';
import type { Context } from '../../../../src/simulation/program/stage.ts';
import { PAIRS_PER_POINT, initialQueries } from '../../../../src/simulation/capacities.ts';
import { CONTAINMENT, COUNTERS, POINT_CLASS, QUERIES, QUERY } from '../../../../src/simulation/state.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';
import { bentWorld, contextWith, pointOf, refitAll } from '../../../fixtures/detection.ts';
import { expectedPoints, pairsOfPoint } from '../../../fixtures/points.ts';
import { runInRanges } from '../../../fixtures/stages.ts';

const WORLDS = [
  ['three shaken boxes', () => boxWorld({ contactPoints: 'all' })],
  ['two coils', () => bentWorld('coil', 1, undefined, 2, 'all')],
  ['a coil of a millimetre', () => bentWorld('coil', 1e-3, undefined, 1, 'all')],
  ['a twisted bar', () => bentWorld('twisted', 1, undefined, 1, 'all')],
] as const;

const detect = (context: Context, size = Infinity, backward = false) => {
  for (const stage of [containment, edgeContainment]) runInRanges(stage, context, size, backward);
};

describe.each(WORLDS)('points of all kinds in %s', (_, make) => {
  const context = contextWith(make(), CONTAINMENT.all);
  const { world, state } = context;
  refitAll(context);
  const expected = expectedPoints(context);
  detect(context);

  it('are numbered by kind, body and id', () => {
    expect(world.points.count).toBe(expected.length);
    const firsts = (['surface', 'inner', 'centroid', 'edge'] as const).map((kind) =>
      expected.findIndex((point) => point.kind === kind),
    );
    const { firstInner, firstCentroid, firstEdge } = world.points;
    expect([0, firstInner, firstCentroid, firstEdge]).toEqual(firsts);
    expect(Array.from(world.points.bodies)).toEqual(expected.map(({ body }) => body));
    expect(Array.from(world.points.vertices)).toEqual(
      expected.slice(0, firstCentroid).map(({ vertices }) => vertices[0]),
    );
  });

  it('find what brute force finds, but of their own features', () => {
    const seen = { surface: 0, inner: 0, centroid: 0, edge: 0 };
    const within = { ...seen };
    expected.forEach((point, i) => {
      if (point.kind === 'edge') return;
      const { pairs } = pairsOfPoint(context, i);
      if (point.open.length > 0) return;
      expect(pairs.toSorted()).toEqual(point.inside.toSorted());
      seen[point.kind] += pairs.length;
      within[point.kind] += pairs.filter((pair) => pair.startsWith(`${point.body} `)).length;
    });
    for (const kind of ['surface', 'inner', 'centroid'] as const) expect([kind, seen[kind] > 3]).toEqual([kind, true]);
    if (world.bodies.length === 1) expect(within.centroid).toBe(seen.centroid);
  });

  it('of edges are the middles of their parts, of several that nearest to their own', () => {
    let several = 0;
    let one = 0;
    expected.forEach(({ kind, inside, open, middles }, i) => {
      if (kind !== 'edge' || open.length > 0) return;
      const { pairs, along } = pairsOfPoint(context, i);
      expect(pairs.length).toBe(inside.length > 0 ? 1 : 0);
      if (inside.length === 0) return;
      const distances = middles.map((middle) => Math.abs(middle - 0.5));
      const chosen = inside.indexOf(pairs[0]);
      expect(distances[chosen]).toBeCloseTo(Math.min(...distances), 9);
      expect(along).toBeCloseTo(middles[chosen], 6);
      if (inside.length > 1) several++;
      one++;
    });
    expect(one).toBeGreaterThan(10);
    expect(several).toBeGreaterThan(5);
  });

  it('become queries in their order, at where they are', () => {
    runInRanges(queries, context);
    let next = 0;
    expected.forEach((point, i) => {
      const { pairs, along } = pairsOfPoint(context, i);
      expect(state.pairOffsets[i]).toBe(next);
      const corners = point.vertices.map((v) => pointOf(state.positions, v));
      const weights = point.kind === 'edge' ? [1 - along, along] : corners.map(() => 1 / corners.length);
      for (const pair of pairs) {
        const at = QUERY.stride * next++;
        if (next > initialQueries(world)) continue;
        const { f32, u32 } = state.queries;
        const place = [0, 1, 2].map((k) =>
          Math.fround(corners.reduce((sum, corner, c) => sum + weights[c] * corner[k], 0)),
        );
        const vertex = point.kind === 'surface' ? point.vertices[0] : NONE;
        const found = [
          ...f32.subarray(at, at + 3),
          u32[at + QUERY.vertex],
          u32[at + QUERY.source],
          f32[at + QUERY.along],
        ];
        expect([`${u32[at + QUERY.body]} ${u32[at + QUERY.tet]}`, ...found].join()).toBe(
          [pair, ...place, vertex, i, point.kind === 'edge' ? along : 0].join(),
        );
      }
    });
    expect(state.counters[COUNTERS.pairs]).toBe(next);
    expect(state.counters[COUNTERS.queries]).toBe(Math.min(next, initialQueries(world)));
  });

  it('are the same whoever looks, and marked before they are asked', () => {
    const kept = { pairs: state.pairs.slice(), counts: state.pairCounts.slice() };
    detect(context, 7, true);
    expect(state.pairs).toEqual(kept.pairs);
    expect(state.pairCounts).toEqual(kept.counts);
    detect({ ...context, argument: CONTAINMENT.classify });
    expect(Array.from(state.inside)).toEqual(
      Array.from(kept.counts, (count) => (count > 0 ? POINT_CLASS.inside : POINT_CLASS.outside)),
    );
    state.inside.forEach((_, i) => {
      if (i % 2) state.inside[i] = 0;
    });
    detect({ ...context, argument: CONTAINMENT.inside });
    state.pairCounts.forEach((count, i) => {
      expect(count).toBe(i % 2 ? 0 : kept.counts[i]);
    });
    detect(context);
  });

  it('other than surface vertices are no part of measuring', () => {
    state.pairCounts.fill(PAIRS_PER_POINT);
    detect({ ...context, argument: CONTAINMENT.measured });
    runInRanges(queries, { ...context, argument: QUERIES.measured });
    const measured = state.pairCounts.subarray(0, world.surfaceVertexCount).reduce((sum, count) => sum + count, 0);
    expect(state.counters[COUNTERS.queries]).toBe(measured);
    expect(state.pairCounts.subarray(world.surfaceVertexCount).every((count) => count === PAIRS_PER_POINT)).toBe(true);
    for (let q = 0; q < measured; q++)
      expect(state.queries.u32[QUERY.stride * q + QUERY.source]).toBeLessThan(world.surfaceVertexCount);
  });
});

it('edges alone are asked for without inner vertices and centroids; vertices take no more room than before', () => {
  const [vertices, edges] = (['vertices', 'edges'] as const).map((contactPoints) =>
    boxWorld({ contactPoints, parameters: { recovery: 'paths' } }),
  );
  const { points, surfaceVertexCount, edgeCount } = edges.world;
  expect(points).toMatchObject({
    firstInner: surfaceVertexCount,
    firstCentroid: surfaceVertexCount,
    firstEdge: surfaceVertexCount,
    count: surfaceVertexCount + edgeCount,
  });
  expect(vertices.world.points.count).toBe(surfaceVertexCount);
  expect(vertices.state.pairs.length).toBe(2 * PAIRS_PER_POINT * surfaceVertexCount);
  const context = contextWith(edges, CONTAINMENT.all);
  refitAll(context);
  detect(context);
  const all = contextWith(boxWorld({ contactPoints: 'all' }), CONTAINMENT.all);
  refitAll(all);
  detect(all);
  for (let edge = 0; edge < edgeCount; edge++)
    expect(pairsOfPoint(context, points.firstEdge + edge)).toEqual(
      pairsOfPoint(all, all.world.points.firstEdge + edge),
    );
});
