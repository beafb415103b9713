import { openNodeBackend } from '../../src/cli/backends.ts';
import { measure } from '../../src/simulation/diagnostics/measure.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { StepRunner } from '../measure/step-runner.ts';
import { countInverted, type FlexCase, lowest, STEPS } from './flex-case.ts';
import { MujocoBody } from './mujoco-body.ts';
import type { MujocoContacts } from './mujoco-model.ts';

/** A simulator that runs the steps of a case. */
export interface FlexRunner {
  restart(): Promise<void>;
  /** Runs one step. @returns milliseconds, and the number of contacts of the body with itself */
  step(): Promise<{ readonly ms: number; readonly selfContacts: number }>;
  positions(): Promise<Float32Array>;
  /** @throws Error if the simulator has warned of wrong results */
  dispose(): Promise<void>;
}

/** Opens Untangle's CPU backend with one worker. */
export async function openUntangle(flexCase: FlexCase): Promise<FlexRunner> {
  const runner = await StepRunner.open({ kind: 'cpu', workers: 1 }, flexCase);
  return {
    restart: () => runner.goTo(flexCase),
    async step() {
      const { ms, contacts } = await runner.step();
      return { ms, selfContacts: contacts };
    },
    positions: async () => (await runner.now()).positions,
    dispose: () => runner.dispose(),
  };
}

export async function openMujoco(flexCase: FlexCase, contacts: MujocoContacts): Promise<FlexRunner> {
  const body = await MujocoBody.open(flexCase, contacts);
  return {
    restart: async () => body.restart(),
    async step() {
      const started = performance.now();
      body.step();
      const ms = performance.now() - started;
      return { ms, selfContacts: body.contacts().self };
    },
    positions: async () => body.positions(),
    async dispose() {
      const warnings = body.warnings();
      body.dispose();
      if (warnings > 0) throw new Error(`MuJoCo gave ${warnings} warnings in its last run, expected none`);
    },
  };
}

/** What a run of STEPS steps leaves, and what it met on the way. It doesn't depend on the machine's speed. */
export interface FlexOutcome {
  /** Maximum number of contacts of the body with itself in a step. */
  readonly selfContacts: number;
  /** Maximum depth of a vertex below the floor at the end of a step [m]. */
  readonly belowFloor: number;
  /** Number of surface vertices inside the body after the last step, by Untangle's detection. */
  readonly penetrating: number;
  /** Number of tetrahedra that are flat or inside out after the last step. */
  readonly inverted: number;
}

/** Runs the case once, without timing. */
export async function runOnce(flexCase: FlexCase, runner: FlexRunner): Promise<FlexOutcome> {
  let [selfContacts, belowFloor] = [0, 0];
  await runner.restart();
  for (let i = 0; i < STEPS; i++) {
    selfContacts = Math.max(selfContacts, (await runner.step()).selfContacts);
    belowFloor = Math.max(belowFloor, flexCase.floor - lowest(await runner.positions()));
  }
  const positions = await runner.positions();
  const inverted = countInverted(flexCase, positions);
  return { selfContacts, belowFloor, inverted, penetrating: await countPenetrating(flexCase, positions) };
}

async function countPenetrating({ world, parameters }: FlexCase, positions: Float32Array): Promise<number> {
  const backend = await openNodeBackend('cpu', world, positions, parameters, 1);
  try {
    return (await measure(backend, parameters))[COUNTERS.penetrating];
  } finally {
    await backend.dispose();
  }
}

/** Runs the case once. @returns mean time of a step [ms] */
export async function timeOnce(runner: FlexRunner): Promise<number> {
  await runner.restart();
  let sum = 0;
  for (let i = 0; i < STEPS; i++) sum += (await runner.step()).ms;
  return sum / STEPS;
}
