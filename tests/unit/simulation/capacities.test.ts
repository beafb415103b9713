import { expect, it } from 'vitest';
import {
  CONTACT_BLOCK,
  type Capacities,
  contactCapacity,
  contactOfHit,
  contactOfQuery,
  initialCapacities,
  initialHits,
  initialQueries,
  greatestCapacities,
  largerCapacities,
} from '../../../src/simulation/capacities.ts';
import { mostHits } from '../../../src/simulation/contacts/ccd/capacities.ts';
import { boxWorld } from '../../fixtures/box-world.ts';

const { world } = boxWorld();
const initial = initialCapacities(world);

it('contacts have ids of their own, below the capacity, whichever list is longer', () => {
  const further = [0, 1, CONTACT_BLOCK - 1, CONTACT_BLOCK, CONTACT_BLOCK + 1, 3 * CONTACT_BLOCK + 7];
  for (const moreQueries of further)
    for (const moreHits of further) {
      const [queries, hits] = [initialQueries(world) + moreQueries, initialHits(world) + moreHits];
      const capacity = contactCapacity(world, { ...initial, queries, hits });
      const ids = new Set<number>();
      for (let i = 0; i < queries; i++) ids.add(contactOfQuery(world, i));
      for (let i = 0; i < hits; i++) ids.add(contactOfHit(world, i));
      expect(ids.size).toBe(queries + hits);
      expect(Math.min(...ids)).toBe(0);
      expect(Math.max(...ids)).toBeLessThan(capacity);
      expect(capacity).toBeLessThan(queries + hits + 2 * CONTACT_BLOCK + Math.abs(moreQueries - moreHits));
    }
});

it('the ids within the initial capacities follow one another: those of queries, then those of hits', () => {
  expect(contactCapacity(world, initial)).toBe(initialQueries(world) + initialHits(world));
  expect(contactOfQuery(world, initialQueries(world) - 1)).toBe(initialQueries(world) - 1);
  expect(contactOfHit(world, 0)).toBe(initialQueries(world));
});

it('lists that had room keep their capacities; the others double, or get what they need, all or one alone', () => {
  const needs = (needed: Partial<Capacities>) =>
    (Object.keys(initial) as (keyof Capacities)[]).map((name) => needed[name] ?? 0);
  const unbounded = Object.fromEntries(Object.keys(initial).map((name) => [name, Infinity])) as unknown as Capacities;
  expect([...largerCapacities(initial, needs({}), unbounded)]).toEqual([]);
  expect([...largerCapacities(initial, needs({ hits: initial.hits }), unbounded)]).toEqual([]);
  expect([...largerCapacities(initial, needs({ colours: 513, queries: 10_000 }), unbounded)]).toEqual([
    { ...initial, colours: 1024, queries: 10_000 },
    { ...initial, colours: 513, queries: 10_000 },
    { ...initial, queries: 10_000 },
    { ...initial, colours: 513 },
  ]);
});

it('lists grow up to what the size of the world allows, and no further', () => {
  const needs = (needed: Partial<Capacities>) =>
    (Object.keys(initial) as (keyof Capacities)[]).map((name) => needed[name] ?? 0);
  const greatest = greatestCapacities(world);
  expect(greatest.hits).toBe(mostHits(world));
  expect([...largerCapacities(initial, needs({ hitsPerEdge: 1e6 }), greatest)][0]).toEqual({
    ...initial,
    hitsPerEdge: greatest.hitsPerEdge,
  });
  const full = { ...initial, hitsPerEdge: greatest.hitsPerEdge, pairsPerPoint: greatest.pairsPerPoint };
  expect([...largerCapacities(full, needs({ hitsPerEdge: 1e6, pairsPerPoint: 1e6 }), greatest)]).toEqual([]);
});
