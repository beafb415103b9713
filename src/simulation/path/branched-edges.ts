import { addBall, type Balls, distanceToBalls } from './balls.ts';
import type { PathBody } from './path-body.ts';
import { wheelsOf } from './wheels.ts';

/** The inner edges that a body's elements go around more than once: a ball around each. */
export interface BranchedEdges extends Balls {
  /** PathBody.passes when they were looked for. */
  pass: number;
}

export const createBranched = (): BranchedEdges => ({ pass: -1, count: 0, balls: new Float64Array(16) });

/** Positive elements cross a plane through their edge twice a turn. */
const CROSSINGS = 2;

/**
 * Distance [m] from a point to the nearest branched edge; Infinity where there is none. Around such an edge the map isn't
 * locally injective, though every element may be positive, and culling isn't proved for paths that reach it (docs/method.md).
 * Looks for them once a pass, when somebody asks.
 */
export function distanceToBranched(body: PathBody, px: number, py: number, pz: number): number {
  const { branched, passes } = body;
  if (branched.pass !== passes[0]) findBranched(body);
  branched.pass = passes[0];
  return distanceToBalls(branched, px, py, pz);
}

function findBranched({ branched, topology, positions, vertexBase }: PathBody): void {
  branched.count = 0;
  const { offsets, vertices } = wheelsOf(topology);
  for (let i = 0; i + 1 < offsets.length; i++) {
    if (!isBranched(vertices, offsets[i], offsets[i + 1], positions, vertexBase)) continue;
    const at = addBall(branched);
    putBall(branched.balls, at, positions, vertexBase + vertices[offsets[i]], vertexBase + vertices[offsets[i] + 1]);
  }
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

/** Around the middle of an edge. */
function putBall(balls: Float64Array, at: number, positions: Float32Array, a: number, b: number): void {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const half = 0.5 * (positions[3 * b + k] - positions[3 * a + k]);
    balls[at + k] = positions[3 * a + k] + half;
    squared += half * half;
  }
  balls[at + 3] = Math.sqrt(squared) * (1 + 1e-9); // past rounding
}
