import { TYPESCRIPT_KERNELS } from '../../../../src/simulation/program/kernels.ts';
import { describe, expect, it } from 'vitest';
import { AIR_STRIDE, airMesh, signedMeasure } from '../../../../src/mesh/air/air-mesh.ts';
import { AIR_TALLY } from '../../../../src/simulation/constraints/air/arrays.ts';
import { contactOfSlot } from '../../../../src/simulation/capacities.ts';
import { airContacts } from '../../../../src/simulation/contacts/air/air-contacts.ts';
import { linkAir } from '../../../../src/simulation/contacts/air/link-air.ts';
import { createScratch } from '../../../../src/simulation/scratch.ts';
import { initialState } from '../../../../src/simulation/initial-state.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, type State } from '../../../../src/simulation/state.ts';
import { createPoints } from '../../../../src/simulation/world/create-rope.ts';
import { createSheet } from '../../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { firstOfPair, secondOfPair } from '../../../../src/simulation/world/material.ts';
import { bodyOfVertex, type World } from '../../../../src/simulation/world/world.ts';
import { heaped, section, steps } from '../../../fixtures/air-layers.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';
import { parametersWith, runInRanges } from '../../../fixtures/stages.ts';

type Vector = readonly number[];
const minus = (a: Vector, b: Vector) => a.map((x, k) => x - b[k]);
const plus = (a: Vector, b: Vector, t = 1) => a.map((x, k) => x + t * b[k]);
const dot = (a: Vector, b: Vector) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const cross = (a: Vector, b: Vector) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
const unit = (a: Vector) => a.map((x) => x / Math.hypot(...a));
const pointOf = ({ positions }: State, v: number): Vector => [...positions.subarray(3 * v, 3 * v + 3)];

const GAP = 0.05;
/** A single triangle. */
const TRIANGLE = Uint32Array.of(0, 1, 2);

/** A case. */
interface Given {
  readonly dimension: 2 | 3;
  readonly seed: number;
  /** Cells of the lower body for each of the upper one's. */
  readonly below: number;
  readonly contactOffset: number;
  /** Whether a rope (plane) or a cloth (space) lies between the bodies, with air on both sides. */
  readonly wall?: boolean;
}

/** Bodies above each other with shaken vertices, and no inverted air. */
function shaken({ dimension, seed, below, contactOffset, wall = false }: Given) {
  const random = seededRandom(seed);
  const lower = section(steps(0, 1.2, 4 * below), [0, 0.2]);
  const between = wall ? [section(steps(0.05, 1.15, 3 * below), [0.2 + GAP])] : [];
  const upper = section(steps(0.1, 1.1, 4), [0.2 + (wall ? 2 : 1) * GAP, 0.5 + GAP]);
  const { placements: plain, air } = heaped(dimension, [lower, ...between, upper], steps(0, 0.6, 3));
  // Each body has a friction of its own.
  const placements = plain.map((placement, i) => ({ ...placement, material: { dynamicFriction: 0.1 + i / 10 } }));
  const parameters = parametersWith({ contactOffset });
  const { world, positions } = createWorld(placements, [], parameters, {}, air);
  // The finer the cells, the less, since elements are longer than their height.
  const shake = (0.3 * GAP) / below;
  for (let i = 0; i < positions.length; i++) if (i % 3 < dimension) positions[i] += shake * (2 * random() - 1);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  for (let at = 0; at < air.elements.length; at += AIR_STRIDE)
    expect(signedMeasure(state.positions, state.airElements, at)).toBeGreaterThan(0);
  return { world, state, parameters };
}

