import { expect, it } from 'vitest';
import code from '../../shaders/contacts/paths/path-contacts.wgsl';
import { NONE } from '../../src/mesh/topology.ts';
import { pathContacts as stage } from '../../src/simulation/contacts/paths/path-contacts.ts';
import { CONTACT_POINTS } from '../../src/simulation/parameters.ts';
import { createPointSource, lookUpSource } from '../../src/simulation/world/points.ts';
import { initialQueries } from '../../src/simulation/capacities.ts';
import { CONTACT, COUNTERS, PATH, PATH_OVERFLOW, QUERY } from '../../src/simulation/state.ts';
import { boxWorld, seededRandom } from '../fixtures/box-world.ts';
import { largestDifference, runTwins, stir } from './twins.ts';

/** Unit normals and barycentric coordinates, after some ten roundings of numbers below 8. */
const TOLERANCE = 5e-6;

/** [m/s]: none, and one that limits some contacts and not all. */
const SPEEDS = [0, 30];
const cases = [0, 1, 129, 500].flatMap((count) =>
  CONTACT_POINTS.flatMap((contactPoints) => SPEEDS.map((speed) => [count, contactPoints, speed, 0, 0.1] as const)),
);
/** [m]: float32 keeps half a millimetre there, and contacts what their own coordinates say. */
const AWAY = 4096;
/** Random displacement of the vertices [m]: large enough to turn elements of size 1 inside out. */
const SHAKE = 0.6;

it.each([
  ...cases,
  [129, 'all', 30, AWAY, 0.1] as const,
  [500, 'all', 30, 0, SHAKE] as const,
  [500, 'all', 0, 0, SHAKE] as const,
])(
  'path-contacts: %d queries of %s, at %d m/s, %d m away, shaken by %d m',
  async (count, contactPoints, depenetrationSpeed, away, shake) => {
    const { world, state } = boxWorld({
      contactPoints,
      shake,
      materials: [{}, { density: 500 }, { density: 300 }],
      parameters: { recovery: 'paths' },
    });
    for (let i = 0; i < state.positions.length; i++) state.positions[i] += away;
    stir(state);
    const random = seededRandom(count + 1);
    const lookedUp = createPointSource();
    state.contacts.u32.fill(3);
    for (let q = 0; q < count; q++) {
      const body = Math.floor(3 * random());
      const { model, vertexBase } = world.bodies[body];
      const { faces, faceCount } = world.models[model].topology;
      const face = Math.floor(faceCount * random());
      // Often one that has vertices of the face itself.
      let source = Math.floor(world.points.count * random());
      const wantsOwn = random() < 0.3;
      const corners = [0, 1, 2].map((k) => vertexBase + faces[3 * face + k]);
      for (let tries = 0; wantsOwn && tries < 1000; tries++) {
        source = Math.floor(world.points.count * random());
        lookUpSource(lookedUp, world, source, 0.5);
        if (corners.includes(lookedUp.vertices[q % lookedUp.count])) break;
      }
      state.queries.u32[QUERY.stride * q + QUERY.body] = body;
      state.queries.u32[QUERY.stride * q + QUERY.source] = source;
      state.queries.f32[QUERY.stride * q + QUERY.along] = random();
      const b0 = random();
      state.paths.u32[PATH.stride * q + PATH.face] = q % 13 === 5 ? NONE : q % 13 === 7 ? PATH_OVERFLOW : face;
      state.paths.u32[PATH.stride * q + PATH.feature] = q % 7;
      state.paths.f32.set([b0, (1 - b0) * random()], PATH.stride * q + PATH.b0);
    }
    state.counters[COUNTERS.queries] = count;
    const dispatches = [{ count: initialQueries(world) }];
    const parameters = { depenetrationSpeed, recovery: 'paths' as const };
    const twins = {
      label: 'path-contacts',
      code,
      stage,
      world,
      state,
      parameters,
      dispatches,
      read: ['contacts', 'counters'] as const,
    };
    const { kernel, twin, perturbed } = await runTwins(twins, {
      contactOffset: 1e-5,
      depenetrationSpeed: depenetrationSpeed * 1.001,
    });
    for (let c = 0; c < initialQueries(world); c++) {
      const word = (contacts: typeof kernel.contacts, k: number) => contacts.u32[CONTACT.stride * c + k];
      expect(word(kernel.contacts, CONTACT.kind)).toBe(word(twin.contacts, CONTACT.kind));
      if (c >= count || word(twin.contacts, CONTACT.kind) === 0) {
        // Words that mean nothing, which the twins may leave differently.
        for (const { contacts } of [kernel, twin, perturbed])
          contacts.u32.fill(0, CONTACT.stride * c, CONTACT.stride * (c + 1));
        continue;
      }
      const held = word(twin.contacts, CONTACT.count);
      expect(word(kernel.contacts, CONTACT.count)).toBe(held);
      const query = QUERY.stride * c;
      const owner = world.points.bodies[state.queries.u32[query + QUERY.source]];
      const places = [owner, state.queries.u32[query + QUERY.body]].map((body) => world.bodies[body].material);
      for (const { contacts } of [kernel, twin])
        expect(word(contacts, CONTACT.materials)).toBe(places[0] + 65536 * places[1]);
      for (let k = 0; k < held; k++) expect(word(kernel.contacts, k)).toBe(word(twin.contacts, k));
      for (const { contacts } of [kernel, twin, perturbed]) {
        contacts.u32.fill(0, CONTACT.stride * c, CONTACT.stride * c + CONTACT.weights);
        contacts.u32.fill(0, CONTACT.stride * c + CONTACT.weights + held, CONTACT.stride * c + CONTACT.normal);
        contacts.u32.fill(0, CONTACT.stride * c + CONTACT.colour, CONTACT.stride * (c + 1));
      }
    }
    const skipped = twin.counters[COUNTERS.invertedSkipped];
    expect(kernel.counters[COUNTERS.invertedSkipped]).toBe(skipped);
    expect(skipped > 5).toBe(shake === SHAKE && depenetrationSpeed > 0);
    if (count >= 129) {
      // The limit holds back some and not others.
      const offsets = Array.from({ length: count }, (_, c) => kernel.contacts.f32[CONTACT.stride * c + CONTACT.offset]);
      expect(offsets.some((offset) => offset < 0)).toBe(depenetrationSpeed > 0);
      expect(offsets.some((offset) => offset === 0)).toBe(true);
    }
    expect(largestDifference(kernel.contacts, twin.contacts)).toBeLessThan(TOLERANCE);
    if (count > 0) expect(largestDifference(kernel.contacts, perturbed.contacts)).toBeGreaterThan(TOLERANCE);
  },
);
