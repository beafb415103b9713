import { countInverted } from '../../simulation/diagnostics/volumes.ts';
import { NONE } from '../../mesh/topology.ts';
import { visitTetsAt } from '../../simulation/detect/containing-tets.ts';
import { refit } from '../../simulation/detect/passes.ts';
import { createContainingScratch } from '../../simulation/detect/scratch.ts';
import { InterpenetratingVertices } from '../../simulation/diagnostics/interpenetrating-vertices.ts';
import { writeCentroid } from '../../simulation/diagnostics/overlap.ts';
import { Strangers } from '../../simulation/diagnostics/strangers.ts';
import { countPiercingEdges } from '../../simulation/diagnostics/pierce.ts';
import { runPasses } from '../../simulation/program/run-passes.ts';
import type { State } from '../../simulation/state.ts';
import type { World } from '../../simulation/world/world.ts';
import { containedVerticesIn } from '../contains.ts';
import { refittedState } from '../shape.ts';

/** How much bodies overlap, counted exactly for the float32 positions; centroids are rounded to float32. */
export interface Overlap {
  /** Number of surface vertices inside a tetrahedron of which they are no corner, or between tetrahedra; those on a boundary don't count. */
  readonly inside: number;
  /** Number of surface edges that cross a surface triangle. */
  readonly piercing: number;
  /** Number of tetrahedra whose centroid lies in a tetrahedron with which they have no vertex in common. */
  readonly buried: number;
  /** Number of tetrahedra that are flat or turned inside out. */
  readonly inverted: number;
}

/** A pose, and its overlap. */
export interface Posed {
  readonly positions: Float32Array;
  readonly overlap: Overlap;
}

/** Whether no count shows an overlap. Bodies that are aligned can still share some volume (VolumeMeter). */
export const isApart = ({ inside, piercing, buried }: Overlap): boolean =>
  inside === 0 && piercing === 0 && buried === 0;

/** Counts a world's overlaps at given positions, and marks the vertices that have a part in one. */
export class OverlapCounter {
  /** Per vertex of the world: 1 if the last `mark` found it in an overlap. */
  readonly marks: Uint8Array;
  private readonly counter: InterpenetratingVertices;
  private readonly state: State;
  private readonly edgeBox = new Float32Array(6);
  private readonly containing = createContainingScratch();
  private readonly strangers = new Strangers();

  constructor(
    private readonly world: World,
    positions: Float32Array,
  ) {
    this.counter = new InterpenetratingVertices(world);
    this.state = refittedState({ world, positions });
    this.marks = new Uint8Array(world.vertexCount);
    this.containing.isClosed = true;
  }

  count(positions: Float32Array): Overlap {
    this.stateAt(positions);
    return {
      inside: this.counter.count(positions),
      piercing: countPiercingEdges(this.world, this.state, 0, this.world.edgeCount, this.edgeBox),
      buried: this.countBuried(() => {}),
      inverted: countInverted(this.world, positions),
    };
  }

  /** Counts, and marks penetrating vertices and the tetrahedra around them, and piercing edges and the triangles that they cross. */
  mark(positions: Float32Array): Overlap {
    this.stateAt(positions);
    const { world, state, marks, counter, edgeBox } = this;
    marks.fill(0);
    const inside = counter.count(positions);
    world.surfaceVertices.forEach((vertex, i) => {
      marks[vertex] = counter.inside[i];
    });
    for (const { vertex, body, tet } of inside > 0 ? containedVerticesIn(world, state) : []) {
      const { model, vertexBase } = world.bodies[body];
      marks[world.bodies[vertex.body].vertexBase + vertex.id] = 1;
      for (let k = 0; k < 4; k++) marks[vertexBase + world.models[model].topology.tets[4 * tet + k]] = 1;
    }
    const piercing = countPiercingEdges(world, state, 0, world.edgeCount, edgeBox, (...corners) => {
      for (const vertex of corners) marks[vertex] = 1;
    });
    const buried = this.countBuried((body, tet) => {
      const { model, vertexBase } = world.bodies[body];
      for (let k = 0; k < 4; k++) marks[vertexBase + world.models[model].topology.tets[4 * tet + k]] = 1;
    });
    return { inside, piercing, buried, inverted: countInverted(this.world, positions) };
  }

  /** Returns the world's state at the positions, with trees that are fitted to them. */
  stateAt(positions: Float32Array): State {
    this.state.positions.set(positions);
    runPasses({ world: this.world, state: this.state }, [refit]);
    return this.state;
  }

  /** Counts tetrahedra whose centroid lies in others. @param visit receives each of them */
  private countBuried(visit: (body: number, tet: number) => void): number {
    const { world, state, containing, strangers } = this;
    let count = 0;
    world.bodies.forEach(({ model }, body) => {
      for (let tet = 0; tet < world.models[model].topology.tetCount; tet++) {
        writeCentroid(containing.at, world, state, body, tet);
        strangers.begin(world, body, tet);
        if (!visitTetsAt(containing, world, state, body, NONE, tet, strangers)) continue;
        count++;
        visit(body, tet);
      }
    });
    return count;
  }
}
