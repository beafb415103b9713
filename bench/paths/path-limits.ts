import { FACE, FIRST_CORNER } from '../../src/geometry/closest-point.ts';
import { BOUNDARY, NONE } from '../../src/mesh/topology.ts';
import { closestOnFace } from '../../src/simulation/path/near-face.ts';
import { aimRay, createRay, exitFaces, limitRay } from '../../src/simulation/path/exit-faces.ts';
import { flood } from '../../src/simulation/path/flood/flood.ts';
import { type PathBody, pathBodies } from '../../src/simulation/path/path-body.ts';
import { PATH, QUERY } from '../../src/simulation/state.ts';
import { Histogram } from '../report/statistics.ts';
import type { OneThread } from '../measure/threads.ts';
import { PATH_OPTIONS } from '../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../src/simulation/path/scratch.ts';

/**
 * Statistics from which the limits of the GPU's traversal (simulation/path/traversal.ts) and of its flood are chosen. A traversal follows
 * a ray from element to element. A flood spreads from cell to cell, a cell being a group of neighbouring elements. The traversals here have
 * no limits, and exact marks of visited elements instead of the ring buffer. They go to every boundary face nearer than the answer,
 * without culling. No method needs more traversals than these, in any order.
 */
export class PathLimits {
  /** Elements visited per traversal. */
  readonly steps = new Histogram();
  /** Maximum number of branches of a traversal that wait at the same time. */
  readonly branches = new Histogram();
  /**
   * Distance between two visits of an element, in visited elements. The ring buffer must be at least this long, or the element is
   * visited twice.
   */
  readonly loops = new Histogram();
  /**
   * Cells that a flood reaches, counted for the CPU's flood. The CPU's flood continues with the cell reached last, the kernel with the cell
   * reached first.
   */
  readonly cells = new Histogram();
  /** Levels of the trees over boundary faces, which bound the number of nodes on the stack of a tree search. */
  readonly treeLevels = new Histogram();
  readonly #scratch = createPathScratch();

  /** @param thread a case whose queries have been answered */
  add({ context: { world, state }, pathCase }: OneThread): void {
    for (const { levels } of world.faceTrees) this.treeLevels.add(levels);
    const scratch = this.#scratch;
    const bodies = pathBodies(scratch.bodies, world, state);
    for (let q = 0; q < pathCase.queries.count; q++) {
      const { f32, u32 } = state.queries;
      const at = QUERY.stride * q;
      const depth = state.paths.f32[PATH.stride * q + PATH.depth];
      const body = bodies[u32[at + QUERY.body]];
      this.addQuery(body, f32.subarray(at, at + 3), u32[at + QUERY.tet], depth);
      const before = scratch.work.cellsVisited;
      const { vertexCount } = body.topology;
      const own = u32[at + QUERY.vertex] - body.vertexBase;
      const vertex = own >= 0 && own < vertexCount ? own : NONE;
      flood(scratch, body, f32[at], f32[at + 1], f32[at + 2], u32[at + QUERY.tet], vertex, PATH_OPTIONS);
      this.cells.add(scratch.work.cellsVisited - before);
    }
  }

  private addQuery(body: PathBody, [px, py, pz]: Float32Array, tet: number, depth: number): void {
    const { faceCount, faceTets } = body.topology;
    for (let face = 0; face < faceCount; face++) {
      if (!isNear(body, face, px, py, pz, depth)) continue;
      closestOnFace(this.#scratch, body, face, px, py, pz);
      const { x, y, z, distanceSquared, feature } = this.#scratch.closest;
      if (distanceSquared === 0 || distanceSquared > depth * depth) continue;
      aimRay(ray, px, py, pz, x, y, z, Math.sqrt(distanceSquared));
      limitRay(ray, false, body.inverted.count > 0);
      this.walk(body, tet, faceTets[face], targetVertices(body, face, feature));
    }
  }

  private walk(body: PathBody, start: number, end: number, vertices: readonly number[]): void {
    const { neighbours, tets } = body.topology;
    const arrived = (tet: number): boolean =>
      vertices.length === 0 ? tet === end : vertices.every((v) => tets.subarray(4 * tet, 4 * tet + 4).includes(v));
    const visited = new Map([[start, 0]]);
    const waiting = [start];
    let deepest = 0;
    let steps = 0;
    for (let tet = waiting.pop(); tet !== undefined; tet = waiting.pop()) {
      if (steps > 0 && visited.has(tet)) continue;
      visited.set(tet, steps++);
      if (arrived(tet)) break;
      const exits = exitFaces(body, ray, tet);
      for (let i = 0; i < 4; i++) {
        const next = neighbours[4 * tet + i];
        if (!(exits & (1 << i)) || next & BOUNDARY) continue;
        const before = visited.get(next);
        if (before === undefined) waiting.push(next);
        else this.loops.add(steps - before);
      }
      deepest = Math.max(deepest, waiting.length);
    }
    this.steps.add(steps);
    this.branches.add(deepest);
  }
}

const ray = createRay();

/** Whether a face may be as near as the answer. A test of the face's first corner and size rejects most faces. */
function isNear(body: PathBody, face: number, px: number, py: number, pz: number, depth: number): boolean {
  const { positions, vertexBase, topology } = body;
  const [a, b, c] = [0, 1, 2].map((k) => 3 * (vertexBase + topology.faces[3 * face + k]));
  const away = Math.hypot(positions[a] - px, positions[a + 1] - py, positions[a + 2] - pz);
  const edge = (i: number) =>
    Math.hypot(positions[a] - positions[i], positions[a + 1] - positions[i + 1], positions[a + 2] - positions[i + 2]);
  return away <= depth + Math.max(edge(b), edge(c));
}

/** Returns the vertices that the last element of a traversal must have; none if the target lies inside a face. */
function targetVertices({ topology: { faces } }: PathBody, face: number, feature: number): readonly number[] {
  if (feature === FACE) return [];
  if (feature >= FIRST_CORNER) return [faces[3 * face + feature - FIRST_CORNER]];
  return [faces[3 * face + feature - 1], faces[3 * face + (feature % 3)]];
}
