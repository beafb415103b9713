import { TYPESCRIPT_KERNELS } from '../../../../../src/simulation/program/kernels.ts';
import { describe, expect, it } from 'vitest';
import { NONE } from '../../../../../src/mesh/topology.ts';
import type { SimulationParameters } from '../../../../../src/simulation/parameters.ts';
import { pathContacts } from '../../../../../src/simulation/contacts/paths/path-contacts.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, PATH, PATH_OVERFLOW, QUERY } from '../../../../../src/simulation/state.ts';
import { boxWorld } from '../../../../fixtures/box-world.ts';
import { pointOf, volume6 } from '../../../../fixtures/detection.ts';
import { parametersWith, runInRanges } from '../../../../fixtures/stages.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';

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

function contactsOf(
  given: readonly Given[],
  size = Infinity,
  changed: Partial<SimulationParameters> = {},
  shake = 0.1,
): Context {
  const context: Context = {
    ...boxWorld({ contactPoints: 'all', shake }),
    parameters: parametersWith({ contactOffset: 0.01, recovery: 'paths', ...changed }),
    argument: 0,
    scratch: createScratch(),
    kernels: TYPESCRIPT_KERNELS,
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
    weights: [...f32.subarray(at + CONTACT.weights, at + CONTACT.weights + u32[at + CONTACT.count])],
    normal: [...f32.subarray(at + CONTACT.normal, at + CONTACT.normal + 3)],
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

describe('paths that touch inverted elements', () => {
  const shake = 0.6;
  const { world, state } = boxWorld({ contactPoints: 'all', shake });
  const { points, bodies, models } = world;
  const { vertexBase, edgeBase, model } = bodies[0];
  const { topology } = models[model];
  /** Inverted elements of body 0, and those among them that have a face in the list of boundary faces. */
  const inverted = Array.from({ length: topology.tetCount }, (_, t) => [...topology.tets.subarray(4 * t, 4 * t + 4)])
    .filter((ids) => {
      const [a, b, c, d] = ids.map((v) => pointOf(state.positions, v + vertexBase));
      return volume6(a, b, c, d) < 0;
    })
    .map((ids) => new Set(ids));
  const faces = Array.from({ length: topology.faceCount }, (_, f) => [...topology.faces.subarray(3 * f, 3 * f + 3)]);
  const holds = (ids: ReadonlySet<number>, held: readonly number[]) => held.every((v) => ids.has(v));
  const endsAtOne = faces.map((corners) => inverted.some((ids) => holds(ids, corners)));
  const boundary = inverted.filter((ids) => faces.some((corners) => holds(ids, corners)));
  const ask = (source: number, depenetrationSpeed: number) => {
    const given = faces.map((_, face) => ({ vertex: 0, source, body: 0, face, feature: 0, b: [0.25, 0.5] as const }));
    const context = contactsOf(given, 7, { depenetrationSpeed }, shake);
    const made = faces.map((_, i) => record(context, i).kind === CONTACT_KINDS.dcd);
    return { made, skipped: context.state.counters[COUNTERS.invertedSkipped] };
  };
  const own = points.vertices.findIndex((v, point) => point < points.firstInner && v < bodies[1].vertexBase);
  /** An edge of body 0 with an end at an inverted boundary element, and one without. */
  const edges = [true, false].map((touches) =>
    Array.from({ length: topology.edgeCount }, (_, e) => e).find((e) => {
      const ends = [...topology.edges.subarray(2 * e, 2 * e + 2)];
      return boundary.some((ids) => ends.some((v) => ids.has(v))) === touches;
    }),
  );

  it('make no contacts within their body where it starts tangled, and are counted', () => {
    const out = endsAtOne.filter((ends) => ends).length;
    expect(out).toBeGreaterThan(3);
    expect(out).toBeLessThan(faces.length / 2);
    const { made, skipped } = ask(own, 2);
    expect(skipped).toBe(out);
    expect(made).toEqual(endsAtOne.map((ends) => !ends));
    expect(ask(points.firstEdge + edgeBase + edges[0]!, 2)).toMatchObject({ skipped: faces.length });
    expect(ask(points.firstEdge + edgeBase + edges[1]!, 2)).toMatchObject({ skipped: out });
  });

  it('make contacts where it starts apart, and of points of other bodies', () => {
    expect(ask(own, 0).made).not.toContain(false);
    const other = points.vertices.indexOf(bodies[1].vertexBase);
    for (const [source, speed] of [
      [own, 0],
      [points.firstEdge + edgeBase + edges[0]!, 0],
      [other, 2],
    ])
      expect(ask(source, speed).skipped).toBe(0);
  });
});

describe('depenetrationSpeed', () => {
  const speed = 2;
  const timeStep = 0.01;
  /** Offset of a contact whose vertex began the step at some distance from its point on the face [m]. */
  function offsetFrom(
    distance: number,
    depenetrationSpeed: number,
    recovery: SimulationParameters['recovery'] = 'paths',
  ): number {
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
    pathContacts.run(
      { ...context, world, parameters: { ...parameters, timeStep, depenetrationSpeed, recovery } },
      0,
      1,
      0,
    );
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
  it('is 15 mean edges per second at 0 where steps part regions', () => {
    const { edgeLength } = boxWorld().world.models[0];
    expect(offsetFrom(-0.5, 0, 'regions')).toBeCloseTo(-0.5 + 15 * edgeLength * timeStep, 6);
    expect(offsetFrom(-0.005, 0, 'regions')).toBeCloseTo(0.01, 8);
    expect(offsetFrom(-0.5, speed, 'regions')).toBeCloseTo(-0.5 + speed * timeStep, 6);
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
  /** Net weight of each vertex from the weights of both sides. */
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
    // The edge's own share is 0.75 + 0.25 at a and beyond, so 0.25 is left, or 0.65.
    expect(kindOf(holding(a, undefined), 0.25, [0.9, 0.05])).toBe(CONTACT_KINDS.none);
    expect(kindOf(holding(a, undefined), 0.25, [0.35, 0.05])).toBe(CONTACT_KINDS.dcd);
    // Its own face's edge, where the point itself lies.
    expect(kindOf(holding(a, c), 0.5, [0.5, 0.5])).toBe(CONTACT_KINDS.none);
  });
});
