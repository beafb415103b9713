import { TYPESCRIPT_KERNELS } from '../../../src/simulation/program/kernels.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onThisThread } from '../../../src/engine/inline-pool.ts';
import { defaultParameters, openBackend } from '../../../src/index.ts';
import { initialCapacities } from '../../../src/simulation/capacities.ts';
import { initialState } from '../../../src/simulation/initial-state.ts';
import { Simulator } from '../../../src/simulation/simulator.ts';
import { createSheet } from '../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import type { World } from '../../../src/simulation/world/world.ts';
import { PoolWorker } from '../../../src/workers/pool-worker.ts';
import { compileKernels, KernelMemory } from '../../../src/workers/simd.ts';
import { boxMesh } from '../mesh/box-mesh.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Number of workers that use a memory. */
const WORKERS = 3;

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
    // Firefox throws a string.
    for (const error of [new RangeError('could not allocate memory'), 'out of memory']) {
      vi.spyOn(WebAssembly, 'Memory').mockImplementation(function refuse() {
        throw error;
      });
      expect((await open()).pool.withoutSimd).toBe('there is no room for a WebAssembly memory of 1 MiB');
    }
  });

  it('boxes are fitted in TypeScript, with the same bits, if there is only room for the material', async () => {
    const run = async () => {
      const backend = await open();
      const simulator = new Simulator(backend, { ...defaultParameters(), mode: 'hybrid' });
      for (let i = 0; i < 3; i++) await simulator.step();
      return { backend, hash: await simulator.hash(), boxes: [...backend.pool.state.tetBoxes] };
    };
    const expected = await run();
    const { Memory } = WebAssembly;
    let asked = 0;
    vi.spyOn(WebAssembly, 'Memory').mockImplementation(function refuseFirst(descriptor) {
      if (asked++ === 0) throw new RangeError('could not allocate memory');
      return new Memory(descriptor);
    });
    const { backend, hash, boxes } = await run();
    expect(asked).toBe(2);
    const { state, withoutSimd } = backend.pool;
    expect(withoutSimd).toBeUndefined();
    expect(state.tetBoxes.buffer).not.toBe(state.positions.buffer);
    expect(hash).toBe(expected.hash);
    expect(boxes).toEqual(expected.boxes);
  });

  it('a worker has no room for memory of its own', async () => {
    const module = (await compileKernels(false)) as WebAssembly.Module;
    const setup = {
      world: made.world,
      parameters: defaultParameters(),
      index: 0,
      size: 1,
      teamWords: undefined,
      module,
    };
    const attach = () => {
      const worker = new PoolWorker(
        {},
        () => undefined,
        {},
        async () => TYPESCRIPT_KERNELS,
      );
      return worker.attach({ ...setup, capacities: initialCapacities(made.world) });
    };
    expect(attach()).toBeUndefined();
    vi.spyOn(WebAssembly, 'Memory').mockImplementation(function refuse() {
      throw new RangeError('could not allocate memory');
    });
    expect(attach()).toBe('there is no room for a WebAssembly memory of 1 MiB');
  });

  it("the scene's material exceeds a WebAssembly memory", async () => {
    const module = await compileKernels(false);
    const { world } = made;
    const huge: World = { ...world, multiplierCount: 2 ** 30 };
    expect(KernelMemory.open(huge, module as WebAssembly.Module, false)).toBe(
      'there is no room for a WebAssembly memory of 4097 MiB',
    );
  });
});

describe('memory of the kernels', () => {
  it('holds what kernels read and write, and nothing else of the state', async () => {
    const backend = await open();
    const { state } = backend.pool;
    const inMemory = Object.entries(state).flatMap(([name, array]) =>
      ArrayBuffer.isView(array) && array.buffer === state.positions.buffer ? [name] : [],
    );
    const material = [
      'direction',
      'elementForces',
      'elementHessians',
      'inverseMasses',
      'materialMoves',
      'moments',
      'multipliers',
      'positions',
      'positionsT0',
      'remainders',
    ];
    const boxes = [
      ...['tetBoxes', 'faceBoxes', 'sweptFaceBoxes', 'sweptEdgeBoxes', 'motionBoxes', 'reachBoxes'],
      ...['edgeMotionBoxes', 'faceMotionBoxes', 'faceReachBoxes', 'bodyBoxes', 'sweptBodyBoxes'],
      ...['tetLeaves', 'faceLeaves', 'sweptFaceLeaves', 'sweptEdgeLeaves', 'faceOrder'],
    ];
    expect(inMemory.sort()).toEqual([...material, ...boxes].sort());
  });

  it.each([false, true])('has no arrays that overlap, and spare bytes after the last; shared: %s', async (shared) => {
    const sheet = createSheet(
      'sheet',
      { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) },
      0.01,
    );
    const models = [createModel('box', mesh, 0.5), createModel('large box', boxMesh(2, 2, 2), 0.5), sheet];
    const placements = models.map((model) => ({ model, positions: model.mesh.positions }));
    const { world, positions } = createWorld(placements, [], defaultParameters());
    const memory = KernelMemory.open(world, (await compileKernels(shared)) as WebAssembly.Module, shared, WORKERS);
    if (typeof memory === 'string') throw new Error(memory);
    const { buffer } = memory.memory;
    expect(buffer instanceof SharedArrayBuffer).toBe(shared);
    const state = initialState(
      world,
      positions,
      defaultParameters(),
      memory.forState((bytes) => new ArrayBuffer(bytes)),
    );
    const adopted = memory.adopt(world);
    expect(adopted.models).toEqual(world.models);
    const views = adopted.models.flatMap(({ elasticTets, springs, topology }) =>
      [elasticTets, springs, topology].flatMap((each) => Object.values(each)),
    );
    const ranges = [...Object.values(state), ...views, ...memory.searches]
      .filter((array) => ArrayBuffer.isView(array) && array.buffer === buffer)
      .map(({ byteOffset, byteLength }) => [byteOffset, byteOffset + byteLength] as const)
      .sort(([a], [b]) => a - b);
    expect(ranges.length).toBe(10 + 16 + (5 + 2) * models.length + WORKERS);
    for (const [i, [begin]] of ranges.entries()) expect(begin).toBeGreaterThanOrEqual(i ? ranges[i - 1][1] + 4 : 64);
    expect(ranges.at(-1)![1] + 4).toBeLessThanOrEqual(buffer.byteLength);
  });

  it('is refused with a state that lies elsewhere', async () => {
    const memory = KernelMemory.open(made.world, (await compileKernels(false)) as WebAssembly.Module, false);
    const { state } = onThisThread(
      made.world,
      initialState(made.world, made.positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes)),
    );
    expect(() => onThisThread(made.world, state, memory)).toThrow("the state isn't in the SIMD kernels' memory");
  });
});
