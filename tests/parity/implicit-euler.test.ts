import { TYPESCRIPT_KERNELS } from '../../src/simulation/program/kernels.ts';
import { expect, it } from 'vitest';
import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { Backend } from '../../src/simulation/backend.ts';
import { displacementsOf } from '../../src/simulation/constraints/elastic/displacements.ts';
import { HESSIAN_LENGTH } from '../../src/simulation/integrators/implicit-euler/element.ts';
import { addGasRemainders } from '../../src/simulation/integrators/implicit-euler/gas.ts';
import { LINEAR, STEP_LENGTHS } from '../../src/simulation/integrators/implicit-euler/words.ts';
import { defaultParameters, MODES, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { createScratch } from '../../src/simulation/scratch.ts';
import { COUNTERS, type State, type StateArray, SUM_CHUNK } from '../../src/simulation/state.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld, STACK } from '../fixtures/box-world.ts';
import { some } from '../fixtures/tier.ts';
import { sharedDevice } from './harness.ts';

// Takes long: the kernels of this integrator are compiled.
const STEPS = 3;

/** Solved to float32's precision, so that both backends stop where they can't differ much. */
const SOLVED = {
  integrator: 'implicit-euler',
  contactStiffness: 10,
  youngsModulus: 1e5,
  linearTolerance: 1e-5,
} as const;

type Given = Partial<SimulationParameters>;
type Made = { readonly world: World; readonly state: State };

/** Boxes above one another, with a material of springs or of another density. The uppermost one falls onto the one below. */
function makeStack(parameters: Given): Made {
  const made = boxWorld({
    shake: 0.005,
    shifts: STACK,
    parameters,
    materials: [{}, { material: 'mass-spring' }, { density: 700 }],
  });
  const { world, state } = made;
  for (let v = world.bodies[2].vertexBase; v < world.vertexCount; v++) state.velocities[3 * v + 1] -= 5;
  state.inverseMasses[3] = 0;
  return made;
}

/** Runs steps on the device or on the CPU. The caller disposes of the backend. */
async function run(onDevice: boolean, make: (given: Given) => Made, given: Given, steps: number) {
  const { world, state } = make(given);
  const backend: Backend = await openInState({
    world,
    state,
    backend: onDevice ? { device: await sharedDevice(world), adapterName: 'test' } : 'cpu',
    workers: onThisThread,
  });
  const parameters = { ...defaultParameters(), ...given };
  const simulator = new Simulator(backend, parameters);
  const counters: Uint32Array[] = [];
  for (let i = 0; i < steps; i++) counters.push((await simulator.step()).counters);
  return { backend, counters };
}

async function positionsAfter(onDevice: boolean, given: Given) {
  const { backend, counters } = await run(onDevice, makeStack, given, STEPS);
  const positions = (await backend.read('positions')).slice();
  await backend.dispose();
  return { counters, positions };
}

const CASES: readonly Given[] = [
  ...some(
    MODES.flatMap((mode) =>
      (['linear', 'newton'] as const).flatMap((solver) =>
        (['neo-hookean', 'mass-spring'] as const).map((material) => ({ mode, solver, material })),
      ),
    ),
    4,
  ),
  ...some([{ solver: 'newton', pressure: 1e4 } as const, { solver: 'linear', pressure: 1e4 } as const], 1),
];

/**
 * Float32 rounds positions of 4 m to 2.4e-7 m, so that many vertices have the same place. Where a contact's distance or its friction is
 * uncertain by as much, the penalty pushes its vertices by some hundredths of a millimetre more or less.
 */
const MEDIAN_APART = 1e-6;
const MOST_APART = 1e-4;

it.each(CASES)('steps as the CPU does, and the same bits again: %j', async (changed) => {
  const given = { ...SOLVED, ...changed };
  const gpu = await positionsAfter(true, given);
  const again = await positionsAfter(true, given);
  const cpu = await positionsAfter(false, given);
  expect(again.positions).toEqual(gpu.positions);
  const counted = (name: 'linearSolves' | 'linearIterations') =>
    [gpu, cpu].map(({ counters }) => counters.map((all) => all[COUNTERS[name]]));
  const [solves, twinSolves] = counted('linearSolves');
  expect(solves).toEqual(twinSolves);
  const [iterations, twinIterations] = counted('linearIterations');
  for (const [i, count] of iterations.entries())
    expect(Math.abs(count - twinIterations[i])).toBeLessThanOrEqual(3 + 0.1 * twinIterations[i]);
  const apart = gpu.positions.map((x, i) => Math.abs(x - cpu.positions[i])).sort();
  expect(apart[apart.length >> 1]).toBeLessThan(MEDIAN_APART);
  expect(apart[apart.length - 1]).toBeLessThan(MOST_APART);
});

/** Velocity of the floor [m/s]. */
const DRIFT = [0.3, 0.1, -0.2] as const;

/**
 * How the boxes of `makeCut` start. Sticking: the lower ones move as the floor does. Sliding: velocities are random. Spinning: each turns by a
 * radian in a step and swells. Linearised equations take the turn for a stretch, so that a step as long as their solution would gain energy.
 * Crumpled: vertices are shaken so much that some elements' Hessians have to be projected.
 */
type Start = 'sticking' | 'sliding' | 'spinning' | 'crumpled';
const SPIN = { timeStep: 0.05, rate: 20 } as const;
/** Stretch in the same time. */
const SWELL = 0.5;

/**
 * The stack, cut off by a floor that moves and by a wall, beside boxes that touch nothing. So there are several chunks of vertices,
 * tetrahedra and springs, and vertices that are free, held, and on one or two colliders.
 */
function makeCut(parameters: Given, start: Start): Made {
  const made = boxWorld({
    shake: start === 'crumpled' ? 0.35 : 0.005,
    bodies: 6,
    shifts: [...STACK, [6, 3, 0], [0, 3, 5], [6, 3, 5]],
    colliders: [
      { normal: [0, 1, 0], offset: 0.25 },
      { normal: [0.6, 0.8, 0], offset: 0.202 },
    ],
    script: { colliders: [{ collider: 0, motion: { times: [0, 1], shifts: [[0, 0, 0], DRIFT] } }] },
    parameters,
    materials: [
      { dynamicFriction: 0.015 },
      { material: 'mass-spring' },
      { density: 700, dynamicFriction: 0.02 },
      {},
      { material: 'mass-spring' },
    ],
  });
  const { world, state } = made;
  const { positions, velocities } = state;
  const [, , top, free] = world.bodies;
  if (start === 'sticking') for (let v = 0; v < top.vertexBase; v++) velocities.set(DRIFT, 3 * v);
  for (let v = top.vertexBase; v < free.vertexBase; v++) velocities[3 * v + 1] -= 5;
  if (start === 'spinning')
    for (const { vertexBase } of world.bodies)
      for (let v = vertexBase; v < world.vertexCount; v++) {
        const [x, y, z] = [0, 1, 2].map((k) => SPIN.rate * (positions[3 * v + k] - positions[3 * vertexBase + k]));
        velocities.set([SWELL * x - y, x + SWELL * y, SWELL * z], 3 * v);
      }
  state.velocitiesT0.set(velocities);
  // Larger than those of rounding, so that no kernel can forget them.
  for (let i = 0; i < state.remainders.length; i++) state.remainders[i] = 1e-4 * ((i % 7) - 3);
  state.inverseMasses[3] = 0;
  return made;
}

/** Arrays to compare, and how many numbers an element has where the device stores elements as columns. */
const ARRAYS = {
  elementHessians: HESSIAN_LENGTH,
  springHessians: 6,
  elementForces: 0,
  springForces: 0,
  vertexBlocks: 0,
  preconditioner: 0,
  solution: 0,
  residual: 0,
  direction: 0,
  product: 0,
  freeMoves: 0,
  forcedMoves: 0,
  predictedMoves: 0,
  velocities: 0,
  contactTerms: 0,
  gasTerms: 0,
} as const satisfies Partial<Record<StateArray, number>>;

/** Returns the transpose of a matrix that is stored row by row. */
function transposed(matrix: Float32Array, width: number): Float32Array {
  const height = matrix.length / width;
  return matrix.map((_, i) => matrix[(i % height) * width + Math.floor(i / height)]);
}

/** Returns the largest difference between two arrays' numbers, as a share of the largest number of the second. */
function shareApart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  let scale = 0;
  for (let i = 0; i < b.length; i++) {
    scale = Math.max(scale, Math.abs(b[i]));
    const apart = Math.abs(a[i] - b[i]);
    if (!(apart <= largest)) largest = apart; // a NaN stays
  }
  return scale === 0 ? largest : largest / scale;
}

