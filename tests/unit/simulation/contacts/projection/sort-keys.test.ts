import { describe, expect, it } from 'vitest';
import { priorityOfContact, sortKeys } from '../../../../../src/simulation/contacts/projection/colour.ts';
import { DIGITS } from '../../../../../src/simulation/contacts/projection/scratch.ts';

describe('sortKeys', () => {
  it.each([0, 1, 2, 255, 1000])('sorts the first %i keys as the built-in sort does, and leaves the rest', (count) => {
    const keys = Uint32Array.from({ length: 1010 }, (_, i) => (i % 7 === 0 ? 0xffffffff : priorityOfContact(i >>> 1)));
    const sorted = Uint32Array.from([...keys.subarray(0, count).toSorted(), ...keys.subarray(count)]);
    sortKeys(new Uint32Array(DIGITS), keys, new Uint32Array(keys.length), count);
    expect(keys).toEqual(sorted);
  });
});
