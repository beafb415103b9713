import type { FindPath } from './path-query.ts';
import { findEuclideanPath, findShortestPath } from './search.ts';
import { flood } from './flood/flood.ts';
import type { PathMethod } from './tables.ts';
import { findRestShapePath } from './rest-shape.ts';
import { NONE } from '../../mesh/topology.ts';
import type { Context, Stage } from '../stage.ts';
import { COUNTERS, PATH, PATH_OVERFLOW, PATHS, QUERY, type State } from '../state.ts';
import { clearPathWork, pathBodies, type PathWork } from './path-body.ts';
import { UNLIMITED } from './limits.ts';
import type { Path } from './scratch.ts';

/** For a point of the body itself, or one that nobody knows. */
const WITHIN: Readonly<Record<PathMethod, FindPath>> = {
  flood,
  tree: findShortestPath,
  euclidean: findEuclideanPath,
  'euclidean-between': flood,
  'rest-shape': findRestShapePath,
};

/** @param between whether the point belongs to another body */
export const findPath = (method: PathMethod, between = false): FindPath =>
  between && method === 'euclidean-between' ? findEuclideanPath : WITHIN[method];

/**
 * Shortest paths of all queries, or, asked for PATHS.overflowed, of those that the GPU left marked PATH_OVERFLOW.
 * Each query is answered by itself, between bodies (Chen et al. 2023, section 3.4) as within one, unless the method tells them
 * apart.
 */
export const shortestPath: Stage = {
  chunk: 32,
  phases: () => 2,
  count: ({ state }, phase) => (phase === 0 ? 1 : state.counters[COUNTERS.queries]),
  run(context, begin, end, phase) {
    const { world, state } = context;
    if (phase === 0) {
      // What bodies know of their positions is out of date from here on.
      state.pathPasses[0]++;
      return;
    }
    const scratch = context.scratch.path;
    const { path, work } = scratch;
    const bodies = pathBodies(scratch.bodies, world, state);
    const { f32, u32 } = state.queries;
    // Marks are quicker here than the GPU's ring.
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

/** The body's own id of the query's vertex; NONE for a vertex of another body, or none. */
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
  add(counters, COUNTERS.cullingAside, work.cullingAside);
  // What the GPU left over was counted there.
  if (!onlyOverflowed) add(counters, COUNTERS.pathOverflows, work.overflows);
}

/** Nothing isn't added: workers would wait for one another's cache line. */
function add(counters: Uint32Array, counter: number, count: number): void {
  if (count > 0) Atomics.add(counters, counter, count);
}
