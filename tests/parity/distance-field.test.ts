import { describe, expect, it } from 'vitest';
import contactsCode from '../../shaders/contacts/paths/field-contacts.wgsl';
import pathsCode from '../../shaders/path/distance-field/field-paths.wgsl';
import { openInState } from '../../src/engine/open-backend.ts';
import { onThisThread } from '../../src/index.ts';
import { NONE } from '../../src/mesh/topology.ts';
import { initialQueries } from '../../src/simulation/capacities.ts';
import { fieldContacts } from '../../src/simulation/contacts/paths/field-contacts.ts';
import { answerQueriesInState } from '../../src/simulation/diagnostics/measure.ts';
import { CONTACT_POINTS, defaultParameters } from '../../src/simulation/parameters.ts';
import { FIELD_UPDATES } from '../../src/simulation/path/distance-field/tables.ts';
import { shortestPath } from '../../src/simulation/path/shortest-path.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, IN_FIELD, PATH, QUERY, type State } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import { createPointSource, lookUpSource } from '../../src/simulation/world/points.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld, seededRandom } from '../fixtures/box-world.ts';
import { pointOf, volume6 } from '../fixtures/detection.ts';
import { copyState, sharedDevice } from './harness.ts';
import { runTwins, stir } from './twins.ts';

/** Relative error after some twenty roundings to float32, in an element of good shape. */
const TOLERANCE = 1e-5;

/** [m/s]: none, and one that limits some contacts and not all. */
const SPEEDS = [0, 30];
/** [m]: float32 keeps half a millimetre there; the twins take positions relative to a vertex. */
const AWAY = 4096;
/** Random displacement of the vertices [m]: large enough to turn elements of size 1 inside out. */
const SHAKE = 0.6;
const cases = [
  ...[0, 1, 129, 500].flatMap((count) =>
    CONTACT_POINTS.flatMap((contactPoints) => SPEEDS.map((speed) => [count, contactPoints, speed, 0, 0.1] as const)),
  ),
  [129, 'all', 30, AWAY, 0.1] as const,
  [500, 'all', 30, 0, SHAKE] as const,
  [500, 'all', 0, 0, SHAKE] as const,
];

/**
 * Boxes with random distances at the vertices, those of body 0 0 on its boundary, and queries at random points of random elements: often of
 * points that share a vertex with the element.
 */
function drawn(count: number, contactPoints: (typeof CONTACT_POINTS)[number], away: number, shake: number) {
  const made = boxWorld({
    contactPoints,
    shake,
    materials: [{}, { density: 500 }, { density: 300 }],
    parameters: { recovery: 'paths' },
  });
  const { world, state } = made;
  for (let i = 0; i < state.positions.length; i++) state.positions[i] += away;
  stir(state);
  const random = seededRandom(count + 1);
  const { topology } = world.models[world.bodies[0].model];
  for (let v = 0; v < world.vertexCount; v++)
    state.fieldDistances[v] = topology.surfaceIndices[v] === NONE || v >= topology.vertexCount ? random() : 0;
  const lookedUp = createPointSource();
  for (let q = 0; q < count; q++) {
    const body = Math.floor(3 * random());
    const tet = Math.floor(world.models[world.bodies[body].model].topology.tetCount * random());
    const corners = cornersOf(world, body, tet);
    let source = Math.floor(world.points.count * random());
    const wantsOwn = random() < 0.3;
    for (let tries = 0; wantsOwn && tries < 1000; tries++) {
      source = Math.floor(world.points.count * random());
      lookUpSource(lookedUp, world, source, 0.5);
      if (corners.includes(lookedUp.vertices[q % lookedUp.count])) break;
    }
    const drawnWeights = corners.map(() => random() + 0.02);
    // Some queries lie at a corner, whose own weight in the contact is then 0. (On the boundary, the sign of d would be rounding's.)
    if (q % 5 === 3 && body > 0) drawnWeights[q % 4] = 1e8;
    const sum = drawnWeights.reduce((a, b) => a + b);
    const at = QUERY.stride * q;
    state.queries.u32[at + QUERY.body] = body;
    state.queries.u32[at + QUERY.tet] = tet;
    state.queries.u32[at + QUERY.source] = source;
    state.queries.u32[at + QUERY.vertex] = NONE;
    state.queries.f32[at + QUERY.along] = random();
    for (let k = 0; k < 3; k++)
      state.queries.f32[at + QUERY.point + k] = corners.reduce(
        (x, v, i) => x + (drawnWeights[i] / sum) * state.positions[3 * v + k],
        0,
      );
  }
  state.counters[COUNTERS.queries] = count;
  state.contacts.u32.fill(3);
  return made;
}
const cornersOf = ({ bodies, models }: World, body: number, tet: number) => {
  const { model, vertexBase } = bodies[body];
  return [...models[model].topology.tets.subarray(4 * tet, 4 * tet + 4)].map((v) => v + vertexBase);
};
/** How much larger than TOLERANCE errors may be: by the flatness of the query's element, and by how far the field goes on. */
function conditionOf(world: World, state: State, q: number, depth: number): number {
  const { u32 } = state.queries;
  const corners = cornersOf(world, u32[QUERY.stride * q + QUERY.body], u32[QUERY.stride * q + QUERY.tet]);
  const [a, b, c, d] = corners.map((v) => pointOf(state.positions, v));
  return (1 + depth * depth) * Math.max(1, 4 / Math.abs(volume6(a, b, c, d)));
}

