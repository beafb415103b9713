import { expect, it } from 'vitest';
import { CAPACITY, contactOfHit, HITS_PER_EDGE } from '../../../../../src/simulation/capacities.ts';
import { mostHits } from '../../../../../src/simulation/contacts/ccd/capacities.ts';
import { hits } from '../../../../../src/simulation/contacts/ccd/hits.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, HIT, hitsPerVertex } from '../../../../../src/simulation/state.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';
import { TYPESCRIPT_KERNELS } from '../../../../../src/simulation/program/kernels.ts';
import { boxWorld, seededRandom } from '../../../../fixtures/box-world.ts';
import { parametersWith, runInRanges } from '../../../../fixtures/stages.ts';
import { NO_HIT } from '../../../../../src/simulation/contacts/ccd/search.ts';

const PER_EDGE = 64;

/**
 * Makes contacts of as many hits as an edge can have, of all edges of a world, and of some vertices.
 * @param places number of different times of a hit, of places on its edges, and of edges that it may be with: with few of them, many hits are equally deep
 */
function contactsWith(capacity: (made: ReturnType<typeof boxWorld>) => number, places: number) {
  const { world } = boxWorld();
  const made = boxWorld({ capacities: { hits: capacity(boxWorld()), hitsPerEdge: PER_EDGE } });
  const { state } = made;
  const random = seededRandom(places);
  for (let i = 0; i < state.positions.length; i++) {
    state.positionsT0[i] = state.positions[i];
    state.positions[i] += 0.3 * (random() - 0.5);
  }
  const pick = (count: number) => Math.floor(count * random());
  const put = (list: typeof state.edgeHits, at: number, count: (body: number) => number) => {
    const body = pick(world.bodies.length);
    list.f32[at + HIT.t] = (1 + pick(places)) / (1 + places);
    list.u32[at + HIT.body] = body;
    list.u32[at + HIT.element] = pick(Math.min(places, count(body)));
    list.f32[at + HIT.u] = pick(places) / (2 * places);
    list.f32[at + HIT.v] = pick(places) / (2 * places);
  };
  const topology = (body: number) => world.models[world.bodies[body].model].topology;
  for (let s = 0; s < world.surfaceVertexCount * hitsPerVertex(world); s++) {
    const at = HIT.stride * s;
    if (s % 3 === 0) put(state.vertexHits, at, (body) => topology(body).faceCount);
    else state.vertexHits.f32[at + HIT.t] = NO_HIT;
  }
  for (let i = 0; i < world.edgeCount * PER_EDGE; i++)
    put(state.edgeHits, HIT.stride * i, (body) => topology(body).edgeCount);
  const context = {
    ...made,
    parameters: parametersWith({ contactOffset: 0.01 }),
    argument: 0,
    scratch: createScratch(),
    kernels: TYPESCRIPT_KERNELS,
  };
  runInRanges(hits, context);
  const { counters, contacts, positions } = state;
  const records = Array.from({ length: counters[COUNTERS.contactsCcd] }, (_, i) => {
    const at = CONTACT.stride * contactOfHit(world, i);
    const [u32, f32] = [contacts.u32, contacts.f32].map((words) => [...words.subarray(at, at + CONTACT.stride)]);
    let depth = f32[CONTACT.offset];
    for (let k = 0; k < 4; k++)
      for (let j = 0; j < 3; j++)
        depth -= f32[CONTACT.weights + k] * f32[CONTACT.normal + j] * positions[3 * u32[CONTACT.vertices + k] + j];
    expect(u32[CONTACT.kind]).not.toBe(CONTACT_KINDS.none);
    return { i, depth: Math.fround(depth), words: u32.slice(0, CONTACT.lambda).join() };
  });
  return { world, counters, records };
}

it.each([1000, 1])('of more hits than the world may have contacts, the deepest make contacts (%d places)', (places) => {
  const all = contactsWith(() => 1e6, places);
  const bounded = contactsWith(({ world }) => mostHits(world), places);
  const most = mostHits(all.world);
  expect(all.records.length).toBeGreaterThan(1.5 * most);
  const sorted = [...all.records].sort((a, b) => b.depth - a.depth || a.i - b.i);
  // The bound falls among equally deep hits.
  if (places === 1) expect(sorted[most].depth).toBe(sorted[most - 1].depth);
  const expected = sorted
    .slice(0, most)
    .sort((a, b) => a.i - b.i)
    .map(({ words }) => words);
  expect(bounded.records.map(({ words }) => words)).toEqual(expected);
  const { contactsDropped, contactsGivenUp, needs } = COUNTERS;
  expect(all.counters[contactsDropped]).toBe(0);
  expect(bounded.counters[contactsDropped] + bounded.counters[contactsGivenUp]).toBe(
    all.records.length + all.counters[contactsGivenUp] - most,
  );
  expect(bounded.counters[needs + CAPACITY.hits]).toBeGreaterThan(most);
  expect(HITS_PER_EDGE).toBeLessThan(PER_EDGE);
});