/** Sums over all elements and bodies for the line search's lengths, as they are left on a backend. */
async function remaindersOn(backend: Backend, chunks: number): Promise<number[]> {
  const sums = await backend.read('linearSums');
  return Array.from({ length: STEP_LENGTHS }, (_, n) => {
    let sum = 0;
    for (let chunk = 0; chunk < chunks; chunk++) sum += sums[STEP_LENGTHS * chunk + n];
    return sum;
  });
}

/** Arrays that the gases' sums are computed from. */
const OF_GASES = [
  'positions',
  'positionsT0',
  'remainders',
  'solution',
  'gasTerms',
  'volumeGradients',
  'linearSolve',
] as const satisfies readonly StateArray[];

/** The gases' sums, which the CPU doesn't keep: computed again where the last solution started. */
async function gasRemainders(cpu: Backend): Promise<Float64Array> {
  const { world } = cpu;
  const arrays = await Promise.all(OF_GASES.map(async (name) => [name, (await cpu.read(name)).slice()]));
  const state = Object.fromEntries(arrays) as State;
  const u = displacementsOf(state);
  for (let i = 0; i < u.length; i++) {
    // END_SOLVE has replaced displacements by the positions' remainders.
    u[i] += state.positions[i] - state.positionsT0[i] - state.linearSolve[LINEAR.length] * state.solution[i];
    state.positions[i] = state.positionsT0[i] + u[i];
  }
  const sums = new Float64Array(STEP_LENGTHS);
  const context = {
    world,
    state,
    parameters: defaultParameters(),
    argument: 0,
    scratch: createScratch(),
    kernels: TYPESCRIPT_KERNELS,
  };
  for (let body = 0; body < world.bodies.length; body++) addGasRemainders(context, body, sums);
  return sums;
}

