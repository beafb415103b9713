import { bind, memoryFlag, readBytes } from '../simulation/program/kernels.ts?simd';
import { isKernelArray, kernelArrayBytes, withKernelArrays } from '../simulation/program/kernel-arrays.ts';
import type { Kernels } from '../simulation/program/kernels.ts';
import type { Allocate } from '../simulation/state.ts';
import type { World } from '../simulation/world/world.ts';

/** Value at `memoryFlag` for a memory that isn't shared and has a maximum size. */
const UNSHARED = 1;
/** Bytes per page of a WebAssembly memory. */
const PAGE = 65536;
/** Maximum number of pages: 4 GiB. Source: WebAssembly specification, memory types. */
const MAX_PAGES = 65536;
/** Arrays begin at multiples of this [bytes], the length of a processor's cache line. */
const ALIGNMENT = 64;
/** Kernels read up to four bytes beyond an array of three numbers per vertex. Nothing begins in these [bytes]. */
const READ_BEYOND = 16;

/** Matches browsers' messages about a content security policy. */
const POLICY = /unsafe-eval|content security policy|CSP/i;

const sizeInMemory = (bytes: number): number => Math.ceil((bytes + READ_BEYOND) / ALIGNMENT) * ALIGNMENT;

/** Why kernels run in TypeScript: a part of a sentence, such as "this browser has no WebAssembly". */
export type WithoutSimd = string;

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

/** Makes the kernels of one thread. The arrays that they get must lie in the memory. */
export const instantiate = ({ module, memory }: SimdModule): Kernels =>
  bind(new WebAssembly.Instance(module, { env: { memory } }).exports);

/** A WebAssembly memory with room for everything that a world's kernels read and write. */
export class KernelMemory implements SimdModule {
  private next = ALIGNMENT;

  private constructor(
    readonly module: WebAssembly.Module,
    readonly memory: WebAssembly.Memory,
  ) {}

  /** @returns the memory, or the reason why there is none */
  static open(world: World, module: WebAssembly.Module, shared: boolean): KernelMemory | WithoutSimd {
    const bytes = kernelArrayBytes(world).reduce((sum, size) => sum + sizeInMemory(size), ALIGNMENT);
    const pages = Math.ceil(bytes / PAGE);
    if (pages > MAX_PAGES)
      return `the scene's material needs ${(bytes / 2 ** 30).toFixed(1)} GiB, more than the 4 GiB of a WebAssembly memory`;
    try {
      return new KernelMemory(module, new WebAssembly.Memory({ initial: pages, maximum: pages, shared }));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return `there is no room for a WebAssembly memory of ${(bytes / 2 ** 20).toFixed(0)} MiB`;
    }
  }

  private take(bytes: number): Uint8Array {
    const view = new Uint8Array(this.memory.buffer, this.next, bytes);
    this.next += sizeInMemory(bytes);
    return view;
  }

  /** Returns an allocator for a state: what kernels use lies in this memory, the rest in memory of `allocate`. */
  forState(allocate: (bytes: number) => ArrayBufferLike): Allocate {
    return (bytes, name) => (isKernelArray(name) ? this.take(bytes) : allocate(bytes));
  }

  /** Returns a world whose models have copies, in this memory, of the arrays that kernels read. */
  adopt(world: World): World {
    return withKernelArrays(world, (bytes) => this.take(bytes));
  }
}