describe.each(cases)(
  '%d queries of %s, at %d m/s, %d m away, shaken by %d m',
  (count, contactPoints, depenetrationSpeed, away, shake) => {
    const { world, state } = drawn(count, contactPoints, away, shake);
    const dispatches = [{ count: initialQueries(world) }];
    const parameters = { depenetrationSpeed, pathMethod: 'distance-field' as const };
    const twins = { world, state, parameters, dispatches };

    it('field-contacts', async () => {
      const run = { ...twins, label: 'field-contacts', code: contactsCode, stage: fieldContacts };
      const { kernel, twin, perturbed } = await runTwins(
        { ...run, read: ['contacts', 'counters'] as const },
        { contactOffset: 1e-3, depenetrationSpeed: depenetrationSpeed * 1.01 },
      );
      let made = 0;
      let limited = 0;
      let told = 0;
      for (let q = 0; q < count; q++) {
        const at = CONTACT.stride * q;
        const [a, b, c] = [kernel, twin, perturbed].map(({ contacts }) => contacts);
        expect(a.u32[at + CONTACT.kind]).toBe(b.u32[at + CONTACT.kind]);
        expect(a.f32[at + CONTACT.lambda]).toBe(0);
        if (b.u32[at + CONTACT.kind] === CONTACT_KINDS.none) continue;
        expect(b.u32[at + CONTACT.kind]).toBe(CONTACT_KINDS.field);
        made++;
        const held = b.u32[at + CONTACT.count];
        expect(a.u32[at + CONTACT.count]).toBe(held);
        expect(a.u32[at + CONTACT.materials]).toBe(b.u32[at + CONTACT.materials]);
        for (let k = 0; k < held; k++) expect(a.u32[at + k]).toBe(b.u32[at + k]);
        const tolerance = TOLERANCE * conditionOf(world, state, q, Math.abs(b.f32[at + CONTACT.offset]));
        const differ = (x: typeof a, from: number, n: number) =>
          Math.max(...Array.from({ length: n }, (_, k) => Math.abs(x.f32[from + k] - b.f32[from + k])));
        expect(differ(a, at + CONTACT.weights, held)).toBeLessThan(tolerance);
        expect(differ(a, at + CONTACT.normal, 3)).toBeLessThan(tolerance);
        expect(differ(a, at + CONTACT.offset, 1)).toBeLessThan(tolerance);
        if (differ(c, at + CONTACT.offset, 1) > tolerance) told++;
        const free = depenetrationSpeed > 0 && b.f32[at + CONTACT.offset] < 0;
        if (free) limited++;
      }
      for (const counter of [COUNTERS.pathsMissing, COUNTERS.contactsGivenUp])
        expect(kernel.counters[counter]).toBe(twin.counters[counter]);
      const { pathsMissing, contactsGivenUp } = COUNTERS;
      expect(made + twin.counters[pathsMissing] + twin.counters[contactsGivenUp]).toBe(count);
      if (count < 129) return;
      expect(twin.counters[pathsMissing]).toBeGreaterThan(shake === SHAKE ? 50 : 5);
      if (contactPoints !== 'vertices') expect(twin.counters[contactsGivenUp]).toBeGreaterThan(0);
      expect(made).toBeGreaterThan(50);
      // The tolerances tell a millimetre, or a hundredth of the speed.
      expect(told).toBeGreaterThan(0.3 * made);
      expect(limited > 0).toBe(depenetrationSpeed > 0);
    });

    it('field-paths', async () => {
      const run = { ...twins, label: 'field-paths', code: pathsCode, stage: shortestPath };
      const { kernel, twin } = await runTwins({ ...run, read: ['paths', 'counters'] as const });
      let found = 0;
      for (let q = 0; q < count; q++) {
        const at = PATH.stride * q;
        const [a, b] = [kernel.paths, twin.paths];
        for (const word of [PATH.face, PATH.feature]) expect(a.u32[at + word]).toBe(b.u32[at + word]);
        const depth = b.f32[at + PATH.depth];
        expect(b.u32[at + PATH.face]).toBe(depth > 0 ? IN_FIELD : NONE);
        if (depth > 0) found++;
        // Ends are rounded at their own coordinates.
        const tolerance = TOLERANCE * conditionOf(world, state, q, depth) + 3e-7 * away;
        for (const word of [PATH.point, PATH.point + 1, PATH.point + 2, PATH.depth])
          expect(Math.abs(a.f32[at + word] - b.f32[at + word])).toBeLessThan(tolerance);
      }
      expect(kernel.counters[COUNTERS.pathsMissing]).toBe(twin.counters[COUNTERS.pathsMissing]);
      expect(twin.counters[COUNTERS.pathsMissing]).toBe(count - found);
    });
  },
);

