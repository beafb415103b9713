import { expect, it } from 'vitest';
import { openAdapter } from '../../src/node/dawn.ts';

const DOUBLE = /* wgsl */ `
  @group(0) @binding(0) var<storage, read_write> numbers: array<f32>;
  @compute @workgroup_size(64) fn double(@builtin(global_invocation_id) id: vec3u) {
    if (id.x < arrayLength(&numbers)) { numbers[id.x] *= 2; }
  }`;

it('doubles an array on Dawn, by an adapter that says what it is', async () => {
  const { adapter, description } = await openAdapter();
  expect(description).toMatch(/\w+ \(.*\w+\)/);
  const device = await adapter.requestDevice();
  const numbers = Float32Array.from({ length: 1000 }, (_, i) => i / 8);
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffer = device.createBuffer({ size: numbers.byteLength, usage });
  const result = device.createBuffer({
    size: numbers.byteLength,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(buffer, 0, numbers);

  const module = device.createShaderModule({ code: DOUBLE });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const bindings = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [{ binding: 0, resource: { buffer } }],
  });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, bindings);
  pass.dispatchWorkgroups(Math.ceil(numbers.length / 64));
  pass.end();
  encoder.copyBufferToBuffer(buffer, 0, result, 0, numbers.byteLength);
  device.queue.submit([encoder.finish()]);
  await result.mapAsync(GPUMapMode.READ);

  expect(new Float32Array(result.getMappedRange())).toEqual(numbers.map((x) => 2 * x));
  device.destroy();
});
