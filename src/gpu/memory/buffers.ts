import { type Capacities, initialCapacities } from '../../simulation/capacities.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { StartCounters } from '../../simulation/program/pass.ts';
import { type KeptArray, type State, type StateArray, stateLayout, type Words } from '../../simulation/state.ts';
import type { World } from '../../simulation/world/world.ts';
import { bufferLayout, type BufferLayout, type Place } from './buffer-layout.ts';
import { WORKGROUP_SIZE } from '../kernels/constants.ts';
import { materialTable } from './material-table.ts';
import { type PackedTopology, packTopology } from './pack-topology.ts';
import { parametersSize, stepParameters } from './step-parameters.ts';

/** A part of a buffer, in bytes. */
export interface Range {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

/** Values of a state array, as the host has them. */
type HostArray = Float32Array | Uint32Array | Float64Array | Words;

/** Minimum size of a buffer: WGSL requires room for one element, even if a scene has none. The largest record fits. */
const MIN_BUFFER_WORDS = 64;

/**
 * The buffers of a world on the device. Buffers of the state have the usages STORAGE, VERTEX, COPY_SRC and COPY_DST, so that `positions`,
 * `normals` and `depths` can be drawn directly.
 */
export class GpuBuffers {
  readonly topology: PackedTopology;
  capacities: Capacities;
  private layout: BufferLayout;
  private readonly buffers = new Map<string, GPUBuffer>();

  constructor(
    readonly device: GPUDevice,
    readonly world: World,
    capacities = initialCapacities(world),
  ) {
    this.capacities = capacities;
    this.layout = bufferLayout(world, WORKGROUP_SIZE, capacities);
    this.topology = packTopology(world);
    const { STORAGE, COPY_DST, UNIFORM } = GPUBufferUsage;
    for (const [name, words] of this.layout.sizes) this.buffers.set(name, this.createState(name, words));
    this.buffers.set('topology', this.create('topology', this.topology.words.byteLength, STORAGE | COPY_DST));
    this.buffers.set('parameters', this.create('parameters', parametersSize, UNIFORM | COPY_DST));
    device.queue.writeBuffer(this.get('topology'), 0, this.topology.words as Uint32Array<ArrayBuffer>);
  }

  private createState(name: string, words: number): GPUBuffer {
    const { STORAGE, VERTEX, COPY_SRC, COPY_DST, INDIRECT } = GPUBufferUsage;
    const usage = STORAGE | COPY_SRC | COPY_DST | (name === 'indirect' ? INDIRECT : VERTEX);
    return this.create(name, 4 * words, usage);
  }

  private create(label: string, bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
    return this.device.createBuffer({ label, size: Math.max(4 * MIN_BUFFER_WORDS, bytes), usage });
  }

  /** Creates the buffers that are longer in a new layout than in the current one. */
  private createLarger({ sizes }: BufferLayout): Map<string, GPUBuffer> {
    const longer = [...sizes].filter(([name, words]) => words !== this.layout.sizes.get(name));
    return new Map(longer.map(([name, words]) => [name, this.createState(name, words)]));
  }

  /**
   * Replaces buffers by larger ones with the same contents. Before the call, all recorded commands must have been submitted. After it,
   * kernels must be bound to the new buffers.
   * @param growPool enlarges the same lists in the pool; resolves to false if memory doesn't suffice there
   * @returns false, with nothing changed, if the memory or the device's maximum buffer size doesn't suffice
   */
  async grow(capacities: Capacities, growPool: () => Promise<boolean>): Promise<boolean> {
    const { device, world } = this;
    const layout = bufferLayout(world, WORKGROUP_SIZE, capacities);
    const longest = 4 * Math.max(...layout.sizes.values());
    if (longest > Math.min(device.limits.maxBufferSize, device.limits.maxStorageBufferBindingSize)) return false;
    device.pushErrorScope('out-of-memory');
    const larger = this.createLarger(layout);
    let isAdopted = false;
    try {
      isAdopted = !(await device.popErrorScope()) && (await growPool());
    } finally {
      if (!isAdopted) for (const buffer of larger.values()) buffer.destroy();
    }
    if (!isAdopted) return false;
    const encoder = device.createCommandEncoder({ label: 'grow' });
    for (const [name, buffer] of larger) encoder.copyBufferToBuffer(this.get(name), 0, buffer, 0, this.get(name).size);
    device.queue.submit([encoder.finish()]);
    for (const [name, buffer] of larger) {
      this.get(name).destroy();
      this.buffers.set(name, buffer);
    }
    this.capacities = capacities;
    this.layout = layout;
    return true;
  }

