import type { Simulator } from '../../simulation/simulator.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Adoption } from './adoption.ts';
import { isFree, type Overlap, type OverlapCounter, type Posed } from './overlap.ts';

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

/** Parameters of steps without inertia, in which shortest paths of all points, and crossed edges, push bodies apart. @param edge mean edge [m] */
export const resolvingParameters = (edge: number): Partial<SimulationParameters> => ({
  mode: 'hybrid',
  contacts: 'in-the-loop',
  contactPoints: 'all',
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

/** Runs steps without inertia from a pose, and counts the overlap after each. */
export class Relaxation {
  /** Number of steps so far. */
  steps = 0;
  private readonly softest: number;
  private last: Posed;
  private best: Posed;
  /** Number of steps since the overlap was least. */
  private idle = 0;

  constructor(
    private readonly simulator: Simulator,
    private readonly counter: OverlapCounter,
    private readonly start: Posed,
    private readonly mostSteps: number,
    private readonly onStep: (steps: number, overlap: Overlap) => void,
  ) {
    this.softest = simulator.parameters.youngsModulus;
    this.last = start;
    this.best = start;
  }

  /** Whether no further steps may follow, or the overlap has stopped falling. */
  get isOver(): boolean {
    return this.idle >= PATIENCE * STIFFENING.length || this.steps >= this.mostSteps;
  }

  /** Runs up to `count` steps that part what overlaps. @returns the pose with the least overlap so far; it need not be the last one */
  async part(count: number): Promise<Posed> {
    if (this.last === this.best) await this.put(this.last.positions);
    for (let i = 0; i < count && !this.isOver && !isFree(this.best.overlap); i++) {
      this.stiffen(STIFFENING[Math.floor(this.idle / PATIENCE)]);
      const positions = await this.step(this.last.positions, 0);
      this.last = { positions, overlap: this.counter.count(positions) };
      this.onStep(this.steps, this.last.overlap);
      const level = Math.floor(this.idle / PATIENCE);
      this.idle++;
      if (!(sizeOf(this.last.overlap) < sizeOf(this.best.overlap))) continue;
      this.best = this.last;
      // The stiffness that brought progress stays.
      this.idle = PATIENCE * level;
    }
    return this.best;
  }

  private stiffen(factor: number): void {
    const youngsModulus = factor * this.softest;
    if (this.simulator.parameters.youngsModulus !== youngsModulus) this.simulator.setParameters({ youngsModulus });
  }

  /**
   * Lets a pose that is free of overlap back towards the tangled one, as far as contacts let it. Vertices that a step leads into an overlap stay where they
   * were, and shorter steps follow once the way back gets no shorter.
   * @returns the nearest free pose
   */
  async settle(from: Posed, adoption: Adoption): Promise<Posed> {
    this.stiffen(1);
    let best = from;
    let nearest = rmsBetween(best.positions, this.start.positions);
    for (let pull = PULL; pull >= LEAST_PULL && this.steps < this.mostSteps; ) {
      await this.put(best.positions);
      const next = adoption.adopt(best, await this.step(best.positions, pull));
      this.onStep(this.steps, next.overlap);
      const rms = rmsBetween(next.positions, this.start.positions);
      const gain = 1 - rms / nearest;
      if (!(gain > REST * pull)) pull /= 2;
      if (!(gain > 0)) continue;
      best = next;
      nearest = rms;
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
      positions.map((x, i) => rate * (this.start.positions[i] - x)),
    );
    await this.simulator.step();
    this.steps++;
    return (await backend.read('positions')).slice();
  }
}

/** One number for an overlap, which falls as parts come out of one another. */
export const sizeOf = ({ inside, piercing, inverted }: Overlap): number => inside + piercing + inverted;

/** Root mean square of the vertices' distances between two poses [m]. */
export function rmsBetween(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return Math.sqrt((3 * sum) / a.length);
}
