import { memoryFlag, readBytes } from '../simulation/program/kernels.ts?simd-module';
import {
  isKernelArray,
  kernelArrayBytes,
  searchLength,
  withKernelArrays,
} from '../simulation/program/kernel-arrays.ts';
import type { State } from '../simulation/state.ts';
import type { Allocate } from '../simulation/state-memory.ts';
import type { World } from '../simulation/world/world.ts';

/** Value at `memoryFlag` for a memory that isn't shared and has a maximum size. */
const UNSHARED = 1;
/** Bytes per page of a WebAssembly memory. */
const PAGE = 65536;
/** Arrays begin at multiples of this [bytes], the length of a processor's cache line. */
const ALIGNMENT = 64;
/** Spare bytes after each array, of which a kernel may read the first four: it reads three numbers per vertex as four. */
const SPARE = 16;

/** Matches browsers' messages about a content security policy. */
const POLICY = /unsafe-eval|content security policy|CSP/i;

const sizeInMemory = (bytes: number): number => Math.ceil((bytes + SPARE) / ALIGNMENT) * ALIGNMENT;

/** Why kernels run in TypeScript: a part of a sentence, such as "WebAssembly is missing here". */
export type WithoutSimd = string;

/** Kernels for a pool. */
export interface CompiledKernels {
  /** Compiled for memory as the workers have it, shared or not. */
  readonly module: WebAssembly.Module;
  /** Memory in which the host's state lies; none if the worker has a state of its own. */
  readonly memory?: KernelMemory;
}

/** SIMD kernels for a pool, or the reason why there are none. */
export type SimdKernels = CompiledKernels | WithoutSimd;

/**
 * Compiles the kernels, and allocates their memory.
 * @param shared whether the memory is shared among threads
 * @param workers number of threads that use the memory; 0 if a worker allocates it instead, because it has a state of its own
 */
export async function openKernels(world: World, shared: boolean, workers: number): Promise<SimdKernels> {
  const module = await compileKernels(shared);
  if (typeof module === 'string') return module;
  if (workers === 0) return { module };
  const memory = KernelMemory.open(world, module, shared, workers);
  return typeof memory === 'string' ? memory : { module, memory };
}

/** What a thread needs to run SIMD kernels. Both can be sent to other threads, the memory only if it is shared. */
export interface SimdModule {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
}

/**
 * Compiles the kernels.
 * @param shared whether their memory is shared among threads
 * @returns the module, or the reason why there is none
 */
export async function compileKernels(shared: boolean): Promise<WebAssembly.Module | WithoutSimd> {
  if (typeof WebAssembly === 'undefined') return 'WebAssembly is missing here';
  const bytes = readBytes();
  if (!shared) bytes[memoryFlag] = UNSHARED;
  if (!WebAssembly.validate(bytes)) return 'WebAssembly has no SIMD here';
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    const { message } = error as Error;
    return POLICY.test(message)
      ? "the page's content security policy refuses WebAssembly, expected 'wasm-unsafe-eval' in its script-src"
      : `WebAssembly was not compiled (${message})`;
  }
}

/** A WebAssembly memory with room for everything that kernels of a world read and write. */
export class KernelMemory implements SimdModule {
  private next = ALIGNMENT;
  /** For each worker, the list that its searches need (searchLength); empty if boxes are searched in TypeScript. */
  readonly searches: readonly Uint32Array[];

  private constructor(
    world: World,
    workers: number,
    readonly module: WebAssembly.Module,
    readonly memory: WebAssembly.Memory,
    private readonly withBoxes: boolean,
  ) {
    const length = searchLength(world);
    this.searches = Array.from({ length: withBoxes ? workers : 0 }, () => {
      const { buffer, byteOffset } = this.take(4 * length);
      return new Uint32Array(buffer, byteOffset, length);
    });
  }

  /**
   * Makes a memory for all kernels or, if there is no room for one, for those of the material.
   * @param workers number of workers that use the memory
   * @returns the memory, or the reason why there is none
   */
  static open(world: World, module: WebAssembly.Module, shared: boolean, workers = 1): KernelMemory | WithoutSimd {
    const all = KernelMemory.tryOpen(true, world, module, shared, workers);
    return typeof all === 'string' ? KernelMemory.tryOpen(false, world, module, shared, workers) : all;
  }

  /** @param withBoxes as in kernel-arrays.ts */
  private static tryOpen(
    withBoxes: boolean,
    world: World,
    module: WebAssembly.Module,
    shared: boolean,
    workers: number,
  ): KernelMemory | WithoutSimd {
    const sizes = kernelArrayBytes(world, withBoxes, workers);
    const bytes = sizes.reduce((sum, size) => sum + sizeInMemory(size), ALIGNMENT);
    const pages = Math.ceil(bytes / PAGE);
    try {
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
      return new KernelMemory(world, workers, module, memory, withBoxes);
    } catch {
      // A RangeError in Chromium and Node, another error or a string elsewhere. Only the size can be wrong: a memory has at most 4 GiB.
      return `there is no room for a WebAssembly memory of ${Math.ceil(bytes / 2 ** 20)} MiB`;
    }
  }

  private take(bytes: number): Uint8Array {
    const view = new Uint8Array(this.memory.buffer, this.next, bytes);
    this.next += sizeInMemory(bytes);
    return view;
  }

  /** Returns an allocator for a state: what kernels use lies in this memory, the rest in memory of `allocate`. */
  forState(allocate: (bytes: number) => ArrayBufferLike): Allocate {
    return (bytes, name) => (isKernelArray(name, this.withBoxes) ? this.take(bytes) : allocate(bytes));
  }

  /** Checks that a state lies in this memory. @throws TypeError if it doesn't */
  check(state: State): void {
    if (state.positions.buffer !== this.memory.buffer)
      throw new TypeError("the state isn't in the SIMD kernels' memory; expected one from its `forState`");
  }

  /** Returns a world whose models have copies, in this memory, of the arrays that kernels read. */
  adopt(world: World): World {
    return withKernelArrays(world, this.withBoxes, (bytes) => this.take(bytes));
  }
}