describe('whole steps', () => {
  const STEPS = 3;
  const sorted = (xs: readonly number[]) => xs.slice().sort((a, b) => a - b);

  it.each(FIELD_UPDATES)('are those of the CPU, and have the same bits again, update %s', async (fieldUpdate) => {
    // The second body lies in the first by less than the half of its height, so that its points are among elements with inner vertices.
    const shifts = [
      [0, 0, 0],
      [0.6, 1.3, 0.3],
      [6, 0, 0],
    ];
    const made = boxWorld({ contactPoints: 'edges', shake: 0.02, shifts });
    const parameters = {
      ...defaultParameters(),
      ...({
        mode: 'dcd',
        pathMethod: 'distance-field',
        fieldUpdate,
        contacts: 'end-of-step',
        timeStep: 0.01,
        youngsModulus: 1e6,
      } as const),
    };
    const device = await sharedDevice(made.world);
    const [gpu, again, cpu] = await Promise.all(
      [true, true, false].map(async (onDevice) => {
        const state = copyState(made.world, made.state);
        const backend = await openInState({
          world: made.world,
          state,
          backend: onDevice ? { device, adapterName: 'test' } : 'cpu',
          workers: onThisThread,
        });
        const counters: Uint32Array[] = [];
        for (let i = 0; i < STEPS; i++) counters.push((await step(backend, { parameters, grabs: [] })).slice());
        const positions = [...((await backend.read('positions')) as Float32Array)];
        const answered = await answerQueriesInState(backend, 5, parameters);
        await backend.dispose();
        return { counters, positions, missing: answered[COUNTERS.pathsMissing] };
      }),
    );
    expect(again.positions).toEqual(gpu.positions);
    const apart = sorted(gpu.positions.map((x, i) => Math.abs(x - cpu.positions[i])));
    const moved = Math.max(...cpu.positions.map((x, i) => Math.abs(x - made.state.positions[i])));
    expect(moved).toBeGreaterThan(1e-2);
    // As in backend.test.ts: float32 on the way, of bodies 4 m wide; and contacts that one side sees elsewhere.
    expect(apart[Math.floor(0.5 * apart.length)]).toBeLessThan(1e-5);
    expect(apart[apart.length - 1]).toBeLessThan(5e-3);
    expect(gpu.missing).toBe(cpu.missing);
    for (const name of ['queries', 'contactsDcd', 'pathsMissing', 'fieldPoints'] as const) {
      const counter = COUNTERS[name];
      expect(gpu.counters[0][counter], name).toBe(cpu.counters[0][counter]);
    }
    const [first] = cpu.counters;
    expect(first[COUNTERS.contactsDcd]).toBeGreaterThan(5);
    expect(first[COUNTERS.fieldPoints] > 0).toBe(fieldUpdate !== 'none');
  });
});
