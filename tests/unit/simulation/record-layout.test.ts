import { expect, it } from 'vitest';
import { BOX_STRIDE } from '../../../src/bvh/tree.ts';
import { packRecord } from '../../../src/gpu/memory/topology-records.ts';
import { recordLayout, RECORDS } from '../../../src/simulation/tables/records.ts';

it('lays fields out as the WGSL specification does in its examples', () => {
  // 14.4.4, structure A, in words.
  expect(recordLayout({ u: 'f32', v: 'f32', w: 'vec2f', x: 'f32' })).toEqual({ u: 0, v: 1, w: 2, x: 4, stride: 6 });
  // The start of structure B there.
  expect(recordLayout({ a: 'vec2f', b: 'vec3f', c: 'f32', d: 'f32' })).toEqual({ a: 0, b: 4, c: 7, d: 8, stride: 12 });
});

it('lets arrays of scalars lie close, and pads to the widest field', () => {
  const layout = recordLayout({ a: 'u32', b: ['f32', 3], c: 'vec2u', d: 'u32' });
  expect(layout).toEqual({ a: 0, b: 1, c: 4, d: 6, stride: 8 });
  expect(recordLayout({ a: ['u32', 5] }).stride).toBe(5);
});

it('takes a box as two rows of four, as trees do', () => {
  expect(recordLayout(RECORDS.Box)).toEqual({ lower: 0, upper: BOX_STRIDE / 2, stride: BOX_STRIDE });
});

it('packs a record by its fields, whatever the order of the values', () => {
  const bytes = packRecord({ a: 'f32', b: 'u32', c: 'f32' }, { c: -2, b: 7, a: 1.5 });
  expect([...new Float32Array(bytes)].filter((_, i) => i !== 1)).toEqual([1.5, -2]);
  expect(new Uint32Array(bytes)[1]).toBe(7);
});
