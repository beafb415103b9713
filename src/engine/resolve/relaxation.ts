import type { Simulator } from '../../simulation/simulator.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Adoption } from './adoption.ts';
import type { VolumeMeter } from './judge.ts';
import type { Overlap, OverlapCounter, Posed } from './overlap.ts';

/** Length of a step [s]. Only its ratio to the stiffness matters, since no velocity survives a step. */
const TIME_STEP = 0.01;
/** [kg/m^3] */
const DENSITY = 1000;
/** Stiffness of the elements: Young's modulus times dt^2 over density and squared edge [1]. Softer elements turn inside out, stiffer ones push far parts away. */
const STIFFNESS = 0.063;
const POISSON_RATIO = 0.3;
/** Distance by which contacts part surfaces, as a share of the mean edge. */
const GAP = 1e-3;
/** Distance by which contacts undo an overlap in a step, as a share of the mean edge. */
const DEPTH_PER_STEP = 0.1;
/** Share of the way back to the pose that a step begins with. */
const PULL = 0.1;
/** The pull below which nothing is gained any more. */
const LEAST_PULL = 0.005;
/** A step back to the pose that brings it nearer by less than this share has come to rest. */
const REST = 1e-3;
/** Number of steps without progress after which elements become stiffer, or, at the greatest stiffness, overlaps count as stuck. */
const PATIENCE = 20;
/** Factors of the stiffness while contacts part bodies: the stiffer elements are, the sooner those that contacts have turned inside out turn back. */
const STIFFENING = [1, 4, 16];
/** Share of its rest volume to which each piece grows before it goes back to the pose, and below which it isn't pressed on the way back. */
const GROWN = 0.95;
const LEAST_ON_THE_WAY_BACK = 0.9;
/** Growth counts as progress if the least volume rises by more than this share of the rest volume per step. */
const LEAST_GROWTH = 1e-3;
/** Greatest share of all steps in which pieces grow at a time. A long coil grows for hundreds of steps, since each turn has to push those beyond it away. */
const MOST_GROWTH = 1 / 3;
/** Number of steps without growth after which pieces have no room to grow. */
const GROWTH_PATIENCE = 8;

/**
 * Parameters of steps without inertia, in which regions where bodies are deep in one another, shortest paths of all other points, and crossed edges push bodies
 * apart. @param edge mean edge [m]
 */
export const resolvingParameters = (edge: number): Partial<SimulationParameters> => ({
  mode: 'hybrid',
  contacts: 'in-the-loop',
  contactPoints: 'all',
  recovery: 'regions',
  crossedEdges: 'part',
  gravity: 0,
  timeStep: TIME_STEP,
  iterations: 10,
  contactPasses: 4,
  density: DENSITY,
  youngsModulus: (STIFFNESS * DENSITY * edge * edge) / (TIME_STEP * TIME_STEP),
  poissonRatio: POISSON_RATIO,
  materialDamping: 0,
  velocityDamping: 0,
  staticFriction: 0,
  dynamicFriction: 0,
  contactOffset: GAP * edge,
  depenetrationSpeed: (DEPTH_PER_STEP * edge) / TIME_STEP,
});

/** Options of a relaxation: the counts and measures that judge its poses, the pose in which it begins, and its greatest number of steps. */
export interface RelaxationOptions {
  readonly counter: OverlapCounter;
  readonly meter: VolumeMeter;
  readonly start: Posed;
  readonly mostSteps: number;
  readonly onStep: (steps: number, overlap: Overlap) => void;
}

/** Runs steps without inertia from a pose, and counts the overlap after each. */
export class Relaxation {
  /** Number of steps so far. */
  steps = 0;
  private readonly softest: number;
  private readonly slowest: number;
  /** Speed at which overlaps are undone in this try (restart). */
  private speed: number;
  private last: Posed;
  private best: Posed;
  /** Number of steps since the overlap was least. */
  private idle = 0;

  constructor(
    private readonly simulator: Simulator,
    private readonly options: RelaxationOptions,
  ) {
    this.softest = simulator.parameters.youngsModulus;
    this.slowest = simulator.parameters.depenetrationSpeed;
    this.speed = this.slowest;
    this.last = options.start;
    this.best = options.start;
  }

  /** Whether no further steps may follow. */
  get isOver(): boolean {
    return this.steps >= this.options.mostSteps;
  }

  /** Whether the overlap has stopped falling: at this stiffness, or at all. */
  get hasPaused(): boolean {
    return this.idle > 0 && this.idle % PATIENCE === 0;
  }

  get isStuck(): boolean {
    return this.idle >= PATIENCE * STIFFENING.length;
  }

