import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import type { MaterialKind } from '../../src/simulation/world/material.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { signedVolumes } from '../../src/mesh/quality.ts';
import { generator } from '../measure/generator.ts';
import { type SceneState, StepRunner } from '../measure/step-runner.ts';
import { freeCube } from './material-cases.ts';

/** Steps of a free cube, and the random velocity of each vertex at its start [m/s]: far too small to deform an element visibly. */
const STEPS = 300;
const NOISE = 1e-3;
const SEED = 20211125;

/** Kinetic energy [J]. */
function kineticEnergy(velocities: Float32Array, masses: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < velocities.length; i++) sum += (masses[Math.floor(i / 3)] * velocities[i] ** 2) / 2;
  return sum;
}

function massesOf({ world, positions, parameters }: Omit<SceneState, 'velocities'>): Float64Array {
  const { inverseMasses } = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  return Float64Array.from(inverseMasses, (w) => 1 / w);
}

/**
 * Lets a free cube at rest, whose vertices have small random velocities, go on for STEPS.
 * @returns its kinetic energy at the end, as a share of that at the start
 */
export async function shiver(material: MaterialKind, courant: number, iterations: number): Promise<number> {
  const cube = freeCube(courant, { material, iterations });
  const next = generator(SEED);
  const state = { ...cube, velocities: cube.positions.map(() => NOISE * next()) };
  const masses = massesOf(state);
  const runner = await StepRunner.open({ kind: 'cpu', workers: 1 }, state);
  try {
    await runner.steps(STEPS);
    return kineticEnergy((await runner.now()).velocities, masses) / kineticEnergy(state.velocities, masses);
  } finally {
    await runner.dispose();
  }
}

/** Downward speed of the octopi at the start [m/s], number of steps, and number of last steps that the rest is averaged over. */
const SPEED = 10;
const RUN_STEPS = 500;
const REST_STEPS = 50;
const WORKERS = 2;

export interface WholeRun {
  /** Kinetic energy at rest, as a share of that at the start. */
  readonly atRest: number;
  /** Inverted elements at the end, as a share of all. */
  readonly inverted: number;
}

/** Throws octopi into their box as in the scene's check, with the scene's time step and iterations. @param size tetrahedra per octopus */
export async function wholeRun(material: MaterialKind, size = octopi8.size.small): Promise<WholeRun> {
  const { placements, colliders } = octopi8.build(size);
  const parameters = { ...startParameters(octopi8, size), dropSpeed: SPEED, material };
  const { world, positions } = createWorld(placements, colliders, parameters);
  const velocities = positions.map((_, i) => (i % 3 === 1 ? -SPEED : 0));
  const masses = massesOf({ world, positions, parameters });
  const runner = await StepRunner.open({ kind: 'cpu', workers: WORKERS }, { world, positions, velocities, parameters });
  try {
    await runner.steps(RUN_STEPS - REST_STEPS);
    let sum = 0;
    for (let i = 0; i < REST_STEPS; i++) {
      await runner.step();
      sum += kineticEnergy((await runner.now()).velocities, masses);
    }
    const end = (await runner.now()).positions;
    const inverted = world.bodies.reduce((count, { model, vertexBase }) => {
      const { mesh, topology } = world.models[model];
      const own = end.subarray(3 * vertexBase, 3 * (vertexBase + topology.vertexCount));
      return count + signedVolumes({ positions: own, tets: mesh.tets }).filter((volume) => volume <= 0).length;
    }, 0);
    return {
      atRest: sum / REST_STEPS / kineticEnergy(velocities, masses),
      inverted: inverted / world.tetCount,
    };
  } finally {
    await runner.dispose();
  }
}
