import type { KernelOverrides } from '../../src/gpu/kernels/kernels.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import type { Stage } from '../../src/simulation/program/stage.ts';
import { COUNTERS, type State, type StateArray, type Words } from '../../src/simulation/state.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { cornerTet } from '../fixtures/stages.ts';
import { copyState, type Dispatch, runKernel, runStage } from './harness.ts';

/** A kernel and its twin on one state. */
export interface Twins<A extends StateArray> {
  readonly label: string;
  readonly code: string;
  readonly stage: Stage;
  readonly world: World;
  /** Not changed. */
  readonly state: State;
  readonly parameters?: Partial<SimulationParameters>;
  readonly argument?: number;
  readonly dispatches: readonly Dispatch[];
  readonly read: readonly A[];
  /** Constants of registered kernels. */
  readonly overrides?: KernelOverrides;
}

/**
 * Runs both. @returns what each of them leaves in the arrays asked for, and another run of the twin, with some
 * parameters perturbed: a tolerance that can't tell it from the kernel's run says nothing
 */
export async function runTwins<A extends StateArray>(twins: Twins<A>, perturbed: Partial<SimulationParameters> = {}) {
  const { stage, world, state, parameters, argument = 0 } = twins;
  const twin = (changed: Partial<SimulationParameters>) =>
    runStage(stage, { world, state: copyState(world, state), parameters: { ...parameters, ...changed }, argument });
  const grabCount = state.counters[COUNTERS.grabs];
  const kernel = await runKernel({ ...twins, grabCount });
  return { kernel, twin: twin({}), perturbed: twin(perturbed) };
}

/** The largest difference between two arrays' numbers; of words, between their floats. */
export function largestDifference(a: State[StateArray], b: State[StateArray]): number {
  const [x, y] = [a, b].map((array) => ('u32' in array ? (array as Words).f32 : array));
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    const difference = Math.abs(x[i] - y[i]);
    if (!(difference <= largest)) largest = difference; // a NaN stays
  }
  return largest;
}

/** Worlds of 4 vertices, of some fewer than two workgroups, and of three bodies of two models. */
export const WORLDS: readonly (readonly [name: string, make: () => { world: World; state: State }])[] = [
  ['one tetrahedron', oneTet],
  ['one box', () => boxWorld({ bodies: 1 })],
  ['three boxes', () => boxWorld()],
];

function oneTet(): { world: World; state: State } {
  const model = cornerTet();
  const positions = model.mesh.positions.map((x, i) => x + 0.02 * ((i * 5) % 7) - 0.1);
  const created = createWorld([{ model, positions }], [{ normal: [0, 1, 0], offset: 0 }]);
  const state = initialState(created.world, created.positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  for (let i = 0; i < 12; i++) state.velocities[i] = ((i * 3) % 5) - 2;
  return { world: created.world, state };
}

/** Moves x0 a little away from x, and holds some vertices. */
export function stir({ positions, positionsT0, inverseMasses }: State): void {
  for (let i = 0; i < positions.length; i++) positionsT0[i] = positions[i] + 0.02 * (((i * 29) % 17) / 17 - 0.5);
  for (let v = 3; v < inverseMasses.length; v += 11) inverseMasses[v] = 0;
}