/** Runs the source's stages in small ranges. */
function find({ world, state, parameters }: ReturnType<typeof shaken>) {
  const context = { world, state, parameters, argument: 0, scratch: createScratch(), kernels: TYPESCRIPT_KERNELS };
  linkAir.run(context, 0, 1, 0);
  runInRanges(airContacts, context, 7, true);
  return Array.from({ length: world.slotCount }, (_, slot) => {
    const at = CONTACT.stride * contactOfSlot(world, slot);
    const { u32, f32 } = state.contacts;
    if (u32[at + CONTACT.kind] === CONTACT_KINDS.none) return undefined;
    const count = u32[at + CONTACT.count];
    return {
      materials: u32[at + CONTACT.materials],
      vertices: [...u32.subarray(at + CONTACT.vertices, at + CONTACT.vertices + count)],
      weights: [...f32.subarray(at + CONTACT.weights, at + CONTACT.weights + count)],
      normal: [...f32.subarray(at + CONTACT.normal, at + CONTACT.normal + 3)],
    };
  });
}

interface Facet {
  readonly corners: readonly number[];
  /** The element's other corner. */
  readonly air: number;
  /** The lower one of the two bodies between which the element is: nothing that goes over air from gap to gap. */
  readonly gap: number;
}

/** Facets of bodies that elements of air have: those of a wall twice, since they have air on both sides. */
function facetsOf(world: World, { airElements }: State): Facet[] {
  const key = (vertices: readonly number[]) => [...vertices].sort((a, b) => a - b).join();
  const { dimension } = world;
  const solid = new Set(
    world.bodies.flatMap(({ model, vertexBase }) => {
      const { topology } = world.models[model];
      const all = dimension === 2 ? topology.edges : topology.faces;
      return Array.from({ length: all.length / dimension }, (_, f) =>
        key(Array.from(all.subarray(dimension * f, dimension * f + dimension), (v) => v + vertexBase)),
      );
    }),
  );
  const elements = Array.from({ length: world.air.elements.length / AIR_STRIDE }, (_, e) => [
    ...airElements.subarray(AIR_STRIDE * e, AIR_STRIDE * e + dimension + 1),
  ]);
  return elements.flatMap((element) =>
    element.flatMap((air) => {
      const corners = element.filter((v) => v !== air);
      const gap = gapOf(world, element);
      return solid.has(key(corners)) ? [{ corners, air, gap }] : [];
    }),
  );
}

const gapOf = (world: World, element: readonly number[]): number =>
  Math.min(...element.map((v) => bodyOfVertex(world, v)));

/** The gaps at which all of some vertices are: two for a wall's. */
function gapsOf(world: World, { airElements }: State, vertices: readonly number[]): Set<number> {
  const gaps = Array.from({ length: world.air.elements.length / AIR_STRIDE }, (_, e) => [
    ...airElements.subarray(AIR_STRIDE * e, AIR_STRIDE * e + world.dimension + 1),
  ])
    .filter((element) => vertices.every((v) => element.includes(v)))
    .map((element) => gapOf(world, element));
  return new Set(gaps);
}

/** The normal of a facet, on the side of a point of the air. Where nothing is inverted, positions tell it. */
function outward(state: State, { corners, air }: Facet): Vector {
  const [a, b, c] = corners.map((v) => pointOf(state, v));
  const normal = unit(c ? cross(minus(b, a), minus(c, a)) : cross(minus(b, a), [0, 0, 1]));
  return dot(normal, minus(pointOf(state, air), a)) > 0 ? normal : normal.map((x) => -x);
}

/** Nearest point of a segment or triangle, by trying its inside, then each side. */
function nearest(p: Vector, corners: readonly Vector[]): { point: Vector; isInside: boolean } {
  const [a, b, c] = corners;
  const inside: Vector[] = [];
  if (c) {
    const normal = cross(minus(b, a), minus(c, a));
    const foot = plus(p, normal, dot(normal, minus(a, p)) / dot(normal, normal));
    const isIn = [0, 1, 2].every((k) => {
      const [from, to] = [corners[k], corners[(k + 1) % 3]];
      return dot(cross(minus(to, from), minus(foot, from)), normal) > 0;
    });
    if (isIn) inside.push(foot);
  } else {
    const t = dot(minus(p, a), minus(b, a)) / dot(minus(b, a), minus(b, a));
    if (t > 0 && t < 1) inside.push(plus(a, minus(b, a), t));
  }
  if (inside.length > 0) return { point: inside[0], isInside: true };
  const border = c ? [0, 1, 2].map((k) => nearest(p, [corners[k], corners[(k + 1) % 3]]).point) : [a, b];
  const [point] = border.sort((x, y) => Math.hypot(...minus(x, p)) - Math.hypot(...minus(y, p)));
  return { point, isInside: false };
}