  /** Returns a buffer by its name in BINDINGS. */
  readonly get = (name: string): GPUBuffer => {
    const buffer = this.buffers.get(name);
    if (!buffer) throw new Error(`No buffer is called '${name}'`);
    return buffer;
  };

  /** Returns the range of an array of the state; undefined if only the pool has the array. */
  locate(name: StateArray): Range | undefined {
    return this.toRange(this.layout.places.get(name));
  }

  /** Returns the range of an array's checkpoint copy; undefined if only the pool has the array. */
  locateCheckpoint(name: KeptArray): Range | undefined {
    return this.toRange(this.layout.checkpoints.get(name));
  }

  private toRange(place: Place | undefined): Range | undefined {
    return place && { buffer: this.get(place.buffer), offset: 4 * place.offset, size: 4 * place.length };
  }

  /**
   * Returns the range of an array, or of its words from `first` to `end` (exclusive), clipped to the array's length.
   * @throws Error if only the pool has the array
   */
  range(name: StateArray, first = 0, end = Infinity): Range {
    const range = this.locate(name);
    if (!range) throw new Error(`The state's array '${name}' isn't on the device`);
    const { buffer, offset, size } = range;
    return { buffer, offset: offset + 4 * first, size: Math.min(4 * end, size) - 4 * first };
  }

  /** Writes values into an array of the state, from word `first` on. They are written before the next submission runs. */
  upload(name: StateArray, values: HostArray, first = 0): void {
    const { buffer, offset } = this.range(name, first);
    const words = this.fittingWords(name, values, first);
    if (words.byteLength > 0) this.device.queue.writeBuffer(buffer, offset, words);
  }

  /** Returns the bytes of values that are to be written from word `first` of an array on, as many as the array has room for. */
  fittingWords(name: StateArray, values: HostArray, first = 0): Uint8Array<ArrayBuffer> {
    // An array without elements has one in the pool all the same (allocateArray in state.ts), which has no place here.
    return deviceWords(values).subarray(0, this.range(name, first).size);
  }

  /** Writes a program's parameters before the next submission runs. */
  writeParameters(parameters: SimulationParameters, counters: StartCounters): void {
    for (const { range, bytes } of this.parameterWrites(parameters, counters))
      this.device.queue.writeBuffer(range.buffer, range.offset, bytes);
  }

  /** Returns what a program's parameters are written to: the uniform, and the table of materials if bodies have their own material. */
  parameterWrites(
    parameters: SimulationParameters,
    counters: StartCounters,
  ): { range: Range; bytes: Uint8Array<ArrayBuffer> }[] {
    const { world } = this;
    const write = (name: string, offset: number, values: ArrayBuffer | Float32Array<ArrayBuffer>) => {
      const bytes =
        values instanceof ArrayBuffer
          ? new Uint8Array(values)
          : new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      return { range: { buffer: this.get(name), offset, size: bytes.byteLength }, bytes };
    };
    const uniform = write('parameters', 0, stepParameters(world, parameters, counters, this.capacities));
    if (world.materials.length === 1) return [uniform];
    return [uniform, write('inverse_masses', 4 * world.vertexCount, materialTable(world, parameters))];
  }

  /** Writes every array that is on the device. */
  uploadState(state: State): void {
    for (const name of this.layout.places.keys()) this.upload(name, state[name]);
  }

  /** Converts the bytes of an array on the device to the type that the array has in the state. */
  toArray(name: StateArray, bytes: ArrayBuffer): HostArray {
    const { kind } = stateLayout(this.world, this.capacities)[name];
    if (kind === 'u32') return new Uint32Array(bytes);
    const f32 = new Float32Array(bytes);
    if (kind === 'f32') return f32;
    return kind === 'f64' ? Float64Array.from(f32) : { f32, u32: new Uint32Array(bytes) };
  }

  destroy(): void {
    for (const buffer of this.buffers.values()) buffer.destroy();
  }
}

/** Copies an array to unshared memory, since Node's Dawn crashes on shared memory. Converts float64 to float32. */
function deviceWords(values: HostArray): Uint8Array<ArrayBuffer> {
  const array = 'u32' in values ? values.u32 : values instanceof Float64Array ? Float32Array.from(values) : values;
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength).slice();
}