const FEW = { solver: 'newton', newtonIterations: 2, linearIterations: 2 } as const;
const SMOOTH = { staticFriction: 0.02, dynamicFriction: 0.01 } as const;

/**
 * Share of an array's largest number. Float32's rounding, enlarged by the contacts' stiffness and two iterations of conjugate gradients: forces
 * cancel out that are some hundred times as large as the residual. Up to 3e-4 was measured.
 */
const SHARE_APART = 1e-3;
/** The same of gases: sums over a body's whole surface. */
const GAS_APART = 1e-5;
/** The same of sums over vertices, which rounding enters only once. */
const WORD_APART = 1e-4;
/** The same of a line search's sums, where elements are stretched by the inertial motion of a fast turn. 2e-4 was measured. */
const REMAINDER_APART = 5e-4;

/** Returns the entries of each vertex's contacts. */
async function contactLists(backend: Backend): Promise<Uint32Array[]> {
  const ranges = await backend.read('contactRanges');
  const entries = await backend.read('contactEntries');
  const { vertexCount } = backend.world;
  return Array.from({ length: vertexCount }, (_, v) => entries.slice(ranges[2 * v], ranges[2 * v + 1]));
}

const SPUN = { ...FEW, newtonIterations: 1, linearIterations: 20, timeStep: SPIN.timeStep, mode: 'off' } as const;

/** How the boxes start, the parameters, and the step length that Newton's line search chooses. */
const ARRAY_CASES: readonly (readonly [Start, Given, length: number])[] = [
  ['sticking', { solver: 'linear', linearIterations: 2 }, 0],
  // With little friction, since a step that nearly stops a vertex leaves a direction of sliding that is all rounding.
  ['sliding', { ...FEW, ...SMOOTH, contactOffset: 0.1 }, 1],
  ['sliding', { ...FEW, ...SMOOTH, pressure: 1e5 }, 1],
  ['sliding', { ...FEW, ...SMOOTH, material: 'mass-spring', springStiffness: 1e5 }, 1],
  ['spinning', SPUN, 0.125],
  ['crumpled', { ...FEW, newtonIterations: 1, mode: 'off' }, 1],
  // Here the gas is stiffer than the boxes.
  ['spinning', { ...SPUN, linearIterations: 3, youngsModulus: 1e4, springStiffness: 1e3, pressure: 1e6 }, 1],
];

