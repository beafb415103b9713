import { describe, expect, it } from 'vitest';
import { containment } from '../../../../src/simulation/detect/containment.ts';
import { edgeContainment } from '../../../../src/simulation/detect/edge-containment.ts';
import { PAIRS_PER_POINT } from '../../../../src/simulation/capacities.ts';
import { CONTAINMENT, COUNTERS, POINT_CLASS } from '../../../../src/simulation/state.ts';
import type { Context } from '../../../../src/simulation/program/stage.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';
import { contextWith, pointOf, refitAll, volume6 } from '../../../fixtures/detection.ts';
import { type ExpectedPoint, expectedPoints, pairsOfPoint } from '../../../fixtures/points.ts';
import { runInRanges } from '../../../fixtures/stages.ts';

/** Inverted tetrahedra, and those among them with a boundary face, as far as the list of faces says. */
interface Inverted {
  /** Their ids. */
  readonly all: Set<number>;
  /** Id to vertices (over all bodies). */
  readonly boundary: Map<number, readonly number[]>;
}

/** The inverted tetrahedra of each body, by brute force. */
function findInverted({ world, state }: Context): Inverted[] {
  return world.bodies.map(({ model, vertexBase }) => {
    const { tets, tetCount, faces } = world.models[model].topology;
    const key = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join();
    const boundary = new Set<string>();
    for (let f = 0; f < faces.length; f += 3) boundary.add(key([...faces.subarray(f, f + 3)]));
    const found = { all: new Set<number>(), boundary: new Map<number, readonly number[]>() };
    for (let t = 0; t < tetCount; t++) {
      const ids = [...tets.subarray(4 * t, 4 * t + 4)];
      const all = ids.map((v) => v + vertexBase);
      const [a, b, c, d] = all.map((v) => pointOf(state.positions, v));
      if (volume6(a, b, c, d) >= 0) continue;
      found.all.add(t);
      if ([0, 1, 2, 3].some((k) => boundary.has(key(ids.filter((_, i) => i !== k))))) found.boundary.set(t, all);
    }
    return found;
  });
}

/** Whether contacts skip each pair of a point. */
function leftOut(
  { kind, body, vertices }: ExpectedPoint,
  pair: string,
  tets: ReadonlyMap<string, number>,
  inverted: readonly Inverted[],
) {
  const [other, tet] = pair.split(' ').map(Number);
  if (other !== body) return false;
  const { all, boundary } = inverted[body];
  if (kind === 'inner') return all.has(tet);
  if (kind === 'centroid') return all.has(tet) || all.has(tets.get(vertices.join())!);
  return boundary.has(tet) || [...boundary.values()].some((ids) => vertices.every((v) => ids.includes(v)));
}

const byIds = (a: string, b: string) => {
  const [x, y] = [a, b].map((pair) => pair.split(' ').map(Number));
  return x[0] - y[0] || x[1] - y[1];
};

describe.each([
  ['one body', 0.9, 1],
  ['three bodies', 0.8, 3],
] as const)('inverted boundary tetrahedra of %s', (_, shake, bodies) => {
  const context = contextWith(boxWorld({ contactPoints: 'all', shake, bodies }), CONTAINMENT.all);
  const { state } = context;
  refitAll(context);
  const inverted = findInverted(context);
  const expected = expectedPoints(context);
  /** Tetrahedra of their bodies by their vertices. */
  const tetIds = new Map(
    context.world.bodies.flatMap(({ model, vertexBase }) => {
      const { tets, tetCount } = context.world.models[model].topology;
      return Array.from({ length: tetCount }, (_, t): [string, number] => [
        Array.from(tets.subarray(4 * t, 4 * t + 4), (v) => v + vertexBase).join(),
        t,
      ]);
    }),
  );

  it('take no part in contacts within their body, and are counted', () => {
    state.counters.fill(0);
    for (const stage of [containment, edgeContainment]) runInRanges(stage, context);
    const skipped = { surface: 0, inner: 0, centroid: 0, edge: 0 };
    let unsure = 0;
    expected.forEach((point, i) => {
      const out = point.inside.filter((pair) => leftOut(point, pair, tetIds, inverted));
      skipped[point.kind] += out.length;
      unsure += point.open.length;
      if (point.open.length > 0) return;
      const left = point.inside.filter((pair) => !out.includes(pair)).sort(byIds);
      const { pairs } = pairsOfPoint(context, i);
      if (point.kind !== 'edge') {
        expect(pairs).toEqual(left.slice(0, PAIRS_PER_POINT));
        return;
      }
      expect(pairs).toHaveLength(Math.min(1, left.length));
      const distance = (pair: string) => Math.abs(point.middles[point.inside.indexOf(pair)] - 0.5);
      if (left.length > 0) expect(distance(pairs[0])).toBeCloseTo(Math.min(...left.map(distance)), 9);
    });
    for (const kind of ['surface', 'centroid', 'edge'] as const)
      expect([kind, skipped[kind] > 2]).toEqual([kind, true]);
    const total = Object.values(skipped).reduce((sum, count) => sum + count, 0);
    expect(Math.abs(state.counters[COUNTERS.invertedSkipped] - total)).toBeLessThanOrEqual(unsure);
    if (bodies > 1) {
      const between = expected.filter(({ body, inside }, i) => {
        const touches = inside.some((pair) => {
          const [other, tet] = pair.split(' ').map(Number);
          return other !== body && inverted[other].boundary.has(tet);
        });
        return touches && state.pairCounts[i] > 0;
      });
      expect(between.length).toBeGreaterThan(5);
    }
  });

  it('leave their points to CCD with others, and count when measuring', () => {
    state.counters.fill(0);
    for (const stage of [containment, edgeContainment])
      runInRanges(stage, { ...context, argument: CONTAINMENT.classify });
    const counts = { [POINT_CLASS.outside]: 0, [POINT_CLASS.inside]: 0, [POINT_CLASS.inverted]: 0 };
    expected.forEach((point, i) => {
      if (point.open.length > 0) return;
      const left = point.inside.filter((pair) => !leftOut(point, pair, tetIds, inverted));
      const otherwise = point.inside.length > 0 ? POINT_CLASS.inverted : POINT_CLASS.outside;
      const where = left.length > 0 ? POINT_CLASS.inside : otherwise;
      expect(state.inside[i]).toBe(where);
      counts[where]++;
    });
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
    state.counters.fill(0);
    runInRanges(containment, { ...context, argument: CONTAINMENT.measured });
    expected.forEach(({ kind, inside, open }, i) => {
      if (kind === 'surface' && open.length === 0)
        expect(pairsOfPoint(context, i).pairs).toEqual(inside.sort(byIds).slice(0, PAIRS_PER_POINT));
    });
    expect(state.counters[COUNTERS.invertedSkipped]).toBe(0);
  });
});
