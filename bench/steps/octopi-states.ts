import { octopi8 } from '../../src/scenes/octopi-8.ts';
import type { Scene, SceneBuild } from '../../src/scenes/scene.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import type { Placement } from '../../src/simulation/world/world.ts';
import { carry, embed } from './embedding.ts';
import { type Moving, type SceneState, StepRunner } from '../measure/step-runner.ts';

/** Downward speed at the start [m/s], as in the scene's own check, and steps until the pile has most contacts. */
const SPEED = 10;
const STEPS = 130;
/**
 * Maximum size of octopi that are simulated [tetrahedra per body]. Finer octopi would take minutes, so they get the deformed shapes of
 * octopi of this size. Shapes of coarser octopi would not fit, because their arms are thicker and straighter.
 */
const LARGEST_DROPPED = 12_000;
const WORKERS = 2;

/** Number of steps between two stored moments. */
const MOMENTS = 5;

/** Octopi that have fallen on one another, and moments of their fall. */
export interface Fallen extends SceneState {
  readonly build: SceneBuild;
  /** Moments of the fall, each with the number of contacts in the step before it. */
  readonly moments: readonly (Moving & { readonly contacts: number })[];
}

const fallen = new Map<string, Promise<Fallen>>();

/**
 * Returns the state of octopi-8, or of another scene with octopi, dropped as in the scene's check, at the step with most contacts.
 * Computes it once per size.
 */
export function droppedOctopi(size: number, scene: Scene = octopi8): Promise<Fallen> {
  const key = `${scene.name} ${size}`;
  const known = fallen.get(key) ?? drop(size, scene);
  fallen.set(key, known);
  return known;
}

async function drop(size: number, scene: Scene): Promise<Fallen> {
  const build = scene.build(size);
  const parameters = { ...startParameters(scene, size), dropSpeed: SPEED };
  const { world, positions } = createWorld(build.placements, build.colliders, parameters);
  const velocities = new Float32Array(positions.length);
  for (let i = 1; i < velocities.length; i += 3) velocities[i] = -SPEED;
  const runner = await StepRunner.open({ kind: 'cpu', workers: WORKERS }, { world, positions, velocities, parameters });
  try {
    const moments: Fallen['moments'][number][] = [];
    for (let done = 0; done < STEPS; done += MOMENTS) {
      const { contacts } = (await runner.steps(MOMENTS)).at(-1)!;
      moments.push({ ...(await runner.now()), contacts });
    }
    return { build, world, parameters, moments, ...moments.at(-1)! };
  } finally {
    await runner.dispose();
  }
}

/** Returns a note on the origin of a size's state. */
export const octopiOrigin = (size: number): string =>
  size <= LARGEST_DROPPED
    ? `in contact, ${STEPS} steps after a throw at ${SPEED} m/s`
    : `in the shapes that octopi of ${LARGEST_DROPPED} tetrahedra have in contact, ${STEPS} steps after a throw at ${SPEED} m/s`;

/** Returns octopi-8 in contact, at any size [tetrahedra per body]: simulated, or in the deformed shapes of simulated octopi. */
export async function octopiInContact(size: number): Promise<SceneState> {
  if (size <= LARGEST_DROPPED) return droppedOctopi(size);
  const coarse = await droppedOctopi(LARGEST_DROPPED);
  const build = octopi8.build(size);
  const parameters = startParameters(octopi8, size);
  const { world } = createWorld(build.placements, build.colliders, parameters);
  const { model } = build.placements[0];
  const embedding = embed(coarse.build.placements[0].model.mesh, model.mesh.positions);
  const carried = (values: Float32Array) =>
    joined(coarse.world.bodies.map((body) => carry(embedding, values, body.vertexBase)));
  return { world, positions: carried(coarse.positions), velocities: carried(coarse.velocities), parameters };
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Space between neighbouring boxes [m]. */
const AISLE = 0.5;

/**
 * Returns several copies of the same octopi in contact, side by side on one floor, so that the numbers of bodies and contacts grow alike.
 * A box is the space of one copy. The boxes have no walls, which matters little in a few steps.
 * @param size tetrahedra per body
 */
export async function manyOctopi(size: number, boxes: number): Promise<SceneState> {
  const one = await octopiInContact(size);
  const build = (await droppedOctopi(size)).build;
  const across = Math.ceil(Math.sqrt(boxes));
  const apart = 2 * build.box!.halfWidth + AISLE;
  const { model } = build.placements[0];
  const length = 3 * model.topology.vertexCount;
  const placements: Placement[] = [];
  for (let b = 0; b < boxes; b++)
    for (let i = 0; i < one.world.bodies.length; i++) {
      const positions = one.positions.slice(length * i, length * (i + 1));
      for (let k = 0; k < length; k += 3) {
        positions[k] += apart * (b % across);
        positions[k + 2] += apart * Math.floor(b / across);
      }
      placements.push({ model, positions });
    }
  const { world, positions } = createWorld(placements, [build.colliders[0]], one.parameters);
  const velocities = joined(Array.from({ length: boxes }, () => one.velocities));
  return { world, positions, velocities, parameters: one.parameters };
}
