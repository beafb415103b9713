import { expect, it } from 'vitest';
import { octopi8 } from '../../../../src/scenes/octopi-8.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { stateBytes } from '../../../../src/simulation/state.ts';
import { allocateState } from '../../../../src/simulation/state-memory.ts';
import { expectedSize } from '../../../../src/ui/gallery/expected-size.ts';
import { arrayBytes, bytesInWords, memoryOf, shortage } from '../../../../src/ui/sizing/memory-budget.ts';

const GB = 1e9;
const need = { state: 2 * GB, world: GB, buffer: GB };

it('counts the bytes that a state is allocated with', () => {
  const { placements, colliders } = octopi8.build(octopi8.size.small);
  const { world } = createWorld(placements, colliders);
  let allocated = 0;
  allocateState(world, (bytes) => {
    allocated += bytes;
    return new ArrayBuffer(bytes);
  });
  // Empty arrays have room for one number all the same.
  expect(Math.abs(stateBytes(world) - allocated)).toBeLessThan(200);
  // The table that the gallery reads tells thousands: where models have changed by more, `npm run sizes` makes it anew.
  const { bodies, tetrahedra } = expectedSize(octopi8, octopi8.size.small)!;
  expect(bodies).toBe(8);
  expect(Math.abs(tetrahedra / world.tetCount - 1)).toBeLessThan(0.03);
});

it('counts each buffer once', () => {
  const numbers = new Float32Array(10);
  expect(arrayBytes({ a: numbers, b: [numbers.subarray(2), { c: new Uint8Array(3) }], d: 'text', e: undefined })).toBe(
    43,
  );
});

it('says which memory is short, with both sizes, and nothing if the scene fits', () => {
  expect(memoryOf(need, 1)).toBe(4 * GB);
  expect(memoryOf(need, 2)).toBe(8 * GB);
  expect(shortage(need, { memory: 4 * GB, buffer: 0.5 * GB }, 'cpu', 1)).toBeUndefined();
  expect(shortage(need, { memory: 4 * GB, buffer: undefined }, 'cpu', 2)).toBe(
    'needs 8.0 GB of memory; this browser gives about 4.0 GB',
  );
  expect(shortage(need, { memory: 9 * GB, buffer: 0.08 * GB }, 'gpu', 1)).toBe(
    'needs a buffer of 1.0 GB on the GPU; this GPU takes at most 80 MB',
  );
  expect(bytesInWords(1.2e6)).toBe('2 MB');
});

it('estimates sizes between the measured ones', () => {
  const row = { bodies: 8, tetrahedra: 1000, state: 100, world: 10, buffer: 1 };
  expect(expectedSize(octopi8, 2 * octopi8.size.small, { [octopi8.name]: { small: row } })).toEqual({
    bodies: 8,
    tetrahedra: 2000,
    state: 200,
    world: 20,
    buffer: 2,
  });
  // As the square of the size's number.
  const { small, medium } = octopi8.size;
  const squared = { [octopi8.name]: { small: row, medium: { ...row, tetrahedra: 1000 * (medium / small) ** 2 } } };
  expect(expectedSize(octopi8, 3 * small, squared)).toMatchObject({ bodies: 8, tetrahedra: 9000, state: 100 });
  expect(expectedSize(octopi8, 6000, {})).toBeUndefined();
});
