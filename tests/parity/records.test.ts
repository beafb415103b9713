import { expect, it } from 'vitest';
import { BINDINGS } from '../../src/gpu/kernels/bindings.ts';
import { snakeCase } from '../../src/gpu/kernels/constants.ts';
import { BINDINGS_2D } from '../../src/gpu/path-2d/bindings.ts';
import { Readback } from '../../src/gpu/memory/readback.ts';
import { structText } from '../../src/gpu/kernels/wgsl.ts';
import { type Fields, type FieldType, recordLayout } from '../../src/simulation/tables/records.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { sharedDevice } from './harness.ts';

const STRUCTS: Readonly<Record<string, Fields>> = { ...BINDINGS.structs, ...BINDINGS_2D.structs };
/** Words of the buffer: room for two records of any kind. */
const WORDS = 128;

/** How a kernel names a field's numbers, and their type. */
function numbersOf(field: string, type: FieldType): { readonly names: string[]; readonly of: string } {
  if (typeof type !== 'string')
    return { names: Array.from({ length: type[1] }, (_, i) => `${field}[${i}]`), of: type[0] };
  const [, count, letter] = /^vec(\d)([fu])$/.exec(type) ?? [];
  if (count === undefined) return { names: [field], of: type };
  return { names: [...'xyzw'.slice(0, Number(count))].map((axis) => `${field}.${axis}`), of: `${letter}32` };
}

/** Runs a kernel that stores numbers in the second of an array's records. @returns the array's words */
async function stored(struct: string, stores: readonly string[]): Promise<Uint32Array> {
  const device = await sharedDevice(boxWorld().world);
  const code = `${structText(struct, STRUCTS[struct])}
    @group(0) @binding(0) var<storage, read_write> records: array<${struct}>;
    @compute @workgroup_size(1) fn main() { ${stores.join(' ')} }`;
  device.pushErrorScope('validation');
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
  const buffer = device.createBuffer({ size: 4 * WORDS, usage });
  const module = device.createShaderModule({ code });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const layout = pipeline.getBindGroupLayout(0);
  const group = device.createBindGroup({ layout, entries: [{ binding: 0, resource: { buffer } }] });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(1);
  pass.end();
  const pending = new Readback(device).encode(encoder, [{ buffer, offset: 0, size: 4 * WORDS }]);
  device.queue.submit([encoder.finish()]);
  expect((await device.popErrorScope())?.message).toBeUndefined();
  const [bytes] = await pending.take();
  buffer.destroy();
  return new Uint32Array(bytes);
}

it.each(Object.keys(STRUCTS))('%s: the compiler puts each number where the layout says', async (struct) => {
  const fields = STRUCTS[struct];
  const layout = recordLayout(fields);
  const expected = new Uint32Array(WORDS);
  const asFloats = new Float32Array(expected.buffer);
  const stores: string[] = [];
  for (const [name, type] of Object.entries(fields)) {
    const { names, of } = numbersOf(snakeCase(name), type);
    names.forEach((number, i) => {
      const value = stores.length + 1;
      stores.push(`records[1].${number} = ${of}(${value});`);
      (of === 'f32' ? asFloats : expected)[layout.stride + layout[name] + i] = value;
    });
  }
  expect(await stored(struct, stores)).toEqual(expected);
});
