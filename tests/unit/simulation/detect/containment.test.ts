import { describe, expect, it } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { visitContainingTets } from '../../../../src/simulation/detect/containing-tets.ts';
import { containment } from '../../../../src/simulation/detect/containment.ts';
import { queries } from '../../../../src/simulation/detect/queries.ts';
import { initialState } from '../../../../src/simulation/initial-state.ts';
import type { Context } from '../../../../src/simulation/program/stage.ts';
import { PAIRS_PER_POINT, initialQueries } from '../../../../src/simulation/capacities.ts';
import { CONTAINMENT, COUNTERS, POINT_CLASS, INSIDE_MARGIN, QUERY } from '../../../../src/simulation/state.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';
import {
  areApart,
  bentWorld,
  boxOf,
  contextWith,
  type Point,
  pointOf,
  refitAll,
  volume6,
} from '../../../fixtures/detection.ts';
import { loadPathCase, NO_PATH_CASES } from '../../../fixtures/path-cases.ts';
import { parametersWith, runInRanges } from '../../../fixtures/stages.ts';

/** Coordinates that differ from the margin by less than this may fall on either side by rounding. */
const ROUNDING = 1e-9;

/** Barycentric coordinates as ratios of volumes with one corner replaced by the point. */
function barycentric(corners: readonly Point[], p: Point): number[] {
  const [a, b, c, d] = corners;
  const whole = volume6(a, b, c, d);
  return [volume6(p, b, c, d), volume6(a, p, c, d), volume6(a, b, p, d), volume6(a, b, c, p)].map((v) => v / whole);
}

/** All pairs "body tet" of each surface vertex, by testing everything; `open` are those that rounding may decide. */
function bruteForce({ world, state }: Context) {
  const all = world.bodies.flatMap(({ model, vertexBase }, body) => {
    const { tets, tetCount } = world.models[model].topology;
    return Array.from({ length: tetCount }, (_, tet) => {
      const ids = Array.from(tets.subarray(4 * tet, 4 * tet + 4), (v) => v + vertexBase);
      const corners = ids.map((v) => pointOf(state.positions, v));
      return { name: `${body} ${tet}`, ids, corners, box: boxOf(corners) };
    });
  });
  return Array.from(world.surfaceVertices, (vertex) => {
    const p = pointOf(state.positions, vertex);
    const box = boxOf([p]);
    const inside: string[] = [];
    const open: string[] = [];
    for (const tet of all) {
      if (areApart(box, tet.box) || tet.ids.includes(vertex)) continue;
      const least = Math.min(...barycentric(tet.corners, p));
      if (Math.abs(least - INSIDE_MARGIN) < ROUNDING) open.push(tet.name);
      else if (least > INSIDE_MARGIN) inside.push(tet.name);
    }
    return { inside, open };
  });
}

function allPairs({ world, state, scratch }: Context, surface: number): string[] {
  const found: string[] = [];
  visitContainingTets(scratch.detect.containing, world, state, surface, {
    visit(body, tet) {
      found.push(`${body} ${tet}`);
      return false;
    },
  });
  return found;
}

const pairsOf = ({ state }: Context, s: number): string[] =>
  Array.from({ length: state.pairCounts[s] }, (_, i) => {
    const at = 2 * (PAIRS_PER_POINT * s + i);
    return `${state.pairs[at]} ${state.pairs[at + 1]}`;
  });

const WORLDS = [
  ['three shaken boxes', () => boxWorld(), 10],
  ['one box with inverted tetrahedra', () => boxWorld({ shake: 0.9, bodies: 1 }), 10],
  ['three boxes with inverted tetrahedra', () => boxWorld({ seed: 3, shake: 0.7 }), 10],
  ['two coils', () => bentWorld('coil'), 10],
  ['two coils of a micrometre', () => bentWorld('coil', 1e-6), 10],
  ['two coils of a thousand kilometres', () => bentWorld('coil', 1e6), 10],
  ['two twisted bars', () => bentWorld('twisted'), 10],
  ['two rings, points on points', () => bentWorld('ring', 1, [0, 0, 0], 2, 'vertices', 'regions'), 0],
  ['six coils, more than a vertex keeps', () => bentWorld('coil', 1, [0.11, 0.07, -0.09], 6), 10],
] as const;

describe.each(WORLDS)('containment of %s', (name, make, leastTotal) => {
  const context = contextWith(make());
  refitAll(context);
  const expected = bruteForce(context);

  it('finds what brute force finds', () => {
    let total = 0;
    expected.forEach(({ inside, open }, s) => {
      const found = allPairs(context, s).filter((pair) => !open.includes(pair));
      expect(found.toSorted()).toEqual(inside.toSorted());
      total += inside.length;
    });
    expect(total).toBeGreaterThanOrEqual(leastTotal);
  });

  it('marks, keeps the smallest pairs in order, and counts what does not fit', () => {
    const { world, state } = context;
    // Measuring counts points on inner faces, and so do steps that part regions.
    const parameters = { ...context.parameters, recovery: 'regions' } as const;
    runInRanges(containment, { ...context, parameters, argument: CONTAINMENT.classify });
    state.counters.fill(0);
    runInRanges(containment, { ...context, argument: CONTAINMENT.measured });
    let dropped = 0;
    for (let s = 0; s < world.surfaceVertexCount; s++) {
      const all = allPairs(context, s).map((pair) => pair.split(' ').map(Number));
      const sorted = all.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((pair) => pair.join(' '));
      // inverted-boundary.test.ts checks which of them are inverted elements of its own body.
      expect(state.inside[s] > 0).toBe(sorted.length > 0);
      expect(pairsOf(context, s)).toEqual(sorted.slice(0, PAIRS_PER_POINT));
      dropped += Math.max(0, sorted.length - PAIRS_PER_POINT);
    }
    expect(state.counters[COUNTERS.pairsDropped]).toBe(dropped);
    if (name.startsWith('six')) expect(dropped).toBeGreaterThan(10);
    const kept = state.pairs.slice();
    const counts = state.pairCounts.slice();
    for (const size of [1, 13]) {
      runInRanges(containment, { ...context, argument: CONTAINMENT.measured }, size, true);
      expect(state.pairs).toEqual(kept);
      expect(state.pairCounts).toEqual(counts);
    }
  });
});

