import type { Bodies } from '../../render/hand/hand-layer.ts';
import type { Grab } from '../../simulation/constraints/grabs/hand.ts';
import {
  grabbedPoint,
  grabRadius,
  type Neighbourhood,
  Neighbourhoods,
} from '../../simulation/constraints/grabs/neighbourhood.ts';
import { GRAB_POINT, MAX_GRABS, maxGrabPoints } from '../../simulation/state.ts';
import { bodyOfVertex, type World } from '../../simulation/world/world.ts';

type Point = readonly [number, number, number];

/** The part of a body that a pointer or a pin holds. */
export interface Grip {
  /** Vertex in the middle of the held part. */
  readonly vertex: number;
  /** [m] */
  readonly radius: number;
  readonly neighbourhood: Neighbourhood;
  /** Target of the held part's mean [m]. */
  readonly target: Point;
  readonly isPin: boolean;
}

/** A grip of a pointer, and the pointer's place in space [m]. */
interface Hold {
  readonly grip: Grip;
  readonly pointer: Point;
  /** Whether the pointer has moved since it took hold. */
  readonly isMoved: boolean;
  /** Simulated time at which the hold ends, if its pointer has let go already [s]. */
  readonly endTime?: number;
}

/** Smallest and largest radius of a grip, in default radii. */
const RADIUS_RANGE = { min: 0.3, max: 4 } as const;
/** Simulated time for which a part is still pulled that was let go while the scene stood still [s]. */
const LINGERING = 0.5;
/** A vertex is of a pinned part if its weight there is at least this. */
const PIN_WEIGHT = 0.1;

const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** All grips of a person: one per pointer that holds a body, and pins. */
export class Grips {
  private holds = new Map<number, Hold>();
  private pins: readonly Grip[] = [];
  /** Key of the last pull that acts on although its pointer has let go. Keys below 0 are no pointer's. */
  private lastKept = 0;
  private readonly neighbourhoods: Neighbourhoods;

  constructor(private readonly world: World) {
    this.neighbourhoods = new Neighbourhoods(world);
  }

  /** All grips, pins first. */
  get all(): readonly Grip[] {
    return [...this.pins, ...[...this.holds.values()].map(({ grip }) => grip)];
  }

  /** Returns the grips as the simulator takes them. @param steps steps in which targets that have moved reach their new places */
  grabs(steps: number): Grab[] {
    return this.all.map(({ vertex, radius, target }) => ({ vertex, radius, target, steps }));
  }

  /** Whether a pointer holds something. */
  isHeldBy(pointer: number): boolean {
    return this.holds.get(pointer)?.endTime === undefined && this.holds.has(pointer);
  }

  /** Whether any pointer holds something. */
  get isHolding(): boolean {
    return [...this.holds.keys()].some((pointer) => this.isHeldBy(pointer));
  }

  /**
   * Lets a pointer hold a part; a pinned part follows the pointer, and is pinned again where it is released.
   * @param point where the pointer touches the body [m]
   * @returns why the part can't be held; undefined if it is held now
   */
  hold(pointer: number, vertex: number, point: Point, bodies: Bodies): string | undefined {
    const pin = this.pinAt(vertex);
    const found = pin ?? this.gripAt(vertex, bodies);
    if (typeof found === 'string') return found;
    this.pins = this.pins.filter((one) => one !== pin);
    // A part that is pulled on after its release isn't pulled twice.
    for (const [key, { grip, endTime }] of this.holds)
      if (endTime !== undefined && grip.vertex === vertex) this.holds.delete(key);
    this.holds.set(pointer, { grip: found, pointer: point, isMoved: false });
    return undefined;
  }

  /** Moves a pointer's target along with the pointer. @param point the pointer's new place [m] */
  move(pointer: number, point: Point): void {
    const hold = this.holds.get(pointer);
    if (!hold) return;
    const target = add(hold.grip.target, subtract(point, hold.pointer));
    this.holds.set(pointer, { ...hold, grip: { ...hold.grip, target }, pointer: point, isMoved: true });
  }

