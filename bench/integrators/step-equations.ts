import { neoHookeanParameters } from '../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { World } from '../../src/simulation/world/world.ts';

/** What an implicit Euler step starts from. */
export interface StepStart {
  readonly world: World;
  readonly parameters: SimulationParameters;
  /** Positions at the step's start [m], 3 per vertex. */
  readonly positions: Float32Array;
  /** Inverse masses [1/kg]; 0 for held vertices, which don't move. */
  readonly inverseMasses: Float32Array;
  /** Displacements by inertia, gravity and drag alone [m], 3 per vertex. */
  readonly free: Float64Array;
}

/**
 * The equations of an implicit Euler step in float64, written down apart from both integrators: M (u - u_free) / dt^2 + grad E(u) = 0, with E
 * the sum of V (mu/2 (|F|^2 - 3) + lambda/2 (det F - restDeterminant)^2) over tetrahedra. They read the same tables of the model as the
 * integrators: rest metrics G = Dm^-1 Dm^-T and rest volumes. With the edges as the columns of D, |F|^2 is the trace of D^T D G.
 */
export class StepEquations {
  private readonly rate: number;
  private readonly energy: { readonly mu: number; readonly lambda: number; readonly restDeterminant: number };
  private readonly edges = new Float64Array(9);
  private readonly moves = new Float64Array(9);
  private readonly forces = new Float64Array(9);

  constructor(readonly start: StepStart) {
    const { timeStep } = start.parameters;
    this.rate = 1 / (timeStep * timeStep);
    this.energy = neoHookeanParameters(start.parameters);
  }

  /** Returns the left side of the equations at u [N]; 0 at held vertices. @param u displacements from the step's start [m] */
  residual(u: Float64Array): Float64Array {
    const { inverseMasses, free } = this.start;
    const out = new Float64Array(u.length);
    const { forces } = this;
    this.eachTetrahedron(u, undefined, out, (volume, metric, at) => this.elasticForces(volume, metric, at, forces));
    for (let i = 0; i < u.length; i++) {
      const w = inverseMasses[Math.floor(i / 3)];
      out[i] = w === 0 ? 0 : out[i] + (this.rate / w) * (u[i] - free[i]);
    }
    return out;
  }

  /** Returns the residual's derivative at u along p [N]. @param p displacements [m]; 0 at held vertices */
  derivative(u: Float64Array, p: Float64Array): Float64Array {
    const { inverseMasses } = this.start;
    const out = new Float64Array(u.length);
    const { forces } = this;
    this.eachTetrahedron(u, p, out, (volume, metric, at) => this.changeOfForces(volume, metric, at, forces));
    for (let i = 0; i < u.length; i++) {
      const w = inverseMasses[Math.floor(i / 3)];
      out[i] = w === 0 ? 0 : out[i] + (this.rate / w) * p[i];
    }
    return out;
  }

  /** Returns the M^-1 norm of forces [N / kg^(1/2)]. */
  sizeOf(forces: Float64Array): number {
    const { inverseMasses } = this.start;
    return Math.sqrt(forces.reduce((sum, f, i) => sum + f * f * inverseMasses[Math.floor(i / 3)], 0));
  }

  /** Returns the root of the squared difference of displacements, summed by mass [m kg^(1/2)]. Held vertices don't count. */
  distance(a: Float64Array, b: Float64Array): number {
    const { inverseMasses } = this.start;
    let sum = 0;
    for (let i = 0; i < a.length; i++) {
      const w = inverseMasses[Math.floor(i / 3)];
      if (w > 0) sum += (a[i] - b[i]) ** 2 / w;
    }
    return Math.sqrt(sum);
  }

  /** Writes V (mu D G + lambda (J - restDeterminant) cof(D) / 6 V) to `forces` [N], with J = det D / 6 V. */
  private elasticForces(volume: number, metric: Float32Array, at: number, forces: Float64Array): void {
    const { edges } = this;
    const { mu, lambda, restDeterminant } = this.energy;
    timesMetric(edges, metric, at, volume * mu, forces);
    const pressure = lambda * (determinant(edges) / (6 * volume) - restDeterminant);
    for (let e = 0; e < 3; e++) addCross(edges, (e + 1) % 3, edges, (e + 2) % 3, pressure / 6, forces, e);
  }

