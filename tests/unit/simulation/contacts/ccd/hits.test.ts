import { describe, expect, it } from 'vitest';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { createSheet } from '../../../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../../../src/simulation/world/create-world.ts';
import { edgeEdge } from '../../../../../src/simulation/contacts/ccd/stages.ts';
import { hits } from '../../../../../src/simulation/contacts/ccd/hits.ts';
import { vertexFace } from '../../../../../src/simulation/contacts/ccd/stages.ts';
import { initialOrders } from '../../../../../src/simulation/detect/rebuild.ts';
import { initialState } from '../../../../../src/simulation/initial-state.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { CAPACITY, HITS_PER_EDGE, initialHits, initialQueries } from '../../../../../src/simulation/capacities.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, HIT } from '../../../../../src/simulation/state.ts';
import {
  bentWorld,
  contextWith,
  movingBoxes,
  type Point,
  pointOf,
  sweepAll,
  volume6,
} from '../../../../fixtures/detection.ts';
import { cross, dot, minus } from '../../../../fixtures/vectors.ts';
import { sheetMesh } from '../../../../fixtures/sheet.ts';
import { cornerTet, parametersWith, runInRanges } from '../../../../fixtures/stages.ts';

function findHits(context: Context): Context {
  sweepAll(context);
  for (const stage of [vertexFace, edgeEdge, hits]) runInRanges(stage, context);
  return context;
}

function readContact({ world, state }: Context, i: number) {
  const { f32, u32 } = state.contacts;
  const at = CONTACT.stride * (initialQueries(world) + i);
  const vertices = Array.from(u32.subarray(at + CONTACT.vertices, at + CONTACT.vertices + 4));
  const weights = Array.from(f32.subarray(at + CONTACT.weights, at + CONTACT.weights + 4));
  const normal: Point = [f32[at + CONTACT.normal], f32[at + CONTACT.normal + 1], f32[at + CONTACT.normal + 2]];
  /** Gap, sum of w_i x_i, at a time of the step. */
  const gap = (t: number): Point => {
    const sum: [number, number, number] = [0, 0, 0];
    vertices.forEach((v, k) => {
      const p = pointOf(state.positionsT0, v);
      const q = pointOf(state.positions, v);
      for (let axis = 0; axis < 3; axis++) sum[axis] += weights[k] * ((1 - t) * p[axis] + t * q[axis]);
    });
    return sum;
  };
  return { kind: u32[at + CONTACT.kind], offset: f32[at + CONTACT.offset], vertices, weights, normal, gap };
}

const length = (p: Point): number => Math.sqrt(dot(p, p));
/** Tolerance [m] in worlds of a few metres: float32 weights and times, doubled by the products. */
const ROUNDING = 1e-5;

describe.each([1, 2, 3])('contacts of flying boxes, seed %i', (seed) => {
  const context = findHits(contextWith(movingBoxes(seed, 2)));
  const { world, state } = context;
  /** Element by element, the earliest first. */
  const times = (kind: 'vertexHits' | 'edgeHits', count: number, each: number) =>
    Array.from({ length: count * each }, (_, i) => Math.floor(i / each) + count * (i % each))
      .map((record) => state[kind].f32[HIT.stride * record + HIT.t])
      .filter((t) => t <= 1);
  const vertexTimes = times('vertexHits', world.surfaceVertexCount, 1);
  const edgeTimes = times('edgeHits', world.edgeCount, HITS_PER_EDGE);

  it('are one a hit, vertices first', () => {
    expect(vertexTimes.length).toBeGreaterThan(5);
    expect(edgeTimes.length).toBeGreaterThan(5);
    expect(state.counters[COUNTERS.contactsCcd]).toBe(vertexTimes.length + edgeTimes.length);
    [...vertexTimes, ...edgeTimes].forEach((t, i) => {
      const { kind, offset, weights, normal, gap } = readContact(context, i);
      expect(kind).toBe(i < vertexTimes.length ? CONTACT_KINDS.vertexFace : CONTACT_KINDS.edgeEdge);
      // Those of vertices keep the gap that there was, up to a two-hundredth of an edge (contacts/guarantee).
      const edgeLength = world.models[0].edgeLength;
      const isVertex = i < vertexTimes.length;
      const kept = isVertex ? Math.min(0.005 * edgeLength, Math.max(0, dot(gap(0), normal))) : 0;
      expect(Math.abs(offset - context.parameters.contactOffset - kept)).toBeLessThan(ROUNDING);
      expect(length(normal)).toBeCloseTo(1, 6);
      expect(weights.reduce((a, b) => a + b)).toBeCloseTo(0, 6);
      expect(length(gap(t))).toBeLessThan(ROUNDING);
    });
  });

  it("of vertices have the face's normal at the end, outward by the face's own order", () => {
    vertexTimes.forEach((_, i) => {
      const { vertices, weights, normal } = readContact(context, i);
      const [a, b, c] = vertices.slice(1).map((v) => pointOf(state.positions, v));
      const area = cross(minus(b, a), minus(c, a));
      expect(dot(area, normal)).toBeCloseTo(length(area), 5);
      expect(weights[0]).toBe(1);
      expect(Math.max(...weights.slice(1))).toBeLessThanOrEqual(0);
    });
  });

  it('of edges are perpendicular to both when they meet, on the side of the start', () => {
    edgeTimes.forEach((t, i) => {
      const { vertices, normal, gap } = readContact(context, vertexTimes.length + i);
      const at = vertices.map((v) => {
        const [p, q] = [pointOf(state.positionsT0, v), pointOf(state.positions, v)];
        return p.map((x, k) => (1 - t) * x + t * q[k]) as unknown as Point;
      });
      const [a, b] = [minus(at[1], at[0]), minus(at[3], at[2])];
      const sine = length(cross(a, b)) / (length(a) * length(b));
      if (sine < 0.01) return; // the tests below
      expect(Math.abs(dot(normal, a))).toBeLessThan(ROUNDING * length(a));
      expect(Math.abs(dot(normal, b))).toBeLessThan(ROUNDING * length(b));
      if (length(gap(0)) > 0.01) expect(dot(gap(0), normal)).toBeGreaterThan(-ROUNDING);
    });
  });
});

