import { TYPESCRIPT_KERNELS } from '../../../../../src/simulation/program/kernels.ts';
import { describe, expect, it } from 'vitest';
import { fieldContacts } from '../../../../../src/simulation/contacts/paths/field-contacts.ts';
import type { SimulationParameters } from '../../../../../src/simulation/parameters.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, QUERY } from '../../../../../src/simulation/state.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';
import { createPointSource, lookUpSource } from '../../../../../src/simulation/world/points.ts';
import { boxWorld, seededRandom } from '../../../../fixtures/box-world.ts';
import { pointOf, volume6 } from '../../../../fixtures/detection.ts';
import { parametersWith, runInRanges } from '../../../../fixtures/stages.ts';

/** Rounding of float32 in the records, of numbers up to 1 and of depths of some metres. */
const ROUNDING = 1e-6;

interface Given {
  /** Number of the contact point. */
  readonly source: number;
  readonly along?: number;
  readonly body: number;
  readonly tet: number;
  /** Barycentric weights of the query's point in the element. */
  readonly weights: readonly number[];
}

/** Three boxes with random distances at their vertices, and contacts of the given queries. */
function contactsOf(given: readonly Given[], changed: Partial<SimulationParameters> = {}, size = Infinity): Context {
  const context: Context = {
    ...boxWorld({ contactPoints: 'all', materials: [{}, { density: 500 }, { density: 300 }] }),
    parameters: parametersWith({ contactOffset: 0.01, ...changed }),
    argument: 0,
    scratch: createScratch(),
    kernels: TYPESCRIPT_KERNELS,
  };
  const { queries, counters, fieldDistances, positions, positionsT0 } = context.state;
  const random = seededRandom(4);
  for (let v = 0; v < fieldDistances.length; v++) fieldDistances[v] = random();
  for (let i = 0; i < positions.length; i++) positionsT0[i] = positions[i] + 0.02 * (random() - 0.5);
  given.forEach(({ source, along = 0, body, tet, weights }, i) => {
    const q = QUERY.stride * i;
    queries.u32[q + QUERY.source] = source;
    queries.u32[q + QUERY.body] = body;
    queries.u32[q + QUERY.tet] = tet;
    queries.f32[q + QUERY.along] = along;
    const corners = cornersOf(context, body, tet).map((v) => pointOf(positions, v));
    for (let k = 0; k < 3; k++)
      queries.f32[q + QUERY.point + k] = corners.reduce((sum, x, c) => sum + weights[c] * x[k], 0);
  });
  counters[COUNTERS.queries] = given.length;
  runInRanges(fieldContacts, context, size);
  return context;
}
const cornersOf = ({ world }: Context, body: number, tet: number) => {
  const { model, vertexBase } = world.bodies[body];
  return [...world.models[model].topology.tets.subarray(4 * tet, 4 * tet + 4)].map((v) => v + vertexBase);
};
const record = ({ state }: Context, i: number) => {
  const at = CONTACT.stride * i;
  const { f32, u32 } = state.contacts;
  const count = u32[at + CONTACT.count];
  return {
    vertices: [...u32.subarray(at, at + count)],
    weights: [...f32.subarray(at + CONTACT.weights, at + CONTACT.weights + count)],
    normal: [...f32.subarray(at + CONTACT.normal, at + CONTACT.normal + 3)],
    offset: f32[at + CONTACT.offset],
    kind: u32[at + CONTACT.kind],
    materials: u32[at + CONTACT.materials],
  };
};

/** Carried distance at any point, by volumes of the element's parts: independent of fieldAt. */
function distanceAt({ state }: Context, corners: readonly number[], p: readonly number[]): number {
  const at = [p[0], p[1], p[2]] as const;
  const [a, b, c, d] = corners.map((v) => pointOf(state.positions, v));
  const parts = [volume6(at, b, c, d), volume6(a, at, c, d), volume6(a, b, at, d), volume6(a, b, c, at)];
  const whole = volume6(a, b, c, d);
  return parts.reduce((sum, part, i) => sum + (part / whole) * state.fieldDistances[corners[i]], 0);
}
/** Its gradient by differences; the distance is linear. */
const gradientAt = (context: Context, corners: readonly number[], p: readonly number[]) =>
  [0, 1, 2].map((k) => {
    const [lower, upper] = [-0.5, 0.5].map((by) =>
      distanceAt(
        context,
        corners,
        p.map((x, n) => (n === k ? x + by : x)),
      ),
    );
    return upper - lower;
  });
