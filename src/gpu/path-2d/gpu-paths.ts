import shortestPath from '../../../shaders/path-2d/shortest-path.wgsl';
import { now } from '../../simulation/program/clock.ts';
import {
  answerQuery2d,
  createPaths2d,
  type PathQueries2d,
  type Paths2d,
} from '../../simulation/path-2d/answer-queries.ts';
import {
  clearPathWork2d,
  createPathScratch2d,
  PATH_OPTIONS_2D,
  type PathWork2d,
} from '../../simulation/path-2d/scratch.ts';
import type { PathBody2d } from '../../simulation/path-2d/path-body.ts';
import { recordLayout } from '../../simulation/tables/records.ts';
import { COUNTER_COUNT, COUNTERS, PATH_OVERFLOW } from '../../simulation/state.ts';
import type { Range } from '../memory/buffers.ts';
import { DeviceWatch } from '../device.ts';
import { DispatchTable } from '../kernels/dispatch-table.ts';
import { createKernel, type Kernel } from '../kernels/kernel.ts';
import { Readback } from '../memory/readback.ts';
import { GpuProfile } from '../profile.ts';
import { GpuClocks } from '../timing.ts';
import { BINDINGS_2D, RECORDS_2D, WGSL_CONSTANTS_2D } from './bindings.ts';
import { packBodies2d } from './pack-bodies.ts';

/** Maximum number of queries per dispatch: so many take some MiB. Longer lists of queries are answered in several parts. */
const MAX_QUERIES_PER_DISPATCH = 2 ** 18;

const QUERY = recordLayout(RECORDS_2D.Query2d);
const PATH = recordLayout(RECORDS_2D.Path2d);

/**
 * Answers, work counters, and the kernel's time [ms]. On devices without timestamps, `ms` is the host's time from submission to readback.
 */
export interface AnsweredPaths2d {
  readonly paths: Paths2d;
  readonly work: PathWork2d;
  readonly ms: number;
}

/** 2D shortest paths on WebGPU. Bodies are uploaded once, queries with each call. */
export class GpuPaths2d {
  /** Scratch memory for the queries that the CPU answers. */
  private readonly scratch = createPathScratch2d();

  private constructor(
    private readonly device: GPUDevice,
    private readonly bodies: readonly PathBody2d[],
    private readonly buffers: ReadonlyMap<string, GPUBuffer>,
    private readonly kernel: Kernel,
    private readonly dispatches: DispatchTable,
    private readonly readback: Readback,
    private readonly clocks: GpuClocks,
    private readonly watch: DeviceWatch,
  ) {}

  /**
   * Compiles the kernel and uploads the bodies.
   * @param device stays alive when this object is destroyed
   * @param overrides values that replace limits in the kernel, for tests
   * @param code WGSL that replaces the kernel's, for tests
   * @throws Error if the kernel doesn't compile or the device reports an error
   */
  static async open(
    device: GPUDevice,
    bodies: readonly PathBody2d[],
    overrides: Readonly<Record<string, number>> = {},
    code: string = shortestPath,
  ): Promise<GpuPaths2d> {
    const watch = new DeviceWatch(device);
    device.pushErrorScope('validation');
    const buffers = createBuffers(device, bodies);
    const dispatches = new DispatchTable(device);
    const buffer = (name: string): GPUBuffer => {
      const found = buffers.get(name);
      if (!found) throw new Error(`No buffer is called '${name}'`);
      return found;
    };
    const source = {
      label: 'shortestPath2d',
      code: `${WGSL_CONSTANTS_2D}\n${code}`,
      table: BINDINGS_2D,
      constants: overrides,
    };
    const making = createKernel({ device, buffer, dispatches }, source);
    const kernel = await watch.guard(making.catch((error: unknown) => error as Error));
    const openError = await watch.guard(device.popErrorScope());
    if (kernel instanceof Error || openError) {
      dispatches.destroy();
      for (const buffer of buffers.values()) buffer.destroy();
      throw kernel instanceof Error ? kernel : new Error(`The device refused the 2D bodies: ${openError?.message}`);
    }
    const readback = new Readback(device);
    const clocks = new GpuClocks(device, readback, new GpuProfile());
    return new GpuPaths2d(device, bodies, buffers, kernel, dispatches, readback, clocks, watch);
  }

  /** Answers queries. @throws Error if the device reports an error, DeviceLostError if the device is lost */
  async answer(queries: PathQueries2d, culling: boolean): Promise<AnsweredPaths2d> {
    const paths = createPaths2d(queries.count);
    const work: PathWork2d = { candidates: 0, traversals: 0, trianglesVisited: 0, overflows: 0, undecidedByCulling: 0 };
    let ms = 0;
    for (let first = 0; first < queries.count; first += MAX_QUERIES_PER_DISPATCH) {
      const count = Math.min(MAX_QUERIES_PER_DISPATCH, queries.count - first);
      ms += await this.answerPart(queries, first, count, culling, paths, work);
    }
    return { paths, work, ms };
  }

