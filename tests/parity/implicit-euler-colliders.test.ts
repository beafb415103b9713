import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { boxInBowl, IN_BOWL, lieOf } from '../fixtures/box-in-bowl.ts';
import { expectStill, wedgedRod } from '../physics/wedged-rod.ts';
import { onDevice } from './bring.ts';
import { sharedDevice } from './harness.ts';

const STEPS = 60;

async function settle(isOnDevice: boolean) {
  const { world, state } = boxInBowl(0, 1e-3);
  const masses = Float64Array.from(state.inverseMasses, (w) => 1 / w);
  const gpu = isOnDevice && { device: await sharedDevice(world), adapterName: 'test' };
  const backend = await openInState({ world, state, backend: gpu || 'cpu', workers: onThisThread });
  // More damping, since fewer steps than on the CPU have to do.
  const parameters = { ...defaultParameters(), ...IN_BOWL, velocityDamping: 40, linearIterations: 60 };
  const simulator = new Simulator(backend, parameters);
  for (let step = 0; step < STEPS; step++) await simulator.step();
  const positions = (await backend.read('positions')).slice();
  const lie = lieOf(positions, await backend.read('velocities'), masses);
  await backend.dispose();
  return { positions, lie };
}

it('a bowl holds a box at rest on the device, as on the CPU', async () => {
  const gpu = await settle(true);
  const cpu = await settle(false);
  for (const { lie } of [gpu, cpu]) {
    expect(lie.fastest).toBeLessThan(1e-3);
    expect(lie.touching).toBe(4);
    // A step takes the wall for a plane, which is a hundredth of these corners' depth away.
    expect(Math.abs(lie.push / lie.weight - 1)).toBeLessThan(0.03);
  }
  const apart = gpu.positions.map((x, i) => Math.abs(x - cpu.positions[i]));
  expect(Math.max(...apart)).toBeLessThan(1e-5);
});

it('two walls hold a wedged rod still on the device, as on the CPU', async () => {
  const [gpu, cpu] = [await wedgedRod(onDevice), await wedgedRod()];
  expectStill(gpu);
  const apart = gpu.state.positions.map((x, i) => Math.abs(x - cpu.state.positions[i]));
  expect(Math.max(...apart)).toBeLessThan(1e-5);
});
