import { describe, expect, it } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { pathContacts } from '../../../../src/simulation/project/path-contacts.ts';
import type { Context } from '../../../../src/simulation/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, PATH, PATH_OVERFLOW, QUERY } from '../../../../src/simulation/state.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';
import { pointOf, volume6 } from '../../../fixtures/detection.ts';
import { parametersWith, runInRanges } from '../../../fixtures/stages.ts';

interface Given {
  readonly vertex: number;
  /** In place of the vertex. */
  readonly source?: number;
  readonly along?: number;
  readonly body: number;
  readonly face: number;
  readonly feature: number;
  readonly b: readonly [number, number];
}

function contactsOf(given: readonly Given[], size = Infinity, shake?: number): Context {
  const context: Context = {
    ...boxWorld({ contactPoints: 'all', ...(shake ? { shake } : {}) }),
    parameters: parametersWith({ contactOffset: 0.01 }),
    argument: 0,
    workerCount: 1,
  };
  const { queries, paths, counters } = context.state;
  given.forEach(({ vertex, source, along = 0, body, face, feature, b }, i) => {
    queries.u32[QUERY.stride * i + QUERY.source] = source ?? context.world.points.vertices.indexOf(vertex);
    queries.f32[QUERY.stride * i + QUERY.along] = along;
    queries.u32[QUERY.stride * i + QUERY.body] = body;
    paths.u32[PATH.stride * i + PATH.face] = face;
    paths.u32[PATH.stride * i + PATH.feature] = feature;
    paths.f32.set(b, PATH.stride * i + PATH.b0);
  });
  counters[COUNTERS.queries] = given.length;
  runInRanges(pathContacts, context, size);
  return context;
}
const record = ({ state }: Context, i: number) => {
  const at = CONTACT.stride * i;
  const { f32, u32 } = state.contacts;
  return {
    vertices: [...u32.subarray(at, at + u32[at + CONTACT.count])],
    weights: [...f32.subarray(at + CONTACT.w0, at + CONTACT.w0 + u32[at + CONTACT.count])],
    normal: [...f32.subarray(at + CONTACT.nx, at + CONTACT.nx + 3)],
    offset: f32[at + CONTACT.offset],
    kind: u32[at + CONTACT.kind],
  };
};

/** Unit sum of vector areas of those faces of a body that hold all of the given local vertices. */
function normalAround({ world, state }: Context, body: number, held: readonly number[]): number[] {
  const { model, vertexBase } = world.bodies[body];
  const { faces, faceCount } = world.models[model].topology;
  const sum = [0, 0, 0];
  for (let f = 0; f < faceCount; f++) {
    const ids = [...faces.subarray(3 * f, 3 * f + 3)];
    if (!held.every((v) => ids.includes(v))) continue;
    const [a, b, c] = ids.map((v) => [...state.positions.subarray(3 * (v + vertexBase), 3 * (v + vertexBase) + 3)]);
    for (let k = 0; k < 3; k++) {
      const [p, q] = [(k + 1) % 3, (k + 2) % 3];
      sum[k] += (b[p] - a[p]) * (c[q] - a[q]) - (b[q] - a[q]) * (c[p] - a[p]);
    }
  }
  return sum.map((x) => x / Math.hypot(...sum));
}

describe('pathContacts', () => {
  it('takes the normal of the face, or of the faces around the edge or corner', () => {
    const body = 1;
    const given = [17, 40].flatMap((face) =>
      [0, 1, 2, 3, 4, 5, 6].map((feature) => ({ vertex: 3, body, face, feature, b: [0.25, 0.5] as const })),
    );
    const context = contactsOf(given, 3);
    const { vertexBase, model } = context.world.bodies[body];
    given.forEach(({ face, feature, vertex }, i) => {
      const corners = [...context.world.models[model].topology.faces.subarray(3 * face, 3 * face + 3)];
      const edge = feature - 1;
      const held =
        feature === 0 ? corners : feature <= 3 ? [corners[edge], corners[(edge + 1) % 3]] : [corners[feature - 4]];
      const contact = record(context, i);
      const expected = normalAround(context, body, held);
      contact.normal.forEach((x, k) => {
        expect(x).toBeCloseTo(expected[k], 6);
      });
      expect(contact.vertices).toEqual([vertex, ...corners.map((v) => v + vertexBase)]);
      expect(contact.weights).toEqual([1, -0.25, -0.5, -0.25]);
      expect(contact.offset).toBeCloseTo(0.01, 8);
      expect(contact.kind).toBe(CONTACT_KINDS.dcd);
    });
  });

  it('makes none without a path, and merges a vertex of the face with itself', () => {
    const { world } = boxWorld();
    const corners = [...world.models[0].topology.faces.subarray(0, 3)];
    const context = contactsOf([
      { vertex: 0, body: 0, face: NONE, feature: 0, b: [0, 0] },
      { vertex: 0, body: 0, face: PATH_OVERFLOW, feature: 0, b: [0, 0] },
      { vertex: corners[1], body: 0, face: 0, feature: 0, b: [0.25, 0.5] },
      { vertex: corners[1], body: 0, face: 0, feature: 5, b: [0, 1] },
    ]);
    expect(record(context, 0).kind).toBe(CONTACT_KINDS.none);
    expect(record(context, 1).kind).toBe(CONTACT_KINDS.none);
    expect(record(context, 2).kind).toBe(CONTACT_KINDS.dcd);
    expect(record(context, 2).vertices).toEqual([corners[1], ...corners]);
    expect(record(context, 2).weights).toEqual([0.5, -0.25, 0, -0.25]);
    expect(record(context, 3).kind).toBe(CONTACT_KINDS.none);
  });
});