  private async answerPart(
    queries: PathQueries2d,
    first: number,
    count: number,
    culling: boolean,
    paths: Paths2d,
    work: PathWork2d,
  ): Promise<number> {
    const { device } = this;
    const range = (name: string, size: number): Range => ({ buffer: this.buffers.get(name)!, offset: 0, size });
    device.pushErrorScope('validation');
    device.queue.writeBuffer(this.buffers.get('queries')!, 0, packQueries(queries, first, count));
    const encoder = device.createCommandEncoder({ label: 'paths 2d' });
    encoder.clearBuffer(this.buffers.get('counters')!);
    const pass = encoder.beginComputePass({ label: 'paths 2d', ...this.clocks.timePass('path') });
    this.kernel.encode(pass, { count, argument: culling ? 1 : 0 });
    pass.end();
    const pending = this.readback.encode(encoder, [
      range('paths', 4 * PATH.stride * count),
      range('counters', 4 * COUNTER_COUNT),
    ]);
    this.clocks.resolve(encoder);
    const started = now();
    device.queue.submit([encoder.finish()]);
    const submitError = device.popErrorScope();
    const [pathBytes, counterBytes] = await this.watch.guard(pending.take());
    const hostTime = now() - started;
    const error = await this.watch.guard(submitError);
    if (error) throw new Error(`The device refused the 2D queries: ${error.message}`);
    this.dispatches.recycle();
    addCounters(new Uint32Array(counterBytes), work);
    this.unpackPaths(pathBytes, queries, first, count, culling, paths, work);
    return (await this.watch.guard(this.clocks.take())).path || hostTime;
  }

  /** Unpacks the answers. Queries that overflowed on the device are answered here, by the CPU's search without limits. */
  private unpackPaths(
    bytes: ArrayBuffer,
    queries: PathQueries2d,
    first: number,
    count: number,
    culling: boolean,
    paths: Paths2d,
    work: PathWork2d,
  ): void {
    const u32 = new Uint32Array(bytes);
    const f32 = new Float32Array(bytes);
    for (let k = 0; k < count; k++) {
      const at = PATH.stride * k;
      const i = first + k;
      if (u32[at + PATH.segment] === PATH_OVERFLOW) {
        const cpuWork = this.scratch.work;
        clearPathWork2d(cpuWork);
        answerQuery2d(this.scratch, this.bodies, queries, i, { ...PATH_OPTIONS_2D, culling }, paths);
        work.candidates += cpuWork.candidates;
        work.traversals += cpuWork.traversals;
        work.trianglesVisited += cpuWork.trianglesVisited;
        continue;
      }
      paths.segments[i] = u32[at + PATH.segment];
      paths.distances[i] = f32[at + PATH.distance];
      // The device's offset starts at the query's point rounded to float32.
      for (let axis = 0; axis < 2; axis++)
        paths.points[2 * i + axis] = Math.fround(queries.points[2 * i + axis]) + f32[at + PATH.offset + axis];
    }
  }

  /** Destroys the buffers; the device stays alive. */
  destroy(): void {
    for (const buffer of this.buffers.values()) buffer.destroy();
    this.dispatches.destroy();
    this.readback.destroy();
    this.clocks.destroy();
  }
}

/** Returns the size of the largest buffer that these bodies and their queries need [bytes]. */
export function largestBuffer2d(bodies: readonly PathBody2d[]): number {
  const { topology, positions, boxes } = packBodies2d(bodies);
  return Math.max(
    topology.byteLength,
    positions.byteLength,
    boxes.byteLength,
    4 * MAX_QUERIES_PER_DISPATCH * QUERY.stride,
    4 * MAX_QUERIES_PER_DISPATCH * PATH.stride,
  );
}

function createBuffers(device: GPUDevice, bodies: readonly PathBody2d[]): Map<string, GPUBuffer> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const create = (label: string, size: number) => device.createBuffer({ label: `${label} 2d`, size, usage });
  const buffers = new Map<string, GPUBuffer>();
  for (const [name, array] of Object.entries(packBodies2d(bodies))) {
    buffers.set(name, create(name, array.byteLength));
    device.queue.writeBuffer(buffers.get(name)!, 0, array);
  }
  buffers.set('queries', create('queries', 4 * MAX_QUERIES_PER_DISPATCH * QUERY.stride));
  buffers.set('paths', create('paths', 4 * MAX_QUERIES_PER_DISPATCH * PATH.stride));
  buffers.set('counters', create('counters', 4 * COUNTER_COUNT));
  return buffers;
}

function packQueries(queries: PathQueries2d, first: number, count: number): ArrayBuffer {
  const bytes = new ArrayBuffer(4 * QUERY.stride * count);
  const u32 = new Uint32Array(bytes);
  const f32 = new Float32Array(bytes);
  for (let k = 0; k < count; k++) {
    const at = QUERY.stride * k;
    const i = first + k;
    f32[at + QUERY.point] = queries.points[2 * i];
    f32[at + QUERY.point + 1] = queries.points[2 * i + 1];
    u32[at + QUERY.body] = queries.bodies[i];
    u32[at + QUERY.triangle] = queries.triangles[i];
    u32[at + QUERY.vertex] = queries.vertices[i];
  }
  return bytes;
}

function addCounters(counters: Uint32Array, work: PathWork2d): void {
  work.candidates += counters[COUNTERS.candidates];
  work.traversals += counters[COUNTERS.traversals];
  work.trianglesVisited += counters[COUNTERS.tetsVisited];
  work.overflows += counters[COUNTERS.pathOverflows];
  work.undecidedByCulling += counters[COUNTERS.undecidedByCulling];
}
