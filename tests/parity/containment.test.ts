import { expect, it } from 'vitest';
import { containmentDispatches, queryDispatches, refitDispatches } from '../../src/simulation/detect/passes.ts';
import { PAIRS_PER_POINT } from '../../src/simulation/capacities.ts';
import { CONTAINMENT, COUNTERS, INSIDE_MARGIN, QUERY, type State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { containment } from '../../src/simulation/detect/containment.ts';
import { queries as queriesStage } from '../../src/simulation/detect/queries.ts';
import { refitBodies, refitTets } from '../../src/simulation/detect/refit.ts';
import { copyState, runKernel, runStage } from './harness.ts';

type Point = readonly number[];
const minus = (p: Point, q: Point) => p.map((x, i) => x - q[i]);
const determinant = (u: Point, v: Point, w: Point) =>
  u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);

/** Least barycentric coordinate, in float64. */
function leastCoordinate([a, b, c, d]: Point[], p: Point): number {
  const [u, v, w, q] = [minus(b, a), minus(c, a), minus(d, a), minus(p, a)];
  const volume = determinant(u, v, w);
  const parts = [determinant(q, v, w), determinant(u, q, w), determinant(u, v, q)].map((x) => x / volume);
  return Math.min(...parts, 1 - parts[0] - parts[1] - parts[2]);
}

/** Rounding error of float32 in a coordinate of a well-shaped tetrahedron of size 1, some metres from the origin. */
const ROUNDING = 2e-6;

/** All (body, tet) pairs of each surface vertex by brute force, `undefined` where rounding could decide. */
function oracle(world: World, { positions }: State): (string[] | undefined)[] {
  const at = (v: number) => Array.from(positions.subarray(3 * v, 3 * v + 3));
  return Array.from(world.surfaceVertices, (vertex) => {
    const found: string[] = [];
    let close = false;
    world.bodies.forEach(({ model, vertexBase }, body) => {
      const { tets, tetCount } = world.models[model].topology;
      for (let tet = 0; tet < tetCount; tet++) {
        const corners = Array.from(tets.subarray(4 * tet, 4 * tet + 4), (v) => v + vertexBase);
        if (corners.includes(vertex)) continue;
        const least = leastCoordinate(corners.map(at), at(vertex)) - INSIDE_MARGIN;
        if (least > 0) found.push(`${body} ${tet}`);
        close ||= Math.abs(least) < ROUNDING;
      }
    });
    return close ? undefined : found.sort();
  });
}

/** Squeezes the bodies, so that elements turn inside out and vertices lie in many at once. */
function crumple({ positions }: State): void {
  for (let i = 0; i < positions.length; i++) positions[i] = Math.abs((positions[i] % 1.7) - 0.6);
}

for (const [name, prepare] of [
  ['a pile', () => {}],
  ['a crumpled pile', crumple],
] as const)
  it(`finds every tetrahedron around every surface vertex of ${name}, and asks for its path`, async () => {
    const { world, state } = boxWorld();
    prepare(state);
    const dispatches = [
      ...refitDispatches(world),
      ...containmentDispatches(world, CONTAINMENT.classify),
      ...containmentDispatches(world, CONTAINMENT.measured),
      ...queryDispatches(world.points.count),
    ];
    const read = ['inside', 'pairCounts', 'pairOffsets', 'pairs', 'queries', 'counters'] as const;
    const { inside, pairCounts, pairOffsets, pairs, queries, counters } = await runKernel({
      label: name,
      world,
      state,
      dispatches,
      read,
    });
    const expected = oracle(world, state);
    const twin = { world, state: copyState(world, state), argument: CONTAINMENT.measured };
    for (const stage of [refitTets, refitBodies, containment, queriesStage]) runStage(stage, twin);
    runStage(containment, { ...twin, argument: CONTAINMENT.classify });
    let next = 0;
    let compared = 0;
    expected.forEach((found, i) => {
      const own = Array.from({ length: pairCounts[i] }, (_, k) => {
        const at = 2 * (PAIRS_PER_POINT * i + k);
        return `${pairs[at]} ${pairs[at + 1]}`;
      });
      expect(pairOffsets[i]).toBe(next);
      own.forEach((pair, k) => {
        const q = QUERY.stride * (next + k);
        expect(`${queries.u32[q + QUERY.body]} ${queries.u32[q + QUERY.tet]}`).toBe(pair);
        expect(queries.u32[q + QUERY.vertex]).toBe(world.surfaceVertices[i]);
        const v = 3 * world.surfaceVertices[i];
        expect(queries.f32.slice(q, q + 3)).toEqual(state.positions.slice(v, v + 3));
      });
      next += pairCounts[i];
      if (!found) return;
      const place = 2 * PAIRS_PER_POINT * i;
      const ofTwin = twin.state.pairs.subarray(place, place + 2 * twin.state.pairCounts[i]);
      expect(pairs.subarray(place, place + 2 * pairCounts[i])).toEqual(ofTwin);
      compared++;
      expect(inside[i]).toBe(twin.state.inside[i]);
      expect(inside[i] > 0).toBe(found.length > 0);
      expect(pairCounts[i]).toBe(Math.min(found.length, PAIRS_PER_POINT));
      if (found.length <= PAIRS_PER_POINT) expect(own.sort()).toEqual(found);
      else for (const pair of own) expect(found).toContain(pair);
    });
    expect(counters[COUNTERS.queries]).toBe(next);
    expect(counters[COUNTERS.pairs]).toBe(next);
    expect(next).toBeGreaterThan(20);
    expect(compared).toBeGreaterThan(0.8 * expected.length);
  });