describe('paths that end at an inverted element', () => {
  const { world, state } = boxWorld({ contactPoints: 'all', shake: 0.6 });
  /** Of body 0: each face, and whether its element is turned inside out, judged apart from the topology's own list. */
  const { topology } = world.models[world.bodies[0].model];
  const faces = Array.from({ length: topology.faceCount }, (_, face) => {
    const corners = [...topology.faces.subarray(3 * face, 3 * face + 3)];
    const tets = Array.from({ length: topology.tetCount }, (_, t) => [...topology.tets.subarray(4 * t, 4 * t + 4)]);
    const holders = tets.filter((ids) => corners.every((v) => ids.includes(v)));
    expect(holders).toHaveLength(1);
    const [a, b, c, d] = holders[0].map((v) => pointOf(state.positions, v + world.bodies[0].vertexBase));
    return { face, inverted: volume6(a, b, c, d) < 0 };
  });
  const kinds = (vertex: number) => {
    const given = faces.map(({ face }) => ({ vertex, body: 0, face, feature: 0, b: [0.25, 0.5] as const }));
    const context = contactsOf(given, 7, 0.6);
    return {
      skipped: context.state.counters[COUNTERS.invertedSkipped],
      made: faces.map((_, i) => record(context, i).kind),
    };
  };

  it('make no contacts within their body, and are counted', () => {
    const own = world.points.vertices.find((v) => v < world.bodies[1].vertexBase)!;
    const { made, skipped } = kinds(own);
    expect(skipped).toBe(faces.filter(({ inverted }) => inverted).length);
    expect(skipped).toBeGreaterThan(3);
    faces.forEach(({ inverted, face }) => {
      if (inverted) expect(made[face]).toBe(CONTACT_KINDS.none);
    });
    expect(made.filter((kind) => kind === CONTACT_KINDS.dcd).length).toBe(faces.length - skipped);
  });

  it('make contacts of points of other bodies', () => {
    const { made, skipped } = kinds(world.bodies[1].vertexBase);
    expect(skipped).toBe(0);
    expect(made.every((kind) => kind === CONTACT_KINDS.dcd)).toBe(true);
  });
});

describe('depenetrationSpeed', () => {
  const speed = 2;
  const timeStep = 0.01;
  /** Offset of a contact whose vertex began the step at some distance from its point on the face [m]. */
  function offsetFrom(distance: number, depenetrationSpeed: number): number {
    const context = contactsOf([{ vertex: 3, body: 1, face: 17, feature: 0, b: [0.25, 0.5] }]);
    const { world, state, parameters } = context;
    const { vertices, weights, normal } = record(context, 0);
    state.positionsT0.fill(0);
    // The face's corners anywhere, the vertex above their weighted mean.
    vertices.slice(1).forEach((v, k) => {
      state.positionsT0.set([0.3 * k, 1 - k, 0.1 * k * k], 3 * v);
    });
    const point = [0, 1, 2].map((j) =>
      vertices.slice(1).reduce((sum, v, k) => sum - weights[k + 1] * state.positionsT0[3 * v + j], 0),
    );
    state.positionsT0.set(
      point.map((x, j) => x + distance * normal[j]),
      3 * vertices[0],
    );
    pathContacts.run({ ...context, world, parameters: { ...parameters, timeStep, depenetrationSpeed } }, 0, 1, 0);
    return record(context, 0).offset;
  }

  it('limits how far a step undoes the depth that it began with', () => {
    expect(offsetFrom(-0.5, speed)).toBeCloseTo(-0.5 + speed * timeStep, 6);
    expect(offsetFrom(-0.5, 2 * speed)).toBeCloseTo(-0.5 + 2 * speed * timeStep, 6);
  });
  it('asks for the whole offset where that is nearer, or what is deep now was outside', () => {
    expect(offsetFrom(-0.005, speed)).toBeCloseTo(0.01, 8);
    expect(offsetFrom(0.3, speed)).toBeCloseTo(0.01, 8);
  });
  it('does nothing at 0', () => {
    expect(offsetFrom(-0.5, 0)).toBeCloseTo(0.01, 8);
  });
});