  /** Writes the derivative of elasticForces along `moves` to `forces` [N]. */
  private changeOfForces(volume: number, metric: Float32Array, at: number, forces: Float64Array): void {
    const { edges, moves } = this;
    const { mu, lambda, restDeterminant } = this.energy;
    timesMetric(moves, metric, at, volume * mu, forces);
    const pressure = lambda * (determinant(edges) / (6 * volume) - restDeterminant);
    let change = 0;
    for (let e = 0; e < 3; e++) change += triple(moves, e, edges, (e + 1) % 3, edges, (e + 2) % 3);
    const stiffness = (lambda * change) / (6 * volume);
    for (let e = 0; e < 3; e++) {
      const [f, g] = [(e + 1) % 3, (e + 2) % 3];
      addCross(edges, f, edges, g, stiffness / 6, forces, e);
      addCross(moves, f, edges, g, pressure / 6, forces, e);
      addCross(edges, f, moves, g, pressure / 6, forces, e);
    }
  }

  /** Loads each tetrahedron's edges at u, and their moves by p; lets `act` write the forces on its edges, and adds them to `out`. */
  private eachTetrahedron(
    u: Float64Array,
    p: Float64Array | undefined,
    out: Float64Array,
    act: (volume: number, metric: Float32Array, at: number) => void,
  ): void {
    const { world, positions } = this.start;
    const { edges, moves, forces } = this;
    for (const { model, vertexBase } of world.bodies) {
      const { vertices, restMetrics, restVolumes } = world.models[model].elasticTets;
      for (let t = 0; t < restVolumes.length; t++) {
        const first = 3 * (vertexBase + vertices[4 * t]);
        for (let e = 0; e < 3; e++) {
          const v = 3 * (vertexBase + vertices[4 * t + 1 + e]);
          for (let k = 0; k < 3; k++) {
            edges[3 * e + k] = positions[v + k] - positions[first + k] + (u[v + k] - u[first + k]);
            if (p) moves[3 * e + k] = p[v + k] - p[first + k];
          }
        }
        act(restVolumes[t], restMetrics, 6 * t);
        for (let e = 0; e < 3; e++) {
          const v = 3 * (vertexBase + vertices[4 * t + 1 + e]);
          for (let k = 0; k < 3; k++) {
            out[v + k] += forces[3 * e + k];
            out[first + k] -= forces[3 * e + k];
          }
        }
      }
    }
  }
}

/** Positions in a rest metric's 6 numbers of the elements of a symmetric 3 x 3 matrix. */
const SYMMETRIC = [0, 1, 2, 1, 3, 4, 2, 4, 5];

/** Writes scale times the columns `d` times a rest metric. */
function timesMetric(d: Float64Array, metric: Float32Array, at: number, scale: number, out: Float64Array): void {
  for (let e = 0; e < 3; e++)
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let f = 0; f < 3; f++) sum += d[3 * f + k] * metric[at + SYMMETRIC[3 * e + f]];
      out[3 * e + k] = scale * sum;
    }
}

/** Adds scale times the cross product of columns f of `a` and g of `b` to column e of `out`. */
function addCross(
  a: Float64Array,
  f: number,
  b: Float64Array,
  g: number,
  scale: number,
  out: Float64Array,
  e: number,
): void {
  for (let k = 0; k < 3; k++) {
    const [l, m] = [(k + 1) % 3, (k + 2) % 3];
    out[3 * e + k] += scale * (a[3 * f + l] * b[3 * g + m] - a[3 * f + m] * b[3 * g + l]);
  }
}

/** Returns a . (b x c), with columns e of `a`, f of `b` and g of `c`. */
function triple(a: Float64Array, e: number, b: Float64Array, f: number, c: Float64Array, g: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const [l, m] = [(k + 1) % 3, (k + 2) % 3];
    sum += a[3 * e + k] * (b[3 * f + l] * c[3 * g + m] - b[3 * f + m] * c[3 * g + l]);
  }
  return sum;
}

const determinant = (d: Float64Array): number => triple(d, 0, d, 1, d, 2);
