import type { Program } from '../program/program.ts';
import { COLLIDER, DRIVEN, type Words } from '../state.ts';
import { isBowl, type World } from '../world/world.ts';
import { move, poseAt } from './motion.ts';
import { writeAccelerations } from './random-forces.ts';

/** A script's input to one step. */
export interface ScriptedStep {
  /** DRIVEN records (state.ts): `drivenCount` vertices, with their positions at the end of the step [m]. */
  readonly driven: Words;
  readonly drivenCount: number;
  /** COLLIDER records at the end of the step; undefined if no collider moves. */
  readonly colliders: Float32Array | undefined;
  /** Accelerations by random forces [m/s^2], 3 per vertex; undefined if the script has none. */
  readonly accelerations: Float32Array | undefined;
}

/** Returns the arrays that the host writes to the state before the step runs (Program.inputs). */
export const scriptedInputs = ({ driven, drivenCount, colliders, accelerations }: ScriptedStep): Program['inputs'] => ({
  ...(drivenCount > 0 && { driven: driven.u32 }),
  ...(colliders && { colliders }),
  ...(accelerations && { accelerations }),
});

/**
 * A scripted time counts as reached if simulated time exceeds it, or is below it by less than this [s]. Simulated time is a sum of time
 * steps, and the sum's rounding may make it slightly too small.
 */
const TIME_TOLERANCE = 1e-9;

/** Returns true if the simulation has reached a scripted time [s]. @param time simulated time [s] */
export const isReached = (scripted: number, time: number): boolean => time > scripted - TIME_TOLERANCE;

/** Returns true if a driver still moves its vertices in the step that begins at `time` [s]. */
export const isActive = (driver: { readonly until?: number }, time: number): boolean =>
  driver.until === undefined || !isReached(driver.until, time);

/**
 * Returns the COLLIDER records (state.ts) of a world's colliders at `time` [s]. Their field `moved` is the displacement since the time
 * `since` [s]. For a step, `since` is the step's beginning.
 */
export function colliderWords(world: World, time: number, since = time): Float32Array {
  const words = new Float32Array(COLLIDER.stride * world.colliders.length);
  world.colliders.forEach((collider, i) => {
    const motion = world.script.colliders?.find((moving) => moving.collider === i)?.motion;
    const shift = motion ? poseAt(motion, time).shift : [0, 0, 0];
    const before = motion ? poseAt(motion, since).shift : shift;
    const at = COLLIDER.stride * i;
    if (isBowl(collider)) {
      const { centre, radius, rim, thickness } = collider;
      words.set([...centre.map((x, k) => x + shift[k]), radius], at);
      words.set([1, rim + shift[1], thickness], at + COLLIDER.kind);
    } else {
      const { normal, offset } = collider;
      words.set([...normal, offset + normal.reduce((sum, n, k) => sum + n * shift[k], 0)], at);
    }
    words.set(
      shift.map((x, k) => x - before[k]),
      at + COLLIDER.moved,
    );
  });
  return words;
}

/** Evaluates a world's script step by step: where driven vertices and moving colliders are at the end of each step. */
export class ScriptEvaluator {
  /** Number of drivers that moved their vertices in the last step. */
  private activeCount: number;

  constructor(private readonly world: World) {
    this.activeCount = world.drivers.length;
  }

  /**
   * Returns true if a driver that moved vertices in the last step releases them in the step that begins at `time` [s]. Call this function
   * once per step: it remembers how many drivers are active.
   */
  releases(time: number): boolean {
    const active = this.world.drivers.filter((driver) => isActive(driver, time)).length;
    const anyReleased = active < this.activeCount;
    this.activeCount = active;
    return anyReleased;
  }

  /** Returns the script's input to a step. @param time simulated time at the beginning of the step [s]    @param timeStep [s] */
  step(time: number, timeStep: number): ScriptedStep {
    const { world } = this;
    const buffer = new ArrayBuffer(4 * DRIVEN.stride * Math.max(1, world.drivenCapacity));
    const driven: Words = { f32: new Float32Array(buffer), u32: new Uint32Array(buffer) };
    const end = time + timeStep;
    let count = 0;
    for (const driver of world.drivers) {
      if (!isActive(driver, time)) continue;
      const pose = poseAt(driver.motion, end);
      for (let i = 0; i < driver.vertices.length; i++, count++) {
        move(pose, driver.start, 3 * i, driven.f32, DRIVEN.stride * count);
        driven.u32[DRIVEN.stride * count + DRIVEN.vertex] = driver.vertices[i];
      }
    }
    const colliders = world.script.colliders?.length ? colliderWords(world, end, time) : undefined;
    return { driven, drivenCount: count, colliders, accelerations: this.accelerationsAt(time) };
  }

  private accelerationsAt(time: number): Float32Array | undefined {
    const { world } = this;
    const { forces } = world.script;
    if (!forces) return undefined;
    const accelerations = new Float32Array(3 * world.vertexCount);
    const { from, until, period, acceleration } = forces;
    const isOn = isReached(from, time) && !isReached(until, time);
    if (isOn)
      writeAccelerations(world, acceleration, Math.floor((time + TIME_TOLERANCE - from) / period), accelerations);
    return accelerations;
  }
}
