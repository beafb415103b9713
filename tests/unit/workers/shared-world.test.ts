import { expect, test } from 'vitest';
import { inSharedMemory } from '../../../src/workers/shared-world.ts';
import { boxWorld } from '../../fixtures/box-world.ts';

test('a world in shared memory has the same numbers, each array once, and none of the host’s memory', () => {
  const { world } = boxWorld({ contactPoints: 'all' });
  const copy = inSharedMemory(world);
  expect(copy).toEqual(world);
  expect(copy.models[0].topology.tets.buffer).toBeInstanceOf(SharedArrayBuffer);
  const views = [];
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (ArrayBuffer.isView(value)) views.push(value);
    else Object.values(value).forEach(walk);
    if (ArrayBuffer.isView(value)) expect(value.buffer).toBeInstanceOf(SharedArrayBuffer);
  };
  walk(copy);
  expect(views.length).toBeGreaterThan(50);
});

test('what is held twice stays one, and views of one buffer stay views of one', () => {
  const words = new Float32Array([1, 2, 3, 4]);
  const bits = new Uint32Array(words.buffer, 4, 2);
  const inner = { words, bits };
  const copy = inSharedMemory({ inner, again: [inner, words] as const, name: 'n', none: undefined, flag: true });
  expect(copy.again[0]).toBe(copy.inner);
  expect(copy.again[1]).toBe(copy.inner.words);
  expect(copy).toMatchObject({ name: 'n', none: undefined, flag: true });
  copy.inner.bits[0] = 0;
  expect([...copy.inner.words]).toEqual([1, 0, 3, 4]);
  expect([...words]).toEqual([1, 2, 3, 4]);
});

class Counter {
  count = 1;
}
test.each([
  ['a Map', new Map([[1, 2]]), 'an instance of Map'],
  ['a Set', new Set([1]), 'an instance of Set'],
  ['an instance of a class', new Counter(), 'an instance of Counter'],
  ['a date', new Date(0), 'an instance of Date'],
  ['a buffer without a view', new ArrayBuffer(8), 'an instance of ArrayBuffer'],
  ['a DataView', new DataView(new ArrayBuffer(8)), 'an instance of DataView'],
  ['a function', () => 1, 'a function'],
])('%s, whose copy would be empty, is refused by its path', (_, value, found) => {
  const data = { bodies: [{ mass: 1 }, { mass: 2, held: value }] };
  expect(() => inSharedMemory(data)).toThrow(`bodies.1.held is ${found}; expected a plain object`);
});

test('objects without a prototype, numbers that are none and big integers are plain', () => {
  const bare = Object.assign(Object.create(null) as { a?: number }, { a: 1 });
  const copy = inSharedMemory({ bare, nothing: null, big: 3n, none: Number.NaN });
  expect(copy).toEqual({ bare: { a: 1 }, nothing: null, big: 3n, none: Number.NaN });
});
