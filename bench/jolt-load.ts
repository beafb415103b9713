import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { JoltModule } from './jolt-setup.ts';

/** Builds of the package: `plain` has neither threads nor SIMD, `simd` both. */
export const JOLT_BUILDS = ['plain', 'simd'] as const;
export type JoltBuild = (typeof JOLT_BUILDS)[number];

const THREADED = 'jolt-physics/wasm-compat-multithread';

/** Each call gives a module with a memory of its own. */
export async function loadJolt(build: JoltBuild): Promise<JoltModule> {
  if (build === 'plain') return (await import('jolt-physics/wasm-compat')).default<JoltModule>();
  mendWorkers();
  return (await import('jolt-physics/wasm-compat-multithread')).default<JoltModule>();
}

/**
 * In Node the threads of version 1.1.0 never start: its last line asks `await import('node:worker_threads').workerData`, which is always
 * undefined, so that they load the package and don't call it. Ours do. Jolt's own name for its threads is in the options.
 */
function mendWorkers(): void {
  const url = JSON.stringify(import.meta.resolve(THREADED));
  class JoltThread extends Worker {
    constructor(_: unknown, options: WorkerOptions) {
      super(`import(${url}).then((loaded) => loaded.default())`, { ...options, eval: true });
    }
  }
  // The package sets globalThis.Worker to Node's own.
  Object.defineProperty(globalThis, 'Worker', { get: () => JoltThread, set() {}, configurable: true });
}
