import { expect, it } from 'vitest';
import records from '../../../shaders/shared/records.wgsl';
import { BOX_STRIDE } from '../../../src/bvh/tree.ts';
import { packStruct, structLayout } from '../../../src/gpu/struct-layout.ts';
import { ATTACHMENT, CONTACT, PATH, QUERY } from '../../../src/simulation/state.ts';

const words = (struct: string) => {
  const { size, fields } = structLayout(records, struct);
  return { stride: size / 4, at: (field: string) => fields.get(field)!.offset / 4 };
};

it.each([
  ['Query', QUERY, { point: 'x', vertex: 'vertex', body: 'body', tet: 'tet', source: 'source', along: 'along' }],
  ['Path', PATH, { point: 'x', depth: 'depth', face: 'face', feature: 'feature', b0: 'b0', b1: 'b1' }],
  [
    'Contact',
    CONTACT,
    {
      vertices: 'v0',
      weights: 'w0',
      normal: 'nx',
      offset: 'offset',
      lambda: 'lambda',
      colour: 'colour',
      kind: 'kind',
      count: 'count',
      friction: 'friction',
    },
  ],
  ['Attachment', ATTACHMENT, { goal: 'x', vertex: 'vertex', lambda: 'lambda' }],
] as [string, Record<string, number>, Record<string, string>][])(
  '%s has the same words in WGSL and in the state',
  (struct, record, fields) => {
    const { stride, at } = words(struct);
    expect(stride).toBe(record.stride);
    for (const [field, word] of Object.entries(fields)) expect([field, at(field)]).toEqual([field, record[word]]);
  },
);

it('takes a box as two rows of four', () => {
  expect(words('Box').stride).toBe(BOX_STRIDE);
  expect(words('Box').at('upper')).toBe(BOX_STRIDE / 2);
});

it('packs a struct by its fields, and refuses others', () => {
  const layout = structLayout('struct S { a: f32, // [m]\n b: u32 }', 'S');
  const bytes = packStruct(layout, { a: 1, b: 7 });
  expect([new Float32Array(bytes)[0], new Uint32Array(bytes)[1]]).toEqual([1, 7]);
  expect(() => packStruct(layout, { a: 1 })).toThrow("'b'");
  expect(() => packStruct(layout, { a: 1, b: 2, c: 3 })).toThrow("'c'");
});