it('in the mode `inside`, only vertices marked before get pairs', () => {
  const context = contextWith(boxWorld());
  const { state } = context;
  refitAll(context);
  runInRanges(containment, { ...context, argument: CONTAINMENT.classify });
  const inside = state.inside.slice();
  state.inside.forEach((_, s) => {
    if (s % 2) state.inside[s] = 0;
  });
  runInRanges(containment, { ...context, argument: CONTAINMENT.inside });
  state.pairCounts.forEach((count, s) => {
    expect(count > 0).toBe(s % 2 === 0 && inside[s] === POINT_CLASS.inside);
  });
});

it('tetrahedra without volume and positions that are not numbers hold nothing', () => {
  const flat = contextWith(boxWorld());
  for (let i = 2; i < flat.state.positions.length; i += 3) flat.state.positions[i] = 0;
  const broken = contextWith(boxWorld());
  broken.state.positions.fill(Number.NaN);
  for (const context of [flat, broken]) {
    refitAll(context);
    runInRanges(containment, { ...context, argument: CONTAINMENT.measured });
    expect(context.state.pairCounts.every((count) => count === 0)).toBe(true);
  }
});

describe('queries', () => {
  it('list the pairs in order, at the positions of their vertices', () => {
    const context = contextWith(boxWorld({ seed: 3, shake: 0.7 }), CONTAINMENT.measured);
    const { world, state } = context;
    refitAll(context);
    runInRanges(containment, context);
    runInRanges(queries, context);
    let next = 0;
    for (let s = 0; s < world.surfaceVertexCount; s++) {
      expect(state.pairOffsets[s]).toBe(next);
      for (const pair of pairsOf(context, s)) {
        const at = QUERY.stride * next++;
        const { f32, u32 } = state.queries;
        expect(Array.from(f32.subarray(at, at + 3))).toEqual(pointOf(state.positions, world.surfaceVertices[s]));
        expect(u32[at + QUERY.vertex]).toBe(world.surfaceVertices[s]);
        expect(`${u32[at + QUERY.body]} ${u32[at + QUERY.tet]}`).toBe(pair);
      }
    }
    expect(next).toBeGreaterThan(50);
    expect(state.counters[COUNTERS.pairs]).toBe(next);
    expect(state.counters[COUNTERS.queries]).toBe(next);
    expect(state.counters[COUNTERS.contactsDropped]).toBe(0);
  });

  it('past the capacity are counted', () => {
    const context = contextWith(bentWorld('coil'));
    const { world, state } = context;
    state.pairCounts.fill(PAIRS_PER_POINT);
    const total = PAIRS_PER_POINT * world.surfaceVertexCount;
    const capacity = initialQueries(world);
    expect(total).toBeGreaterThan(capacity);
    runInRanges(queries, context);
    expect(state.counters[COUNTERS.queries]).toBe(capacity);
    expect(state.counters[COUNTERS.contactsDropped]).toBe(total - capacity);
  });
});

describe.skipIf(NO_PATH_CASES)(`the shared path cases${NO_PATH_CASES}`, () => {
  it.each(['octopus-self', 'noodle-coil', 'octopus-inverted'])('every pair of %s is found', (name) => {
    const { positions, rest, tets, vertices, elements } = loadPathCase(name);
    const model = createModel(name, { positions: rest, tets }, 1);
    const { world } = createWorld([{ model, positions }], []);
    const state = initialState(world, positions, parametersWith({}), (bytes) => new ArrayBuffer(bytes));
    const context = contextWith({ world, state });
    refitAll(context);
    const { surfaceIndices } = model.topology;
    let looked = 0;
    vertices.forEach((vertex, i) => {
      if (vertex < 0 || surfaceIndices[vertex] === NONE) return;
      const corners = Array.from(tets.subarray(4 * elements[i], 4 * elements[i] + 4));
      const inElement = barycentric(
        corners.map((v) => pointOf(positions, v)),
        pointOf(positions, vertex),
      );
      const least = Math.min(...inElement);
      if (corners.includes(vertex) || !(least > INSIDE_MARGIN + ROUNDING)) return;
      expect(allPairs(context, surfaceIndices[vertex])).toContain(`0 ${elements[i]}`);
      looked++;
    });
    expect(looked).toBeGreaterThan(0.9 * vertices.length);
  });
});