describe('contacts of points that are no vertices', () => {
  const { world } = boxWorld({ contactPoints: 'all' });
  const { points, bodies, models } = world;
  const own = bodies[1];
  const { topology } = models[own.model];
  const face = 12;
  const local = [...topology.faces.subarray(3 * face, 3 * face + 3)];
  const b = [0.25, 0.5, 0.25] as const;
  const asked = { vertex: 0, body: 1, face, feature: 0, b: [b[0], b[1]] as const };
  /** Net weight of each vertex; no vertex may have weight in two places. */
  const net = (contact: ReturnType<typeof record>) => {
    const sums = new Map<number, number>();
    contact.vertices.forEach((v, k) => {
      if (contact.weights[k] === 0) return;
      expect(sums.has(v)).toBe(false);
      sums.set(v, contact.weights[k]);
    });
    return sums;
  };
  /** The same from both sides' weights. */
  const expected = (vertices: readonly number[], weights: readonly number[], corners: readonly number[]) => {
    const sums = new Map<number, number>();
    const add = (v: number, w: number) => sums.set(v, (sums.get(v) ?? 0) + w);
    vertices.forEach((v, k) => {
      add(v, weights[k]);
    });
    corners.forEach((v, k) => {
      add(v, -b[k]);
    });
    return new Map([...sums].filter(([, w]) => w !== 0));
  };

  it('weigh an edge by where the point lies, a centroid by quarters; together nothing', () => {
    const corners = local.map((v) => v + own.vertexBase);
    let shared = 0;
    for (const body of [0, 1, 2]) {
      const { vertexBase, model, edgeBase, tetBase } = bodies[body];
      const { edges, edgeCount, tets, tetCount } = models[model].topology;
      for (let edge = 0; edge < edgeCount; edge += 3) {
        const along = 0.375;
        const contact = record(contactsOf([{ ...asked, source: points.firstEdge + edgeBase + edge, along }]), 0);
        const ends = [...edges.subarray(2 * edge, 2 * edge + 2)].map((v) => v + vertexBase);
        expect(contact.vertices).toHaveLength(5);
        expect(net(contact)).toEqual(expected(ends, [1 - along, along], corners));
        expect(contact.weights.reduce((sum, w) => sum + w)).toBeCloseTo(0, 7);
        if (ends.some((v) => corners.includes(v))) shared++;
      }
      for (let tet = 0; tet < tetCount; tet += 3) {
        const contact = record(contactsOf([{ ...asked, source: points.firstCentroid + tetBase + tet }]), 0);
        const ids = [...tets.subarray(4 * tet, 4 * tet + 4)].map((v) => v + vertexBase);
        expect(contact.vertices).toHaveLength(7);
        expect(net(contact)).toEqual(expected(ids, [0.25, 0.25, 0.25, 0.25], corners));
        expect(contact.weights.reduce((sum, w) => sum + w)).toBeCloseTo(0, 7);
        if (ids.some((v) => corners.includes(v))) shared++;
      }
    }
    expect(shared).toBeGreaterThan(5);
  });

  it('are made only where at least half of the point is not the face itself', () => {
    const [a, c] = [local[0], local[1]].map((v) => v + own.vertexBase);
    const { edgeBase, vertexBase, model } = own;
    const { edges, edgeCount } = models[model].topology;
    const holding = (v: number, w: number | undefined) =>
      [...Array(edgeCount).keys()].find((edge) => {
        const ends = [...edges.subarray(2 * edge, 2 * edge + 2)].map((end) => end + vertexBase);
        return w === undefined
          ? ends[0] === v && !local.includes(ends[1] - vertexBase)
          : ends.includes(v) && ends.includes(w);
      })!;
    const kindOf = (edge: number, along: number, weights: readonly [number, number]) =>
      record(contactsOf([{ ...asked, source: points.firstEdge + edgeBase + edge, along, b: weights }]), 0).kind;
    // Of the edge's own 0.75 + 0.25 at a and beyond: 0.25 is left, or 0.65.
    expect(kindOf(holding(a, undefined), 0.25, [0.9, 0.05])).toBe(CONTACT_KINDS.none);
    expect(kindOf(holding(a, undefined), 0.25, [0.35, 0.05])).toBe(CONTACT_KINDS.dcd);
    // Its own face's edge, where the point itself lies.
    expect(kindOf(holding(a, c), 0.5, [0.5, 0.5])).toBe(CONTACT_KINDS.none);
  });
});