  /**
   * Goes back to the start, for another try to part what overlaps.
   * @param hurries whether deep overlaps leave faster, the longer their way out: a rod through a plate gets stuck in short steps
   */
  async restart(hurries: boolean): Promise<void> {
    const { backend } = this.simulator;
    // Regions forget the directions and times of the last try.
    for (const name of ['lastLeft', 'deepTimes'] as const)
      await backend.write(name, new Uint32Array(backend.world.arrayLengths[name]));
    // 0 leaves the speed to the step.
    this.speed = hurries ? 0 : this.slowest;
    this.last = this.options.start;
    this.best = this.options.start;
    this.idle = 0;
  }

  /** Runs steps that part what overlaps, until nothing does and no element is inverted, or it takes a pause. @returns the pose with the least overlap so far; it need not be the last one */
  async part(): Promise<Posed> {
    // Another stage may have moved the bodies since.
    this.simulator.setParameters({ depenetrationSpeed: this.speed });
    await this.put(this.last.positions);
    do {
      if (this.isOver || this.isStuck || sizeOf(this.best.overlap) === 0) break;
      this.stiffen(STIFFENING[Math.floor(this.idle / PATIENCE)]);
      const positions = await this.step(this.last.positions, 0);
      this.last = { positions, overlap: this.options.counter.count(positions) };
      this.options.onStep(this.steps, this.last.overlap);
      const level = Math.floor(this.idle / PATIENCE);
      this.idle++;
      if (!(sizeOf(this.last.overlap) < sizeOf(this.best.overlap))) continue;
      this.best = this.last;
      // The stiffness that brought progress stays.
      this.idle = PATIENCE * level;
    } while (!this.hasPaused);
    return this.best;
  }

  private stiffen(factor: number): void {
    const youngsModulus = factor * this.softest;
    if (this.simulator.parameters.youngsModulus !== youngsModulus) this.simulator.setParameters({ youngsModulus });
  }

  /** Lets the pieces of a pose that is free of overlap grow to their rest volumes, as far as contacts let them. @returns a pose free of overlap */
  async grow(from: Posed, adoption: Adoption): Promise<Posed> {
    const { meter } = this.options;
    this.simulator.setParameters({ depenetrationSpeed: this.slowest });
    let pose = from;
    let least = meter.least(pose.positions);
    const end = this.steps + MOST_GROWTH * this.options.mostSteps;
    for (let idle = 0; least < GROWN && idle < GROWTH_PATIENCE && this.steps < end && !this.isOver; idle++) {
      this.stiffen(idle < GROWTH_PATIENCE / 2 ? 1 : STIFFENING[1]);
      await this.put(pose.positions);
      pose = adoption.adopt(pose, await this.step(pose.positions, 0));
      this.options.onStep(this.steps, pose.overlap);
      const grown = meter.least(pose.positions);
      if (grown > least + LEAST_GROWTH) idle = -1;
      least = Math.max(least, grown);
    }
    return pose;
  }

  /**
   * Lets a pose that is free of overlap back towards the tangled one, as far as contacts let it. Vertices that a step leads into an overlap stay where they
   * were, a step that crushes a piece isn't taken, and shorter steps follow once the way back gets no shorter.
   * @returns the nearest free pose
   */
  async settle(from: Posed, adoption: Adoption): Promise<Posed> {
    const { meter, start } = this.options;
    this.stiffen(1);
    let best = from;
    let nearest = rmsBetween(best.positions, start.positions);
    let least = meter.least(best.positions);
    for (let pull = PULL; pull >= LEAST_PULL && !this.isOver; ) {
      await this.put(best.positions);
      const next = adoption.adopt(best, await this.step(best.positions, pull));
      this.options.onStep(this.steps, next.overlap);
      const rms = rmsBetween(next.positions, start.positions);
      const volume = meter.least(next.positions);
      const isCrushed = volume < Math.min(least, LEAST_ON_THE_WAY_BACK);
      const gain = isCrushed ? 0 : 1 - rms / nearest;
      if (!(gain > REST * pull)) pull /= 2;
      if (!(gain > 0)) continue;
      best = next;
      nearest = rms;
      least = volume;
    }
    return best;
  }

  private async put(positions: Float32Array): Promise<void> {
    const { backend } = this.simulator;
    await backend.write('positions', positions);
    await backend.write('remainders', new Float32Array(positions.length));
  }

  /** Runs a step, which begins with a share of the way back to the pose. */
  private async step(positions: Float32Array, pull: number): Promise<Float32Array> {
    const { backend } = this.simulator;
    const rate = pull / TIME_STEP;
    await backend.write(
      'velocities',
      positions.map((x, i) => rate * (this.options.start.positions[i] - x)),
    );
    await this.simulator.step();
    this.steps++;
    return (await backend.read('positions')).slice();
  }
}

/** One number for an overlap, which falls as parts come out of one another. */
export const sizeOf = ({ inside, piercing, buried, inverted }: Overlap): number =>
  inside + piercing + buried + inverted;

/** Root mean square of the vertices' distances between two poses [m]. */
export function rmsBetween(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return Math.sqrt((3 * sum) / a.length);
}
