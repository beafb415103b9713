import type { Program } from '../program.ts';
import { COLLIDER, DRIVEN, type Words } from '../state.ts';
import { isBowl, type World } from '../world.ts';
import { move, poseAt } from './motion.ts';

/** A script's input to one step. The arrays are reused: read them before the next step. */
export interface ScriptedStep {
  /** DRIVEN records of the first `drivenCount` driven vertices, at the end of the step. */
  readonly driven: Words;
  readonly drivenCount: number;
  /** COLLIDER records at the end of the step; undefined if no collider moves. */
  readonly colliders: Float32Array | undefined;
}

/** Program inputs of a script's step. */
export const scriptedInputs = ({ driven, drivenCount, colliders }: ScriptedStep): Program['inputs'] => ({
  ...(drivenCount > 0 && { driven: driven.u32 }),
  ...(colliders && { colliders }),
});

/** A scripted time counts as reached up to this much earlier [s]: simulated time is a sum of time steps, whose rounding may make it too small. */
const TIME_TOLERANCE = 1e-9;

/** Whether a scripted time has been reached at a simulated time [s]. */
export const hasCome = (scripted: number, time: number): boolean => time > scripted - TIME_TOLERANCE;

/** Whether a driver still holds its vertices in the step that begins at a time [s]. */
export const holds = (driver: { readonly until?: number }, time: number): boolean =>
  driver.until === undefined || !hasCome(driver.until, time);

/** COLLIDER records of a world's colliders at the time `time` [s]; `moved` is their displacement since the time `since` [s]. */
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

/** Evaluates a world's script step by step. */
export class Scripted {
  private readonly driven: Words;
  /** Number of drivers that held their vertices in the last step. */
  private holdingCount: number;

  constructor(private readonly world: World) {
    const buffer = new ArrayBuffer(4 * DRIVEN.stride * Math.max(1, world.drivenCapacity));
    this.driven = { f32: new Float32Array(buffer), u32: new Uint32Array(buffer) };
    this.holdingCount = world.drivers.length;
  }

  /** Whether any driver that held its vertices in the last step has released them in this step. @param time at the beginning of the step [s] */
  releases(time: number): boolean {
    const holding = this.world.drivers.filter((driver) => holds(driver, time)).length;
    const released = holding < this.holdingCount;
    this.holdingCount = holding;
    return released;
  }

  /** The script's input to a step. @param time at the beginning of the step [s]    @param timeStep [s] */
  step(time: number, timeStep: number): ScriptedStep {
    const { world, driven } = this;
    const end = time + timeStep;
    let count = 0;
    for (const driver of world.drivers) {
      if (!holds(driver, time)) continue;
      const pose = poseAt(driver.motion, end);
      for (let i = 0; i < driver.vertices.length; i++, count++) {
        move(pose, driver.start, 3 * i, driven.f32, DRIVEN.stride * count);
        driven.u32[DRIVEN.stride * count + DRIVEN.vertex] = driver.vertices[i];
      }
    }
    const colliders = world.script.colliders?.length ? colliderWords(world, end, time) : undefined;
    return { driven, drivenCount: count, colliders };
  }
}
