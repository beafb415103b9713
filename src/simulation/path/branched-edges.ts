import { addBall, type BranchedEdges, BLOCK, boxBalls, squaredDistanceToBlock } from './balls.ts';
import type { PathBody } from './path-body.ts';
import { wheelsOf } from './wheels.ts';

/** Positive elements cross a plane through their edge twice a turn. */
const CROSSINGS = 2;

/** Distances are taken to be as much smaller, as a share, against rounding. */
const ROUNDING = 1e-9;

/**
 * Squared distance [m^2] from a point to the nearest branched edge; Infinity where none is nearer than a radius [m]. Around such an edge the map isn't
 * locally injective, though every element may be positive, and culling isn't proved for paths that reach it (docs/method.md).
 * Looks for them once a pass, when somebody asks.
 */
export function squaredDistanceToBranched(body: PathBody, px: number, py: number, pz: number, radius: number): number {
  const { branched, passes, positions, vertexBase } = body;
  if (branched.pass !== passes[0]) findBranched(body);
  const { count, edges, blocks } = branched;
  let nearest = radius * radius;
  for (let begin = 0; begin < count; begin += BLOCK) {
    if (squaredDistanceToBlock(blocks, begin / BLOCK, px, py, pz) >= nearest) continue;
    const end = 2 * Math.min(count, begin + BLOCK);
    for (let i = 2 * begin; i < end; i += 2) {
      const a = 3 * (vertexBase + edges[i]);
      const b = 3 * (vertexBase + edges[i + 1]);
      const ax = positions[a],
        ay = positions[a + 1],
        az = positions[a + 2];
      const ex = positions[b] - ax,
        ey = positions[b + 1] - ay,
        ez = positions[b + 2] - az;
      const along = ((px - ax) * ex + (py - ay) * ey + (pz - az) * ez) / (ex * ex + ey * ey + ez * ez);
      const t = along >= 0 ? Math.min(1, along) : 0;
      const x = ax + t * ex - px,
        y = ay + t * ey - py,
        z = az + t * ez - pz;
      nearest = Math.min(nearest, x * x + y * y + z * z);
    }
  }
  return nearest < radius * radius ? nearest * (1 - ROUNDING) : Infinity;
}

/** Lists the branched edges, once a pass. */
export function findBranched({ branched, passes, topology, positions, vertexBase }: PathBody): void {
  branched.pass = passes[0];
  branched.count = 0;
  const { offsets, vertices } = wheelsOf(topology);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const begin = offsets[i];
    if (isBranched(vertices, begin, offsets[i + 1], positions, vertexBase))
      addEdge(branched, vertices[begin], vertices[begin + 1], positions, vertexBase);
  }
  boxBalls(branched);
}

function addEdge(branched: BranchedEdges, a: number, b: number, positions: Float32Array, vertexBase: number): void {
  const e = 2 * branched.count;
  if (e === branched.edges.length) {
    const { edges } = branched;
    branched.edges = new Uint32Array(2 * edges.length);
    branched.edges.set(edges);
  }
  branched.edges[e] = a;
  branched.edges[e + 1] = b;
  const at = addBall(branched);
  const { balls } = branched;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const start = positions[3 * (vertexBase + a) + k];
    const half = 0.5 * (positions[3 * (vertexBase + b) + k] - start);
    balls[at + k] = start + half;
    squared += half * half;
  }
  balls[at + 3] = Math.sqrt(squared) * (1 + ROUNDING);
}

/**
 * Whether the elements of a wheel go around its edge more than once. Inverted ones may make it seem so, or hide it; culling steps
 * aside near those anyway. So does rounding only where an element is as good as flat, which counts as inverted.
 */
function isBranched(
  vertices: Uint32Array,
  begin: number,
  end: number,
  positions: Float32Array,
  vertexBase: number,
): boolean {
  const a = 3 * (vertexBase + vertices[begin]);
  const b = 3 * (vertexBase + vertices[begin + 1]);
  const ex = Math.abs(positions[b] - positions[a]),
    ey = Math.abs(positions[b + 1] - positions[a + 1]),
    ez = Math.abs(positions[b + 2] - positions[a + 2]);
  // The plane holds the edge and the axis that it is farthest from, so the other two axes tell on which side a vertex is.
  const q = ex <= ey && ex <= ez ? 1 : ey <= ez ? 2 : 0;
  const r = q === 2 ? 0 : q + 1;
  const aq = positions[a + q],
    ar = positions[a + r];
  const eq = positions[b + q] - aq,
    er = positions[b + r] - ar;
  const last = 3 * (vertexBase + vertices[end - 1]);
  let wasAbove = Number(eq * (positions[last + r] - ar) >= er * (positions[last + q] - aq));
  let crossings = 0;
  for (let k = begin + 2; k < end; k++) {
    const v = 3 * (vertexBase + vertices[k]);
    const above = Number(eq * (positions[v + r] - ar) >= er * (positions[v + q] - aq));
    crossings += above ^ wasAbove;
    wasAbove = above;
  }
  return crossings > CROSSINGS;
}
