import { describe, expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { GpuBackend } from '../../src/gpu/gpu-backend.ts';
import type { KernelOverrides } from '../../src/gpu/kernels/kernels.ts';
import type { Capacities } from '../../src/simulation/capacities.ts';
import { REBUILD_ON_DEVICE } from '../../src/simulation/detect/rebuild-passes.ts';
import { REBUILDS_ON } from '../../src/simulation/detect/tables.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { BrokenStateError, Simulator } from '../../src/simulation/simulator.ts';
import { stepPasses, stepProgram } from '../../src/simulation/step.ts';
import { ORDERS } from '../../src/simulation/tree-rebuild.ts';
import { boxWorld, PILE, STACK } from '../fixtures/box-world.ts';
import { sharedDevice } from './harness.ts';
import { isFull, some } from '../fixtures/tier.ts';

// Takes long: frames are computed in several ways, each with kernels of its own.
const BYTES = 4;
const STEPS = 4;
/** A frame whose contacts begin after its first step: the uppermost body falls into the one below. */
const FALL = { timeStep: 0.01, stepsPerFrame: STEPS, ccdOn: 'device' } as const satisfies Partial<SimulationParameters>;

interface Setup {
  readonly parameters?: Partial<SimulationParameters>;
  readonly capacities?: Partial<Capacities>;
  readonly overrides?: KernelOverrides;
  /** Whether the bodies start deep in one another, rather than stacked. */
  readonly deep?: boolean;
}

async function withSimulator<T>(
  { parameters: changed = {}, capacities, overrides, deep }: Setup,
  use: (simulator: Simulator, backend: GpuBackend) => Promise<T>,
): Promise<T> {
  const parameters: SimulationParameters = { ...defaultParameters(), ...FALL, ...changed };
  const { world, state } = boxWorld({ shake: 0.005, shifts: deep ? PILE : STACK, parameters, capacities });
  for (let v = world.bodies[2].vertexBase; v < world.vertexCount; v++) state.velocities[3 * v + 1] -= 9;
  const gpu = { device: await sharedDevice(world), adapterName: 'test', ...(overrides && { overrides }) };
  const backend = await openInState({ world, state, backend: gpu, workers: onThisThread });
  try {
    return await use(new Simulator(backend, parameters), backend);
  } finally {
    await backend.dispose();
  }
}

/** Runs two frames. @param apart whether the host comes between the steps */
const runFrames = (setup: Setup, apart: boolean) =>
  withSimulator(setup, async (simulator, { profile }) => {
    const rows = [];
    for (let f = 0; f < 2; f++) {
      const {
        ms: _,
        stages: __,
        ...row
      } = await simulator.frame({
        hash: true,
        ...(apart && { eachStep: async () => undefined }),
      });
      rows.push(row);
    }
    return { rows, repeatedRuns: profile.repeatedRuns };
  });

const MODES = ['off', 'dcd', 'ccd', 'hybrid'] as const;

it.each(some(MODES, 2))(
  'a frame of mode %s waits for the device once, and brings back counters and energies alone',
  (mode) =>
    withSimulator({ parameters: { mode } }, async (simulator, backend) => {
      const { profile, pool } = backend;
      for (let f = 0; f < 2; f++) {
        profile.reset();
        const row = await simulator.frame();
        if (mode !== 'off') expect(row.contactsDcd + row.contactsCcd).toBeGreaterThan(0);
        expect(profile.waits).toBe(1);
        const { counters, colourOffsets, energies } = pool.state;
        const colours = mode === 'off' ? 0 : colourOffsets.length;
        const bytes = BYTES * ((STEPS + 1) * counters.length + colours + energies.length);
        expect(profile.bytesRead).toBe(bytes);
        expect(simulator.readback).toEqual({ bytes, waits: 1 });
      }
    }),
);

it('a frame that rebuilds trees on the device waits once', () => {
  const parameters = { mode: 'hybrid', rebuildsOn: 'device', rebuildInterval: 2 } as const;
  return withSimulator({ parameters }, async (simulator, { profile }) => {
    await simulator.frame();
    profile.reset();
    profile.splitsKernels = true;
    await simulator.frame();
    expect(profile.waits).toBe(1);
    expect(profile.kernels.get('treeKeys')?.dispatches).toBe(STEPS / parameters.rebuildInterval);
  });
});

describe('a frame whose steps run together has the bits of one whose steps run one by one', () => {
  it.each(some(MODES, 2))('in mode %s', async (mode) => {
    const setup = { parameters: { mode } };
    const together = await runFrames(setup, false);
    expect(together).toEqual(await runFrames(setup, true));
    expect(together.repeatedRuns).toBe(0);
  });

  it.each<Partial<Capacities>>(
    some([{ queries: 1 }, { pairsPerPoint: 1 }, { hitsPerEdge: 1 }, { colours: 1 }, { hits: 1 }], 1),
  )('if %o is too small, so that the frame starts again', async (capacities) => {
    const parameters = { mode: 'hybrid', timeStep: 0.03, contactPoints: 'edges' } as const;
    const deep = 'pairsPerPoint' in capacities;
    const { rows } = await runFrames({ parameters, deep }, false);
    const overflowing = await runFrames({ parameters, deep, capacities }, false);
    expect(overflowing.repeatedRuns).toBeGreaterThan(0);
    expect(overflowing.rows).toEqual(rows);
  });

  it.runIf(isFull)('if paths are left over to the pool', async () => {
    const overrides = {
      shortestPathFlood: { CELL_LIMIT: 1 },
      shortestPath: { STEP_LIMIT: 1 },
      shortestPathLarge: { REACHED_LIMIT: 1 },
    };
    const setup = { parameters: { mode: 'dcd' as const }, overrides, deep: true };
    const together = await runFrames(setup, false);
    expect(together.repeatedRuns).toBeGreaterThan(0);
    expect(together.rows).toEqual((await runFrames(setup, true)).rows);
  });

  it.each(REBUILDS_ON)('if trees are rebuilt in it, by the %s', async (rebuildsOn) => {
    const setup = { parameters: { mode: 'hybrid', rebuildInterval: 2, rebuildDelay: 1, rebuildsOn } as const };
    expect((await runFrames(setup, false)).rows).toEqual((await runFrames(setup, true)).rows);
  });
});

it('steps that rebuild trees on the device start again from the trees before, if a list is too short', () => {
  const setup = {
    parameters: { mode: 'hybrid', timeStep: 0.03, rebuildsOn: 'device' },
    capacities: { hits: 1 },
  } as const;
  return withSimulator(setup, async ({ parameters }, backend) => {
    const { world, profile } = backend;
    const passes = [...REBUILD_ON_DEVICE, ...stepPasses(parameters, world)];
    const rebuilding = stepProgram({ parameters, grabs: [] }, world, passes);
    const orders = async () => {
      const read = [];
      for (const name of ORDERS) read.push((await backend.read(name)).slice());
      return read;
    };
    const before = await orders();
    expect(await backend.runTogether(Array.from({ length: STEPS }, () => rebuilding))).toEqual([]);
    expect(profile.repeatedRuns).toBe(1);
    expect(await orders()).toEqual(before);
    await backend.checkpoint();
    await backend.run(rebuilding);
    expect(await orders()).not.toEqual(before);
  });
});

it('a frame of more submissions than one per step of a usual frame is timed to its end', () =>
  withSimulator({ parameters: { mode: 'off', stepsPerFrame: 80, rebuildInterval: 10_000 } }, async (simulator) => {
    // The first frame has a submission per step, since nothing is known about its time.
    const { stages } = await simulator.frame();
    expect(stages.measuring).toBeGreaterThan(0);
    expect(stages.solve).toBeGreaterThan(0);
  }));

it('a frame in which positions get lost ends with the step before, and names the part', () =>
  withSimulator({ parameters: { mode: 'dcd' } }, async (simulator, backend) => {
    const velocities = new Float32Array((await backend.read('velocities')).length);
    velocities[1] = 3e5;
    await backend.write('velocities', velocities);
    simulator.setParameters({ timeStep: 1, velocityDamping: 0, gravity: 0 });
    const error = await simulator.frame().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BrokenStateError);
    const { step } = error as BrokenStateError;
    expect(simulator.steps).toBe(step);
    const positions = (await backend.read('positions')).slice();
    expect(positions.every(Number.isFinite)).toBe(true);
  }));