/** The constraint's function sum of w_i x_i . n at some positions. */
const heldAt = ({ vertices, weights, normal }: ReturnType<typeof record>, x: ArrayLike<number>) =>
  vertices.reduce(
    (sum, v, i) =>
      sum + weights[i] * [0, 1, 2].reduce((dot, k) => dot + normal[k] * (x[3 * v + k] - x[3 * vertices[0] + k]), 0),
    0,
  );

const WEIGHTS = [0.4, 0.3, 0.2, 0.1];

/** Queries of points of every kind, each in an element of another body that doesn't hold it; all of body 1. */
function queriesOfAllKinds(count: number): Given[] {
  const { world } = boxWorld({ contactPoints: 'all' });
  const random = seededRandom(11);
  const { points, models, bodies } = world;
  const starts = [0, points.firstInner, points.firstCentroid, points.firstEdge, points.count];
  return Array.from({ length: count }, (_, i) => {
    const kind = i % 4;
    const source = starts[kind] + Math.floor((starts[kind + 1] - starts[kind]) * random());
    const body = (points.bodies[source] + 1) % 3;
    const tet = Math.floor(models[bodies[body].model].topology.tetCount * random());
    return { source, along: random(), body, tet, weights: WEIGHTS };
  });
}

describe('fieldContacts', () => {
  const given = queriesOfAllKinds(240);
  const context = contactsOf(given, {}, 7);

  it('joins the point with the four vertices of the element that holds it, by weights that cancel out', () => {
    const { world } = context;
    const source = createPointSource();
    const counts = new Set<number>();
    given.forEach(({ source: point, along = 0, body, tet }, i) => {
      const contact = record(context, i);
      expect(contact.kind).toBe(CONTACT_KINDS.field);
      lookUpSource(source, world, point, along);
      counts.add(source.count + 4);
      expect(contact.vertices).toEqual([
        ...source.vertices.subarray(0, source.count),
        ...cornersOf(context, body, tet),
      ]);
      expect(Math.abs(contact.weights.reduce((sum, w) => sum + w))).toBeLessThan(ROUNDING);
      WEIGHTS.forEach((weight, k) => {
        expect(Math.abs(contact.weights[source.count + k] + weight)).toBeLessThan(5 * ROUNDING);
      });
      const owner = world.bodies[world.points.bodies[point]].material;
      expect(contact.materials).toBe(owner + 65536 * world.bodies[body].material);
    });
    // A vertex makes five, an edge six, a centroid eight.
    expect([...counts].sort()).toEqual([5, 6, 8]);
  });

  it('pushes outwards, as far as the distance would need to fall to 0, and contactOffset farther', () => {
    const slopes: number[] = [];
    for (const [i, { body, tet }] of given.entries()) {
      const contact = record(context, i);
      const corners = cornersOf(context, body, tet);
      const p = context.state.queries.f32.subarray(QUERY.stride * i + QUERY.point, QUERY.stride * i + QUERY.point + 3);
      const gradient = gradientAt(context, corners, [...p]);
      const slope = Math.hypot(...gradient);
      contact.normal.forEach((x, k) => {
        expect(Math.abs(x + gradient[k] / slope)).toBeLessThan(2 * ROUNDING);
      });
      const d = distanceAt(context, corners, [...p]);
      // A field with a slope below 0.5 has its zero too far away: the less it slopes, the less it pushes.
      const depth = slope < 0.5 ? 4 * d * slope : d / slope;
      slopes.push(slope);
      expect(Math.abs(contact.offset - depth - 0.01)).toBeLessThan(5 * ROUNDING * Math.max(1, depth));
      const end = [...p].map((x, k) => x + depth * contact.normal[k]);
      if (slope >= 0.5) expect(Math.abs(distanceAt(context, corners, end))).toBeLessThan(1e-5);
    }
    expect(slopes.filter((slope) => slope < 0.5).length).toBeGreaterThan(10);
    expect(slopes.filter((slope) => slope >= 0.5).length).toBeGreaterThan(100);
  });

  it('is limited by depenetrationSpeed: no farther in one step, and never deeper than before', () => {
    const [depenetrationSpeed, timeStep] = [30, 0.01];
    const limited = contactsOf(given, { depenetrationSpeed, timeStep });
    let held = 0;
    given.forEach((_, i) => {
      const [free, slow] = [record(context, i), record(limited, i)];
      expect({ ...slow, offset: 0 }).toEqual({ ...free, offset: 0 });
      const allowed = heldAt(slow, limited.state.positionsT0) + depenetrationSpeed * timeStep;
      expect(Math.abs(slow.offset - Math.min(free.offset, allowed))).toBeLessThan(1e-5);
      if (slow.offset < free.offset) held++;
    });
    expect(held).toBeGreaterThan(20);
    expect(held).toBeLessThan(given.length);
  });

  it('lists a vertex of the point that is a corner of the element once, with the sum of both weights', () => {
    const { world } = boxWorld({ contactPoints: 'all' });
    const { points } = world;
    const body = 1;
    const tet = 30;
    const corners = cornersOf({ world } as Context, body, tet);
    const vertex = points.vertices.subarray(0, points.firstCentroid).indexOf(corners[2]);
    const centroid = points.firstCentroid + world.bodies[body].tetBase + tet;
    const merged = contactsOf([
      { source: vertex, body, tet, weights: WEIGHTS },
      { source: vertex, body, tet, weights: [0, 0, 1, 0] },
      { source: centroid, body, tet, weights: WEIGHTS },
      { source: centroid, body, tet, weights: [0.97, 0.01, 0.01, 0.01] },
    ]);
    const near = (found: readonly number[], expected: readonly number[]) => {
      expect(found.length).toBe(expected.length);
      for (const [i, x] of found.entries()) expect(Math.abs(x - expected[i])).toBeLessThan(5 * ROUNDING);
    };
    const contact = record(merged, 0);
    expect(contact.kind).toBe(CONTACT_KINDS.field);
    expect(contact.vertices).toEqual([corners[2], ...corners]);
    near(contact.weights, [0.8, -0.4, -0.3, 0, -0.1]);
    // The vertex itself is the point, and a centroid's own weight is small: neither would move anything by much.
    expect(record(merged, 1).kind).toBe(CONTACT_KINDS.none);
    expect(record(merged, 2).kind).toBe(CONTACT_KINDS.none);
    const { contactsGivenUp, pathsMissing } = COUNTERS;
    const last = record(merged, 3);
    expect(last.kind).toBe(CONTACT_KINDS.field);
    expect(last.vertices).toEqual([...corners, ...corners]);
    near(last.weights, [-0.72, 0.24, 0.24, 0.24, 0, 0, 0, 0]);
    expect(merged.state.counters[contactsGivenUp]).toBe(2);
    expect(merged.state.counters[pathsMissing]).toBe(0);
  });

  it('makes no contact where nothing can be read, and counts it', () => {
    const before = contactsOf(given);
    const { state } = before;
    const { tets } = before.world.models[1].topology;
    // Body 2 has no distances; an element of body 1 is inverted.
    const { vertexBase } = before.world.bodies[2];
    state.fieldDistances.fill(0, vertexBase, vertexBase + before.world.models[1].topology.vertexCount);
    const inverted = given.findIndex(({ body }) => body === 1);
    const [a, b] = cornersOf(before, 1, given[inverted].tet);
    for (let k = 0; k < 3; k++)
      [state.positions[3 * a + k], state.positions[3 * b + k]] = [
        state.positions[3 * b + k],
        state.positions[3 * a + k],
      ];
    state.counters[COUNTERS.pathsMissing] = 0;
    state.contacts.u32.fill(3);
    runInRanges(fieldContacts, before, 11);
    const isMade = given.map((_, i) => record(before, i).kind !== CONTACT_KINDS.none);
    expect(isMade[inverted]).toBe(false);
    given.forEach(({ body }, i) => {
      if (body === 2) expect(isMade[i]).toBe(false);
      if (body === 0) expect(isMade[i]).toBe(true);
    });
    expect(state.counters[COUNTERS.pathsMissing]).toBe(isMade.filter((is) => !is).length);
    expect(tets.length).toBeGreaterThan(0);
  });
});
