import type { World } from '../../simulation/world/world.ts';
import { HeatFlow } from './heat-flow.ts';
import { isApart, type Overlap, type OverlapCounter } from './overlap.ts';

/** Number of degrees to which a part can be thinned; each one's heat flows for four times as long as the last one's. */
const DEGREES = 3;
/** Steps of implicit Euler per degree. */
const STEPS_PER_DEGREE = 4;
/** How much a vertex in an overlap is thinned further in a round [degrees]. */
const ROUND = 0.05;
/** Greatest difference of the degrees of two vertices with an edge between them, so that elements stay positive. */
const SLOPE = 0.2;
/** Share of elements turned inside out at which thinning has failed: parts are folded too tightly for their centrelines to hold. */
const MOST_INVERTED = 0.002;

/** A pose that thinning made. */
export interface Thinned {
  readonly positions: Float32Array;
  readonly overlap: Overlap;
  readonly rounds: number;
}

/**
 * Shrinks the parts that overlap towards their centrelines, as far as they overlap, until nothing does. So parts that have sunk into one
 * another by more than half come free in the order in which their centrelines lie; shortest paths would lead out on the wrong side there.
 *
 * Each vertex has a degree. At degree 0 it is in its place, at degree 1, 2, 3 where its position is after longer and longer heat flows (HeatFlow).
 * Rounds raise the degrees of vertices in an overlap, and those around them so that degrees change gradually.
 */
export class Thinner {
  private readonly flows: readonly HeatFlow[];

  constructor(
    private readonly world: World,
    private readonly counter: OverlapCounter,
  ) {
    this.flows = world.bodies.map(({ model }) => new HeatFlow(world.models[model].mesh));
  }

  /**
   * Thins a pose.
   * @param inverted number of elements turned inside out that the result may have
   * @returns the pose, free of overlap; undefined if thinning turns elements inside out, or the parts overlap even at the last degree
   */
  thin(pose: Float32Array, inverted: number): Thinned | undefined {
    const { world, counter } = this;
    const degrees = new Float64Array(world.vertexCount);
    const flows = this.flows.map((flow, body) => new BodyFlow(world, body, flow, pose));
    const positions = pose.slice();
    const mostInverted = inverted + MOST_INVERTED * world.tetCount;
    for (let rounds = 0; rounds <= DEGREES / ROUND + 1; rounds++) {
      const overlap = counter.mark(positions);
      if (overlap.inverted > mostInverted) return undefined;
      if (isApart(overlap)) return { positions, overlap, rounds };
      counter.marks.forEach((mark, v) => {
        if (mark) degrees[v] = Math.min(DEGREES, degrees[v] + ROUND);
      });
      for (const flow of flows) {
        flow.level(degrees);
        flow.place(degrees, positions);
      }
    }
    return undefined;
  }
}

/** A body's positions at whole degrees. */
class BodyFlow {
  private readonly edges: Uint32Array;
  private readonly stages: Float64Array[];
  private readonly vertexBase: number;
  private readonly squaredEdge: number;

  constructor(
    world: World,
    body: number,
    private readonly flow: HeatFlow,
    pose: Float32Array,
  ) {
    const { model, vertexBase } = world.bodies[body];
    const { edgeLength, springs, topology } = world.models[model];
    this.edges = springs.vertices;
    this.vertexBase = vertexBase;
    this.squaredEdge = edgeLength * edgeLength;
    this.stages = [Float64Array.from(pose.subarray(3 * vertexBase, 3 * (vertexBase + topology.vertexCount)))];
  }

  /** Raises degrees until those of neighbours differ by no more than SLOPE. */
  level(degrees: Float64Array): void {
    const { edges, vertexBase } = this;
    for (let changes = true; changes; ) {
      changes = false;
      for (let e = 0; e < edges.length; e += 2) {
        const a = vertexBase + edges[e];
        const b = vertexBase + edges[e + 1];
        const least = Math.max(degrees[a], degrees[b]) - SLOPE;
        if (degrees[a] < least) degrees[a] = least;
        else if (degrees[b] < least) degrees[b] = least;
        else continue;
        changes = true;
      }
    }
  }

  /** Places the vertices whose degree is above 0. */
  place(degrees: Float64Array, positions: Float32Array): void {
    const count = this.stages[0].length / 3;
    for (let v = 0; v < count; v++) {
      const degree = degrees[this.vertexBase + v];
      if (degree === 0) continue;
      const stage = Math.min(DEGREES - 1, Math.floor(degree));
      const share = degree - stage;
      const from = this.stage(stage);
      const to = this.stage(stage + 1);
      for (let k = 3 * v; k < 3 * v + 3; k++)
        positions[3 * this.vertexBase + k] = (1 - share) * from[k] + share * to[k];
    }
  }

  private stage(degree: number): Float64Array {
    while (this.stages.length <= degree) {
      const tau = this.squaredEdge * (1 << (2 * (this.stages.length - 1)));
      let field = this.stages[this.stages.length - 1];
      for (let step = 0; step < STEPS_PER_DEGREE; step++) field = this.flow.step(field, tau);
      this.stages.push(field);
    }
    return this.stages[degree];
  }
}
