import { describe, expect, it } from 'vitest';
import { CONTACTS_OF_CCD } from '../../src/simulation/contacts/ccd/passes.ts';
import { edgeEdge, vertexFace } from '../../src/simulation/contacts/ccd/stages.ts';
import { hits } from '../../src/simulation/contacts/ccd/hits.ts';
import { CAPACITY, contactOfHit } from '../../src/simulation/capacities.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, HIT, type State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { crossedBars, MOTION_CASES, sweptContext } from '../fixtures/motions.ts';
import { runInRanges } from '../fixtures/stages.ts';
import { copyState, dispatchesOf, runKernel } from './harness.ts';

/** Length of the shortest interval in which the kernels search a time, as a share of the step (RESOLUTION and TICKS in time-of-impact.wgsl). */
const INTERVAL = 16 / 65536;
/** A kernel's time is the beginning of the interval in which it can't rule out an impact. Bounds of float32 add a few intervals. */
const MOST_EARLY = 4 * INTERVAL;
/** Differences of weights and of unit normals: elements move by up to 3 of their lengths per step, so by this in MOST_EARLY. */
const MOST_MOVED = 0.01;

interface Hit {
  readonly t: number;
  readonly body: number;
  readonly element: number;
}

/** Returns an element's hits, earliest first. @param count number of elements    @param room records per element */
function hitsOf({ f32, u32 }: State['edgeHits'], element: number, count: number, room: number): Hit[] {
  const found: Hit[] = [];
  for (let k = 0; k < room; k++) {
    const at = HIT.stride * (count * k + element);
    if (f32[at + HIT.t] > 1) break;
    found.push({ t: f32[at + HIT.t], body: u32[at + HIT.body], element: u32[at + HIT.element] });
  }
  return found;
}

/** Returns weights, normal and offset of each contact of CCD, by the vertices that it connects. */
function contactsOf(world: World, { contacts, counters }: Pick<State, 'contacts' | 'counters'>) {
  const found = new Map<string, Float32Array>();
  for (let hit = 0; hit < counters[COUNTERS.contactsCcd]; hit++) {
    const at = CONTACT.stride * contactOfHit(world, hit);
    const vertices = contacts.u32.slice(at + CONTACT.vertices, at + CONTACT.vertices + 4);
    const weights = contacts.f32.subarray(at + CONTACT.weights, at + CONTACT.weights + 4);
    const normal = contacts.f32.subarray(at + CONTACT.normal, at + CONTACT.normal + 3);
    if (contacts.u32[at + CONTACT.kind] !== CONTACT_KINDS.none)
      found.set(vertices.join(), Float32Array.of(...weights, ...normal, contacts.f32[at + CONTACT.offset]));
  }
  return found;
}

const CASES = [...MOTION_CASES, { mode: 'hybrid' as const, name: 'crossed bars at rest', make: crossedBars }];

describe.each(CASES)('CCD by kernels, $name, mode $mode', ({ mode, make }) => {
  it.each([
    ['stay', 'paths'],
    ['part', 'paths'],
    ['auto', 'regions'],
  ] as const)(
    'has the hits and the contacts of the pool, crossed edges: %s, recovery by %s',
    async (crossedEdges, recovery) => {
      const context = sweptContext(make, mode, recovery);
      const { state } = context;
      const parameters = { ...context.parameters, crossedEdges };
      context.parameters = parameters;
      const world: World = { ...context.world, ccdOnDevice: true };
      const passes = CONTACTS_OF_CCD.find(parameters, world, 'only');
      const kernels = await runKernel({
        label: 'ccd',
        world,
        state: copyState(world, state),
        parameters,
        dispatches: passes.flatMap((pass) => dispatchesOf(pass, world)),
        read: ['vertexHits', 'edgeHits', 'contacts', 'counters'] as const,
      });
      state.counters.fill(0);
      for (const stage of [vertexFace, edgeEdge, hits]) runInRanges(stage, context);
      for (const name of ['ccdCandidates', 'contactsCcd', 'contactsGivenUp', 'contactsDropped'] as const)
        expect(kernels.counters[COUNTERS[name]], name).toBe(state.counters[COUNTERS[name]]);

      const perEdge = state.capacities[CAPACITY.hitsPerEdge];
      const lists = [
        ['vertexHits', world.surfaceVertexCount, 1],
        ['edgeHits', world.edgeCount, perEdge],
      ] as const;
      for (const [list, count, room] of lists)
        for (let element = 0; element < count; element++) {
          const own = hitsOf(kernels[list], element, count, room);
          const expected = hitsOf(state[list], element, count, room);
          expect(own.length).toBe(expected.length);
          // Hits at almost the same time may change places.
          own.forEach(({ t }, k) => {
            expect(t).toBeLessThanOrEqual(expected[k].t);
            expect(t).toBeGreaterThan(expected[k].t - MOST_EARLY);
          });
        }

      const own = contactsOf(world, kernels);
      const expected = contactsOf(world, state);
      // With regions, bodies that are deep in one another make none. Without motion, crossed edges alone do.
      if (make === crossedBars ? crossedEdges !== 'stay' : recovery === 'paths')
        expect(expected.size).toBeGreaterThan(10);
      expect([...own.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [vertices, values] of expected)
        (own.get(vertices) as Float32Array).forEach((x, k) => {
          expect(Math.abs(x - values[k])).toBeLessThan(MOST_MOVED);
        });
    },
  );
});