  /** The place of a pointer that holds a part [m]. */
  placeOf(pointer: number): Point | undefined {
    return this.holds.get(pointer)?.pointer;
  }

  /** Changes the radius of everything that pointers hold. The pull stays as it is. */
  scale(factor: number, bodies: Bodies): void {
    for (const [pointer, hold] of this.holds) {
      const { grip } = hold;
      const usual = this.usualRadius(grip.vertex);
      const radius = Math.min(RADIUS_RANGE.max * usual, Math.max(RADIUS_RANGE.min * usual, grip.radius * factor));
      const neighbourhood = this.neighbourhoods.of(grip.vertex, radius);
      const [before, after] = [grip.neighbourhood, neighbourhood].map((one) => middle(one, bodies));
      if (!before || !after || !this.hasRoom(neighbourhood.count - grip.neighbourhood.count)) continue;
      const target = add(grip.target, subtract(after, before));
      this.holds.set(pointer, { ...hold, grip: { ...grip, radius, neighbourhood, target } });
    }
  }

  /**
   * Lets go what a pointer holds.
   * @param time simulated time [s], if the scene stands still: a pull that has moved then acts when it goes on, and ends a while later
   */
  release(pointer: number, time?: number): void {
    const hold = this.holds.get(pointer);
    this.holds.delete(pointer);
    if (!hold) return;
    if (hold.grip.isPin) this.pins = [...this.pins, hold.grip];
    else if (time !== undefined && hold.isMoved)
      this.holds.set(--this.lastKept, { ...hold, endTime: time + LINGERING });
  }

  /** Ends the pulls of pointers that let go while the scene stood still. @param time simulated time [s] @returns whether any ended */
  expire(time: number): boolean {
    const { size } = this.holds;
    this.holds = new Map([...this.holds].filter(([, { endTime }]) => endTime === undefined || time < endTime));
    return this.holds.size < size;
  }

  /** Turns what a pointer holds into a pin, or a pin that it holds into none. The pointer lets go. @returns whether it is pinned now */
  pinHeld(pointer: number): boolean {
    const hold = this.holds.get(pointer);
    this.holds.delete(pointer);
    if (!hold || hold.grip.isPin) return false;
    this.pins = [...this.pins, { ...hold.grip, isPin: true }];
    return true;
  }

  /** The pin that holds a vertex, if there is one. */
  private pinAt(vertex: number): Grip | undefined {
    return this.pins.find(({ neighbourhood: { points, count } }) => {
      for (let at = 0; at < GRAB_POINT.stride * count; at += GRAB_POINT.stride)
        if (points.u32[at + GRAB_POINT.vertex] === vertex) return points.f32[at + GRAB_POINT.weight] >= PIN_WEIGHT;
      return false;
    });
  }

  /** Returns a new grip that holds a part where it is, or why it can't be held. */
  private gripAt(vertex: number, bodies: Bodies): Grip | string {
    const radius = this.usualRadius(vertex);
    const neighbourhood = this.neighbourhoods.of(vertex, radius);
    const target = middle(neighbourhood, bodies);
    if (!target) return 'This part is held by the scene: nothing can move it.';
    if (this.all.length === MAX_GRABS || !this.hasRoom(neighbourhood.count))
      return 'So many parts are held that no further one can be: free a pin first.';
    return { vertex, radius, neighbourhood, target, isPin: false };
  }

  private hasRoom(count: number): boolean {
    return this.all.reduce((sum, { neighbourhood }) => sum + neighbourhood.count, count) <= maxGrabPoints(this.world);
  }

  private usualRadius(vertex: number): number {
    const { bodies, models } = this.world;
    return grabRadius(models[bodies[bodyOfVertex(this.world, vertex)]!.model]!);
  }
}

const middle = (neighbourhood: Neighbourhood, { positions, inverseMasses }: Bodies): Point | undefined =>
  grabbedPoint(neighbourhood, positions, inverseMasses);