const CASES = ([2, 3] as const).flatMap((dimension) =>
  [
    // Air one element wide, where only the gap counts; and pairs many elements away from each other.
    { below: 1, contactOffset: 0.6 * GAP },
    { below: 4, contactOffset: 2 * GAP },
    { below: 1, contactOffset: 0.6 * GAP, wall: true },
    { below: 2, contactOffset: 0.8 * GAP, wall: true },
  ].flatMap((rest) => [1, 2, 3].map((seed): Given => ({ dimension, seed, wall: false, ...rest }))),
);

describe('contacts of air', () => {
  it.each(CASES)(
    'of vertices are those of a search of all facets: dimension $dimension, $below below one, offset $contactOffset, wall $wall, seed $seed',
    (given) => {
      const made = shaken(given);
      const { world, state } = made;
      const contacts = find(made);
      const facets = facetsOf(world, state);
      const reach = 2 * given.contactOffset;
      let met = 0;
      for (const [slot, v] of world.surfaceVertices.entries()) {
        const p = pointOf(state, v);
        const gaps = gapsOf(world, state, [v]);
        const near = facets.flatMap((facet) => {
          if (!gaps.has(facet.gap) || facet.corners.includes(v)) return [];
          const { point, isInside } = nearest(
            p,
            facet.corners.map((corner) => pointOf(state, corner)),
          );
          const distance = Math.hypot(...minus(p, point));
          const height = dot(outward(state, facet), minus(p, point));
          // Facets of its own body are too near at rest, in both cases, or below it.
          if (bodyOfVertex(world, v) === bodyOfVertex(world, facet.corners[0])) return [];
          return distance < reach && (isInside || height > 0) ? [{ distance, facet, point, isInside }] : [];
        });
        const contact = contacts[slot];
        if (near.length === 0) {
          expect(contact).toBeUndefined();
          continue;
        }
        met++;
        const least = Math.min(...near.map(({ distance }) => distance));
        const { vertices, weights, normal } = contact!;
        expect(vertices[0]).toBe(v);
        const gap = vertices.reduce<Vector>(
          (sum, vertex, k) => plus(sum, pointOf(state, vertex), weights[k]),
          [0, 0, 0],
        );
        expect(Math.hypot(...gap)).toBeCloseTo(least, 6);
        const chosen = near.find(({ facet }) => [...facet.corners].sort().join() === vertices.slice(1).sort().join())!;
        expect(chosen.distance).toBeCloseTo(least, 6);
        const expected = chosen.isInside ? outward(state, chosen.facet) : unit(minus(p, chosen.point));
        expect(Math.hypot(...minus(normal, expected))).toBeLessThan(1e-4);
      }
      expect(met).toBeGreaterThan(given.dimension === 2 ? 2 : 16);
      expect(state.counters[COUNTERS.contactsAir]).toBe(contacts.filter((contact) => contact).length);
    },
  );

  it.each(CASES.filter(({ dimension }) => dimension === 3))(
    'of edges are those of a search of all edges: $below below one, offset $contactOffset, wall $wall, seed $seed',
    (given) => {
      const made = shaken(given);
      const { world, state } = made;
      const contacts = find(made).slice(world.surfaceVertexCount);
      const facets = facetsOf(world, state);
      // By gap, since a wall's edge has other facets on its other side.
      const edges = [
        ...new Set(
          facets
            .flatMap(({ corners: [a, b, c], gap }) => [
              [a, b, gap],
              [b, c, gap],
              [c, a, gap],
            ])
            .map(([a, b, gap]) => [Math.min(a, b), Math.max(a, b), gap].join()),
        ),
      ].map((text) => text.split(',').map(Number));
      let met = 0;
      const airEdges = new Set(edges.map(([a, b]) => [a, b].join()));
      let slot = 0;
      for (const { model, vertexBase } of world.bodies)
        for (let e = 0; e < world.models[model].topology.edgeCount; e++, slot++) {
          const [a, b] = world.models[model].topology.edges.subarray(2 * e, 2 * e + 2).map((v) => v + vertexBase);
          const contact = contacts[slot];
          if (!airEdges.has([a, b].join())) {
            if (!contact) continue;
            // An edge at the air by one vertex or more, such as a vertical one, needs an element around it.
            expect(gapsOf(world, state, [a, b]).size).toBeGreaterThan(0);
          }
          const [p, u] = [pointOf(state, a), minus(pointOf(state, b), pointOf(state, a))];
          const gaps = gapsOf(world, state, [a, b]);
          const near = edges.flatMap(([c, d, at]) => {
            if (bodyOfVertex(world, c) === bodyOfVertex(world, a) || !gaps.has(at)) return [];
            const [q, w] = [pointOf(state, c), minus(pointOf(state, d), pointOf(state, c))];
            const n = cross(u, w);
            const s = dot(cross(minus(q, p), w), n) / dot(n, n);
            const t = dot(cross(minus(q, p), u), n) / dot(n, n);
            if (!(s > 0 && s < 1 && t > 0 && t < 1)) return [];
            const gap = minus(plus(p, u, s), plus(q, w, t));
            const sides = facets.filter(
              (facet) => facet.gap === at && facet.corners.includes(c) && facet.corners.includes(d),
            );
            const side = sides.reduce<Vector>((sum, facet) => plus(sum, outward(state, facet)), [0, 0, 0]);
            return [{ distance: Math.hypot(...gap), gap, c, d, isRight: dot(side, gap) > 0 }];
          });
          const [least] = near
            .filter(({ distance }) => distance < 2 * given.contactOffset)
            .sort((x, y) => x.distance - y.distance);
          if (!airEdges.has([a, b].join())) continue;
          if (!least?.isRight) {
            // No walk may have come to that edge. What it found of another body is near, and on the right side.
            if (!contact || bodyOfVertex(world, contact.vertices[2]) === bodyOfVertex(world, a)) continue;
            const found = near.find(({ c, d }) => [c, d].join() === contact.vertices.slice(2).join());
            expect(found?.isRight && found.distance < 2 * given.contactOffset).toBe(true);
            continue;
          }
          met++;
          expect(contact!.vertices).toEqual([a, b, least.c, least.d]);
          expect(Math.hypot(...minus(contact!.normal, unit(least.gap)))).toBeLessThan(1e-3);
        }
      expect(met).toBeGreaterThan(10);
    },
  );

  it('of an edge at the hem of a cloth, around which the air goes, are on the side on which the edge is', () => {
    const cloth = createSheet(
      'cloth',
      { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0.5, 0, -1), triangles: TRIANGLE },
      0.01,
    );
    const above = Float32Array.of(0.5, 0.05, -0.3, 0.5, 0.05, 0.3, 0.5, 1, 0);
    const flap = createSheet('flap', { positions: above, triangles: TRIANGLE }, 0.01);
    const below = createPoints('below', Float32Array.of(0.5, -1, 0), { dimension: 3 });
    const placements = [cloth, flap, below].map((model) => ({ model, positions: model.mesh.positions.slice() }));
    // Around the hem from 0 to 1: from above the cloth, along the flap's edge from 3 to 4, to below the cloth.
    const air = airMesh(3, [0, 1, 2, 3, 0, 1, 3, 4, 0, 1, 4, 6, 1, 0, 2, 6]);
    const parameters = parametersWith({ contactOffset: 0.04 });
    const { world, positions } = createWorld(placements, [], parameters, {}, air);
    const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
    for (let at = 0; at < air.elements.length; at += AIR_STRIDE)
      expect(signedMeasure(state.positions, state.airElements, at)).toBeGreaterThan(0);
    const contacts = find({ world, state, parameters }).flatMap((contact) => contact ?? []);
    const ofEdges = contacts.filter(({ vertices }) => vertices.join() === '3,4,0,1');
    expect(ofEdges).toHaveLength(1);
    expect(ofEdges[0].normal.map((x) => x + 0)).toEqual([0, 1, 0]);
  });

  it.each([2, 3] as const)('have the friction of both their bodies, in dimension %d', (dimension) => {
    const made = shaken({ dimension, seed: 1, below: 1, contactOffset: 0.6 * GAP, wall: true });
    const seen = new Set<string>();
    for (const contact of find(made)) {
      if (!contact) continue;
      const { vertices, materials } = contact;
      const [own, other] = [vertices[0], vertices.at(-1)!].map((v) => bodyOfVertex(made.world, v));
      const found = [firstOfPair(materials), secondOfPair(materials)].map((i) => made.world.materials[i]);
      const frictions = found.map((material) => material.dynamicFriction?.toFixed(1));
      expect(frictions).toEqual([own, other].map((body) => (0.1 + body / 10).toFixed(1)));
      seen.add([own, other].join());
    }
    expect(seen.size).toBe(4);
  });

  it('none of air that is off, or without a distance to keep', () => {
    const made = shaken({ dimension: 2, seed: 1, below: 1, contactOffset: 0.6 * GAP });
    expect(find(made).some((contact) => contact)).toBe(true);
    for (const changed of [{ air: 'off' as const }, { contactOffset: 0 }])
      expect(find({ ...made, parameters: { ...made.parameters, ...changed } }).some((contact) => contact)).toBe(false);
    expect(made.state.counters[COUNTERS.contactsAir]).toBe(0);
  });

  it('follow the elements when these change, and change back', () => {
    const made = shaken({ dimension: 3, seed: 1, below: 4, contactOffset: 2 * GAP });
    const { state, world } = made;
    const first = find(made);
    const start = state.airElements.slice();
    // Half of the elements, so that many facets have nothing beyond them, and those of bodies are fewer.
    state.airTally[AIR_TALLY.elements] = start.length / AIR_STRIDE / 2;
    state.airElements.set(start.subarray(start.length / 2));
    const fewer = find(made);
    const fresh = shaken({ dimension: 3, seed: 1, below: 4, contactOffset: 2 * GAP });
    fresh.state.airTally.set(state.airTally);
    fresh.state.airElements.set(state.airElements);
    expect(fewer).toEqual(find(fresh));
    expect(fewer).not.toEqual(first);
    state.airTally[AIR_TALLY.elements] *= 2;
    state.airElements.set(start);
    expect(find(made)).toEqual(first);
    expect(world.slotCount).toBe(first.length);
  });

  it('take the side of the air where the state is flat', () => {
    const made = shaken({ dimension: 2, seed: 1, below: 1, contactOffset: 0.6 * GAP });
    for (let v = 0; v < made.world.vertexCount; v++) made.state.positions[3 * v + 1] = 0;
    const contacts = find(made).flatMap((contact) => contact ?? []);
    expect(contacts.length).toBeGreaterThan(4);
    const isUpper = (v: number) => v >= made.world.bodies[1].vertexBase;
    for (const { vertices, normal } of contacts)
      expect(normal.map((x) => x + 0)).toEqual([0, isUpper(vertices[0]) ? 1 : -1, 0]);
  });

  it('take each side of a wall for its own body where the state is flat', () => {
    const made = shaken({ dimension: 2, seed: 1, below: 1, contactOffset: 0.6 * GAP, wall: true });
    const { world, state } = made;
    for (let v = 0; v < world.vertexCount; v++) state.positions[3 * v + 1] = 0;
    const contacts = find(made).flatMap((contact) => contact ?? []);
    const pairs = contacts.map(({ vertices, normal }) => {
      const [own, other] = [vertices[0], vertices[1]].map((v) => bodyOfVertex(world, v));
      // The lower body is 0, the rope 1, the upper one 2.
      expect(Math.abs(own - other)).toBe(1);
      expect(normal.map((x) => x + 0)).toEqual([0, Math.sign(own - other), 0]);
      return [own, other].join();
    });
    expect(pairs.filter((pair) => pair === '0,1').length).toBeGreaterThan(2);
    expect(pairs.filter((pair) => pair === '2,1').length).toBeGreaterThan(2);
  });
});
