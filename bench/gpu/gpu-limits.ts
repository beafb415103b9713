/** Measured limits of the adapter: bytes/s of a copy kernel, and operations/s of multiply-adds in registers. */
export interface AdapterLimits {
  readonly bytesPerSecond: number;
  readonly operationsPerSecond: number;
  /** Size of the copied buffer [bytes]. The destination is equally large. */
  readonly copiedBytes: number;
}

const GROUP = 256;
const LANES = 4;
const BYTES_PER_VECTOR = 16;

const COPY = `
@group(0) @binding(0) var<storage, read> source: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> sink: array<vec4f>;
@compute @workgroup_size(${GROUP})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.x + id.y * groups.x * ${GROUP}u;
  if (i < arrayLength(&sink)) { sink[i] = source[i]; }
}`;

/** Number of independent chains of multiply-adds, so that no operation has to wait for the previous one. */
const CHAINS = 8;
const LOOPS = 128;
const chain = (text: (k: number) => string): string => Array.from({ length: CHAINS }, (_, k) => text(k)).join(' ');
const FMA = `
@group(0) @binding(0) var<storage, read> source: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> sink: array<vec4f>;
@compute @workgroup_size(${GROUP})
fn main(@builtin(global_invocation_id) id: vec3u) {
  let factor = source[0];
  let term = source[1];
  ${chain((k) => `var x${k} = vec4f(f32(id.x + ${k}u));`)}
  for (var loops = 0u; loops < ${LOOPS}u; loops++) { ${chain((k) => `x${k} = fma(x${k}, factor, term);`)} }
  sink[id.x] = ${Array.from({ length: CHAINS }, (_, k) => `x${k}`).join(' + ')};
}`;

const LONGEST_ROW = 65_535;
const ROUNDS = 7;
const NANOSECONDS = 1e-9;

/**
 * Measures the limits.
 * @param device a device with the feature timestamp-query
 * @param copiedBytes size of the copied buffer, larger than the adapter's caches
 * @param threads number of threads that do multiply-adds
 * @returns the best of several rounds
 */
export async function adapterLimits(device: GPUDevice, copiedBytes: number, threads: number): Promise<AdapterLimits> {
  const vectors = Math.floor(copiedBytes / BYTES_PER_VECTOR);
  const size = BYTES_PER_VECTOR * Math.max(vectors, threads);
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const [source, sink] = ['source', 'sink'].map((label) => device.createBuffer({ label, size, usage }));
  const bytes = 2 * BYTES_PER_VECTOR * vectors;
  const copy = await fastest(device, COPY, [source, sink], BYTES_PER_VECTOR * vectors, Math.ceil(vectors / GROUP));
  const fma = await fastest(device, FMA, [source, sink], BYTES_PER_VECTOR * threads, Math.ceil(threads / GROUP));
  for (const buffer of [source, sink]) buffer.destroy();
  const operations = 2 * LANES * CHAINS * LOOPS * threads;
  return { bytesPerSecond: bytes / copy, operationsPerSecond: operations / fma, copiedBytes };
}

/**
 * Times a kernel.
 * @param size bytes of each bound buffer
 * @returns seconds of the fastest round
 */
async function fastest(device: GPUDevice, code: string, buffers: GPUBuffer[], size: number, groups: number) {
  const module = device.createShaderModule({ code });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer, size } }));
  const bound = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 * ROUNDS });
  const { QUERY_RESOLVE, COPY_SRC, MAP_READ, COPY_DST } = GPUBufferUsage;
  const stampBytes = 2 * ROUNDS * BigUint64Array.BYTES_PER_ELEMENT;
  const resolved = device.createBuffer({ size: stampBytes, usage: QUERY_RESOLVE | COPY_SRC });
  const staging = device.createBuffer({ size: stampBytes, usage: MAP_READ | COPY_DST });
  const encoder = device.createCommandEncoder();
  for (let round = 0; round < ROUNDS; round++) {
    const timestampWrites = { querySet, beginningOfPassWriteIndex: 2 * round, endOfPassWriteIndex: 2 * round + 1 };
    const pass = encoder.beginComputePass({ timestampWrites });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bound);
    const rows = Math.ceil(groups / LONGEST_ROW);
    pass.dispatchWorkgroups(Math.ceil(groups / rows), rows);
    pass.end();
  }
  encoder.resolveQuerySet(querySet, 0, 2 * ROUNDS, resolved, 0);
  encoder.copyBufferToBuffer(resolved, 0, staging, 0, stampBytes);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const stamps = new BigUint64Array(staging.getMappedRange().slice(0));
  for (const made of [resolved, staging, querySet]) made.destroy();
  const rounds = Array.from({ length: ROUNDS }, (_, round) => Number(stamps[2 * round + 1] - stamps[2 * round]));
  return NANOSECONDS * Math.min(...rounds.filter((elapsed) => elapsed > 0));
}