/** The corner tetrahedron at the origin and, below its edge along x, a second one with the given first edge, which moves. */
function edgeOnEdge(p: Point, q: Point, motion: Point): Context {
  const others: [Point, Point] = [
    [0.3, -3, -2],
    [0.8, -2, -3],
  ];
  if (volume6(p, q, ...others) < 0) others.reverse();
  const positions = Float32Array.from([p, q, ...others].flat());
  const model = cornerTet();
  const made = createWorld(
    [
      { model, positions: model.mesh.positions },
      { model, positions },
    ],
    [],
  );
  const state = initialState(made.world, made.positions, parametersWith({}), (bytes) => new ArrayBuffer(bytes));
  for (let i = 12; i < 24; i++) state.positions[i] += motion[i % 3];
  return contextWith({ world: made.world, state });
}

/** The contact between the first edges (0, 1) of both bodies. */
function firstEdges(context: Context) {
  const count = context.state.counters[COUNTERS.contactsCcd];
  const found = Array.from({ length: count }, (_, i) => readContact(context, i));
  return found.find(({ kind, vertices }) => kind === CONTACT_KINDS.edgeEdge && vertices.join() === '4,5,0,1');
}

const DOWN = -Math.SQRT1_2;

describe('edges', () => {
  it('that cross get the side that they came from', () => {
    const { normal } = firstEdges(findHits(edgeOnEdge([0.5, -2, 0], [0.5, 0, -2], [0, 1.5, 1.5])))!;
    [0, DOWN, DOWN].forEach((x, k) => {
      expect(normal[k]).toBeCloseTo(x, 6);
    });
  });

  it('that touched already are told apart by their surfaces, whichever way they run', () => {
    const ends: [Point, Point] = [
      [0.5, -1, 1],
      [0.5, 1, -1],
    ];
    for (const [p, q] of [ends, ends.toReversed()]) {
      const { normal } = firstEdges(findHits(edgeOnEdge(p, q, [0, 0.25, 0.25])))!;
      [0, DOWN, DOWN].forEach((x, k) => {
        expect(normal[k]).toBeCloseTo(x, 6);
      });
    }
  });

  it('that are parallel get the direction that they were apart in', () => {
    const { normal } = firstEdges(findHits(edgeOnEdge([0.25, -1, -1], [0.75, -1, -1], [0, 1.5, 1.5])))!;
    [0, DOWN, DOWN].forEach((x, k) => {
      expect(normal[k]).toBeCloseTo(x, 6);
    });
  });

  it('that are parallel and touched already are given up and counted', () => {
    const context = findHits(edgeOnEdge([0.25, 0, 0], [0.75, 0, 0], [0, 0, 0]));
    expect(firstEdges(context)).toBeUndefined();
    expect(context.state.counters[COUNTERS.contactsGivenUp]).toBeGreaterThan(0);
    expect(context.state.counters[COUNTERS.contactsDropped]).toBe(0);
  });
});

