/**
 * Stage that answers shortest-path queries on the CPU.
 *
 * A query is a penetrating point p with an element that contains it. The answer is the shortest segment from p to the body's boundary
 * that stays inside the body from element to neighbouring element. Because it follows the mesh and not only the positions, the answer
 * is right for bodies that intersect themselves too. The folder's files:
 * - search.ts: searches that find candidates with a BVH over boundary faces
 * - paper: the tests of the paper's search as published
 * - flood/flood.ts: the default method, which finds candidates in groups of elements ("cells") around p
 * - candidate.ts: tests a candidate with mayEnd and cull (culling.ts) and then with the traversal (traversal.ts), which costs most
 * - skin.ts: points on the surface of their element up to rounding, and points outside of it
 * - clearance.ts, folds.ts: inverted elements, branched edges and folds, where the proof of culling does not hold
 * - rest-shape.ts, distance-field: inexact methods for comparison; tables.ts: the methods, parameters and counters; passes.ts: GPU and CPU passes
 * Terms:
 * - p: the query point; s: a candidate, the point of a boundary face that is closest to p; path: the segment from p to s
 * - traversal, walk: following the segment from p to s from element to element
 * - lifted line: the line through p and s, followed from element to element; it runs backward through inverted elements
 * - skin: the surface of p's element; home: the face, edge or vertex of the element on which p lies, if any
 * - fold: a boundary edge or vertex around which the elements overlap; branched edge: an inner edge of which this is true
 * - undecided: a candidate about which culling proves nothing
 * - pass (PathBody.passes): the time between two changes of the positions; caches are valid for one pass
 * Source: Chen et al. 2023, sections 3.3 to 3.6, and supplement, Algorithms 1 to 4. Proofs: docs/method.md.
 */
import { findInField } from './distance-field/find.ts';
import type { FindPath } from './path-query.ts';
import { findAsPublished, findEuclideanPath, findShortestPath } from './search.ts';
import { flood } from './flood/flood.ts';
import type { PathMethod } from './tables.ts';
import { findRestShapePath } from './rest-shape.ts';
import { NONE } from '../../mesh/topology.ts';
import type { Context, Stage } from '../program/stage.ts';
import { COUNTERS, PATH, PATH_OVERFLOW, PATHS, QUERY, type State } from '../state.ts';
import { isWatched } from '../detect/watch.ts';
import { clearPathWork, pathBodies, type PathWork } from './path-body.ts';
import { UNLIMITED } from './limits.ts';
import type { Path } from './scratch.ts';

/** Search function of each method for points that belong to the searched body, and for points whose body is unknown. */
const SAME_BODY: Readonly<Record<PathMethod, FindPath>> = {
  flood,
  tree: findShortestPath,
  paper: findAsPublished,
  euclidean: findEuclideanPath,
  'euclidean-between': flood,
  'rest-shape': findRestShapePath,
  'distance-field': findInField,
};

/** Returns the search function of a method. @param between whether the point belongs to another body than the searched one */
export const findPath = (method: PathMethod, between = false): FindPath =>
  between && method === 'euclidean-between' ? findEuclideanPath : SAME_BODY[method];

/**
 * Answers all queries; with the argument PATHS.overflowed, only those that the GPU marked PATH_OVERFLOW.
 * Queries are independent of one another. Points of other bodies (Chen et al. 2023, section 3.4) are answered like points of the
 * same body, unless the method treats them differently.
 */
export const shortestPath: Stage = {
  chunk: 32,
  phases: () => 2,
  count: ({ state }, phase) => (phase === 0 ? 1 : state.counters[COUNTERS.queries]),
  run(context, begin, end, phase) {
    const { world, state } = context;
    if (phase === 0) {
      // A new pass: data that bodies (PathBody) cached from earlier positions is out of date.
      state.pathPasses[0]++;
      return;
    }
    const scratch = context.scratch.path;
    const { path, work } = scratch;
    const bodies = pathBodies(scratch.bodies, world, state);
    const { f32, u32 } = state.queries;
    // On the CPU, marking visited elements is faster than the ring of recently visited ones that the GPU has.
    const options = { limits: UNLIMITED, culling: context.parameters.culling };
    const { pathMethod } = context.parameters;
    const within = findPath(pathMethod);
    const between = findPath(pathMethod, true);
    const onlyOverflowed = context.argument === PATHS.overflowed;
    let missing = 0;
    clearPathWork(work);
    for (let i = begin; i < end; i++) {
      if (onlyOverflowed && state.paths.u32[PATH.stride * i + PATH.face] !== PATH_OVERFLOW) continue;
      const q = QUERY.stride * i;
      // Watched points only tell that parts are deep in one another; they need a path of their own only where a region asks for it.
      if (!onlyOverflowed && isWatched(world, u32[q + QUERY.source])) {
        state.paths.u32[PATH.stride * i + PATH.face] = NONE;
        continue;
      }
      const bodyId = u32[q + QUERY.body];
      const vertex = ownVertex(context, u32[q + QUERY.vertex], bodyId);
      const x = f32[q + QUERY.point],
        y = f32[q + QUERY.point + 1],
        z = f32[q + QUERY.point + 2];
      const find = world.points.bodies[u32[q + QUERY.source]] === bodyId ? within : between;
      find(scratch, bodies[bodyId], x, y, z, u32[q + QUERY.tet], vertex, options);
      writePath(path, state, i, x, y, z);
      if (path.face === NONE) missing++;
    }
    addCounters(work, state, missing, onlyOverflowed);
  },
};

/** Converts the query's vertex to the body's own numbering; NONE if the query has no vertex, or one of another body. */
function ownVertex({ world }: Context, vertex: number, bodyId: number): number {
  const body = world.bodies[bodyId];
  const local = vertex - body.vertexBase;
  return local >= 0 && local < world.models[body.model].topology.vertexCount ? local : NONE;
}

function writePath(path: Path, state: State, query: number, x: number, y: number, z: number): void {
  const { f32, u32 } = state.paths;
  const o = PATH.stride * query;
  u32[o + PATH.face] = path.face;
  u32[o + PATH.feature] = path.feature;
  const found = path.face !== NONE;
  f32[o + PATH.point] = found ? x + path.x : x;
  f32[o + PATH.point + 1] = found ? y + path.y : y;
  f32[o + PATH.point + 2] = found ? z + path.z : z;
  f32[o + PATH.depth] = found ? Math.sqrt(path.depthSquared) : 0;
  f32[o + PATH.b0] = found ? path.b0 : 0;
  f32[o + PATH.b1] = found ? path.b1 : 0;
}

function addCounters(work: PathWork, { counters }: State, missing: number, onlyOverflowed: boolean): void {
  add(counters, COUNTERS.candidates, work.candidates);
  add(counters, COUNTERS.traversals, work.traversals);
  add(counters, COUNTERS.tetsVisited, work.tetsVisited);
  add(counters, COUNTERS.pathsMissing, missing);
  add(counters, COUNTERS.undecidedByCulling, work.undecidedByCulling);
  // Traversals of the queries that the GPU left over were already counted there.
  if (!onlyOverflowed) add(counters, COUNTERS.pathOverflows, work.overflows);
}

/** Adds to a shared counter. Zero is not added: the atomic operation would make workers wait for one another's cache line. */
function add(counters: Uint32Array, counter: number, count: number): void {
  if (count > 0) Atomics.add(counters, counter, count);
}