it.each(ARRAY_CASES)('leaves the arrays that the CPU leaves: %s, %j', async (start, few, length) => {
  const given: Given = {
    integrator: 'implicit-euler',
    // Stiffer contacts enlarge float32's rounding.
    contactStiffness: 10,
    youngsModulus: 1e7,
    springStiffness: 1e6,
    materialDamping: 1e-3,
    ...few,
  };
  const hasGas = given.pressure !== undefined;
  const make = (parameters: Given) => makeCut(parameters, start);
  const { backend: gpu, counters: ours } = await run(true, make, given, 1);
  const { backend: cpu, counters: twins } = await run(false, make, given, 1);
  for (const name of ['contactsDcd', 'contactsCcd', 'linearSolves', 'linearIterations'] as const)
    expect(ours[0][COUNTERS[name]], name).toBe(twins[0][COUNTERS[name]]);
  if (few.mode !== 'off' && start !== 'spinning')
    for (const name of ['contactsDcd', 'contactsCcd'] as const)
      expect(twins[0][COUNTERS[name]], name).toBeGreaterThan(10);
  const [residual, twinResidual] = [ours, twins].map(([all]) => all[COUNTERS.linearResidual]);
  expect(Math.abs(residual - twinResidual)).toBeLessThanOrEqual(1 + WORD_APART * twinResidual);
  expect(await contactLists(gpu)).toEqual(await contactLists(cpu));

  for (const [name, width] of Object.entries(ARRAYS) as [keyof typeof ARRAYS, number][]) {
    if (name === 'gasTerms' && !hasGas) continue;
    const twin = await cpu.read(name);
    const share = shareApart(await gpu.read(name), width > 0 ? transposed(twin, width) : twin);
    expect.soft(share, name).toBeLessThan(name === 'gasTerms' ? GAS_APART : SHARE_APART);
  }
  const [words, twinWords] = await Promise.all([gpu, cpu].map((backend) => backend.read('linearSolve')));
  for (const [name, word] of Object.entries(LINEAR)) {
    if (name === 'stride' || (name === 'length' && length === 0)) continue;
    expect.soft(Math.abs(words[word] - twinWords[word]), name).toBeLessThanOrEqual(WORD_APART * twinWords[word]);
  }
  if (few.solver === 'newton') {
    expect.soft(twinWords[LINEAR.length]).toBe(length);
    const { world } = cpu;
    const [tets, springs] = [world.tetCount, world.springCount].map((count) => Math.ceil(count / SUM_CHUNK));
    const sums = await remaindersOn(gpu, tets + springs + (hasGas ? world.bodies.length : 0));
    const twinSums = await remaindersOn(cpu, Math.ceil((world.tetCount + world.springCount) / SUM_CHUNK));
    const gases = hasGas ? await gasRemainders(cpu) : [];
    const expected = twinSums.map((sum, n) => sum + (gases[n] ?? 0));
    if (start === 'spinning')
      for (const [n, sum] of sums.entries())
        expect.soft(shareApart([sum], [expected[n]]), `remainder ${n}`).toBeLessThan(REMAINDER_APART);
    // Small strains leave differences from the linear system that are as small as rounding.
    else expect.soft(shareApart(sums, expected), 'remainders').toBeLessThan(10 * SHARE_APART);
  }
  await gpu.dispose();
  await cpu.dispose();
});

it('chooses a step that is as long as the solution where gas gains by what the boxes lose', async () => {
  const soft = {
    integrator: 'implicit-euler',
    youngsModulus: 1e7,
    springStiffness: 1e6,
    materialDamping: 1e-3,
  } as const;
  const lengthsWith = (pressure: number) =>
    Promise.all(
      [true, false].map(async (onDevice) => {
        const { backend } = await run(
          onDevice,
          (given) => makeCut(given, 'spinning'),
          { ...soft, ...SPUN, pressure },
          1,
        );
        const words = await backend.read('linearSolve');
        await backend.dispose();
        return words[LINEAR.length];
      }),
    );
  expect(await lengthsWith(0)).toEqual([0.125, 0.125]);
  expect(await lengthsWith(1e9)).toEqual([1, 1]);
});