/** A level sheet at rest, and a corner tetrahedron whose lowest vertex, its tip, moves through the sheet from one height to another. */
function tipThroughSheet(from: number, to: number): Context {
  const sheet = createSheet('sheet', sheetMesh(2, 1), 0.1);
  const tip = [0.2, from, 0.4];
  const others = [
    [0.3, 2, 0.2],
    [0.4, 2, 0.6],
    [0.1, 2.1, 0.5],
  ].map(([x, y, z]) => [x, from > to ? y + from : from - y, z]);
  const corners = [tip, ...others] as unknown as [Point, Point, Point, Point];
  if (volume6(...corners) < 0) corners.push(...(corners.splice(2, 2).reverse() as [Point, Point]));
  const body = createModel(
    'body',
    { positions: Float32Array.from(corners.flat()), tets: Uint32Array.of(0, 1, 2, 3) },
    1,
  );
  const made = createWorld(
    [sheet, body].map((model) => ({ model, positions: model.mesh.positions })),
    [],
  );
  const state = initialState(made.world, made.positions, parametersWith({}), (bytes) => new ArrayBuffer(bytes));
  initialOrders(made.world, state);
  for (let v = made.world.bodies[1].vertexBase; v < made.world.vertexCount; v++)
    state.positions[3 * v + 1] += to - from;
  return contextWith({ world: made.world, state });
}

describe('a vertex that hits a sheet', () => {
  it.each([
    ['from above', 0.1, -0.1, 1],
    ['from below', -0.1, 0.1, -1],
    ['from its plane downward', 0, -0.1, 1],
    ['from its plane upward', 0, 0.1, -1],
  ])('%s gets the side that it came from', (_, from, to, side) => {
    const context = findHits(tipThroughSheet(from, to));
    const count = context.state.counters[COUNTERS.contactsCcd];
    const found = Array.from({ length: count }, (_, i) => readContact(context, i)).filter(
      ({ kind }) => kind === CONTACT_KINDS.vertexFace,
    );
    expect(found).toHaveLength(1);
    expect(found[0].vertices[0]).toBe(context.world.bodies[1].vertexBase);
    [0, side, 0].forEach((x, k) => {
      expect(found[0].normal[k]).toBeCloseTo(x, 6);
    });
  });
});

describe('an edge that touched an edge of a sheet already', () => {
  // The sheet has no outside, so the tetrahedron's own surface gives the direction.
  it.each([1, -1])('gets the side of its own body, %d', (side) => {
    const sheet = createSheet('sheet', sheetMesh(1, 2), 0.1);
    // Its lowest edge lies across the sheet's rim, the rest above; or all upside down.
    const corners = [
      [0.1, 0, -1.5],
      [0.1, 0, -0.5],
      [0.6, side, -1.2],
      [-0.4, side, -1.2],
    ] as unknown as [Point, Point, Point, Point];
    if (volume6(...corners) < 0) corners.push(...(corners.splice(2, 2).reverse() as [Point, Point]));
    const positions = Float32Array.from(corners.flat());
    const body = createModel('body', { positions, tets: Uint32Array.of(0, 1, 2, 3) }, 1);
    const placements = [sheet, body].map((model) => ({ model, positions: model.mesh.positions }));
    const made = createWorld(placements, []);
    const state = initialState(made.world, made.positions, parametersWith({}), (bytes) => new ArrayBuffer(bytes));
    initialOrders(made.world, state);
    for (let v = made.world.bodies[1].vertexBase; v < made.world.vertexCount; v++)
      state.positions[3 * v + 1] -= 0.1 * side;
    const context = findHits(contextWith({ world: made.world, state }));
    const count = context.state.counters[COUNTERS.contactsCcd];
    const found = Array.from({ length: count }, (_, i) => readContact(context, i)).filter(
      ({ kind, vertices }) => kind === CONTACT_KINDS.edgeEdge && vertices.slice(0, 2).join() === '4,5',
    );
    expect(found.length).toBeGreaterThan(0);
    for (const { normal } of found) expect(normal[1]).toBeCloseTo(side, 5);
  });
});

it('hits past the capacity are counted', () => {
  const context = contextWith(bentWorld('coil', 1, [0.31, 0.17, 0.43], 3));
  const { world, state } = context;
  const total = world.surfaceVertexCount + HITS_PER_EDGE * world.edgeCount;
  expect(total).toBeGreaterThan(initialHits(world));
  runInRanges(hits, context); // records of zeros: all hit the first body's first elements
  expect(state.counters[COUNTERS.contactsCcd]).toBe(initialHits(world));
  const { contactsDropped, contactsGivenUp, needs } = COUNTERS;
  expect(state.counters[contactsDropped] + state.counters[contactsGivenUp]).toBe(total - initialHits(world));
  expect(state.counters[needs + CAPACITY.hits]).toBe(initialHits(world) + state.counters[contactsDropped]);
});
