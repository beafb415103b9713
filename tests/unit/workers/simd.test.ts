import { afterEach, describe, expect, it, vi } from 'vitest';
import { onThisThread } from '../../../src/engine/inline-pool.ts';
import { defaultParameters, openBackend } from '../../../src/index.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import type { World } from '../../../src/simulation/world/world.ts';
import { compileKernels, KernelMemory } from '../../../src/workers/simd.ts';
import { boxMesh } from '../mesh/box-mesh.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const mesh = boxMesh(3, 1, 1);
const made = createWorld(
  [{ model: createModel('box', mesh, 0.5), positions: mesh.positions }],
  [],
  defaultParameters(),
);
const open = () => openBackend({ ...made, parameters: defaultParameters(), workers: onThisThread });

describe('without SIMD, and why', () => {
  it('WebAssembly is missing', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect((await open()).pool.withoutSimd).toBe('WebAssembly is missing here');
  });

  it('WebAssembly has no SIMD', async () => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    const backend = await open();
    expect(backend.pool.withoutSimd).toBe('WebAssembly has no SIMD here');
    expect(backend.adapter).toMatch(/, without SIMD$/);
  });

  it.each([
    // Chromium 156, Firefox 153, and another cause.
    ["Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source", 'policy'],
    ['call to WebAssembly.compile() blocked by CSP', 'policy'],
    ['out of memory', 'WebAssembly was not compiled (out of memory)'],
  ])('it is not compiled: %s', async (message, reason) => {
    vi.spyOn(WebAssembly, 'compile').mockRejectedValue(new WebAssembly.CompileError(message));
    const policy =
      "the page's content security policy refuses WebAssembly, expected 'wasm-unsafe-eval' in its script-src";
    expect((await open()).pool.withoutSimd).toBe(reason === 'policy' ? policy : reason);
  });

  it('there is no room for the memory', async () => {
    vi.spyOn(WebAssembly, 'Memory').mockImplementation(function refuse() {
      throw new RangeError('could not allocate memory');
    });
    expect((await open()).pool.withoutSimd).toBe('there is no room for a WebAssembly memory of 0 MiB');
  });

  it("the scene's material exceeds a WebAssembly memory", async () => {
    const module = await compileKernels(false);
    const { world } = made;
    const huge: World = { ...world, multiplierCount: 2 ** 30 };
    expect(KernelMemory.open(huge, module as WebAssembly.Module, false)).toBe(
      "the scene's material needs 4.0 GiB, more than the 4 GiB of a WebAssembly memory",
    );
  });
});

describe('memory of the kernels', () => {
  it('holds what kernels read and write, and nothing else of the state', async () => {
    const backend = await open();
    const { state } = backend.pool;
    const inMemory = Object.entries(state).flatMap(([name, array]) =>
      array instanceof Float32Array && array.buffer === state.positions.buffer ? [name] : [],
    );
    expect(inMemory.sort()).toEqual(
      ['inverseMasses', 'materialMoves', 'moments', 'multipliers', 'positions', 'positionsT0', 'remainders'].sort(),
    );
  });

  it.each([false, true])('has no arrays that overlap; shared: %s', async (shared) => {
    const module = await compileKernels(shared);
    const memory = KernelMemory.open(made.world, module as WebAssembly.Module, shared);
    if (typeof memory === 'string') throw new Error(memory);
    expect(memory.memory.buffer instanceof SharedArrayBuffer).toBe(shared);
    const { models } = memory.adopt(made.world);
    const ends = models.flatMap(({ springs, elasticTets }) =>
      [springs.vertices, springs.restLengths, elasticTets.vertices, elasticTets.restMetrics, elasticTets.restVolumes]
        .map(({ byteOffset, byteLength }) => [byteOffset, byteOffset + byteLength] as const)
        .sort(([a], [b]) => a - b),
    );
    for (const [i, [begin]] of ends.entries()) expect(begin).toBeGreaterThanOrEqual(i ? ends[i - 1][1] : 64);
    expect(models[0].elasticTets.vertices).toEqual(made.world.models[0].elasticTets.vertices);
    expect(models[0].elasticTets.restMetrics).toEqual(made.world.models[0].elasticTets.restMetrics);
  });
});
