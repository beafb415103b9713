import { FOLD_MARGIN } from './limits.ts';
import { TET_FACES } from '../../mesh/tet-mesh.ts';
import { BOUNDARY, cornerOf, fourthOf, hasVolume, type Topology } from '../../mesh/topology.ts';
import type { Context, Stage } from '../stage.ts';
import type { PathBody } from './path-body.ts';
import type { FoldScratch } from './scratch.ts';

/**
 * Marks folds on the boundary, at which infeasible-region culling is not proved and would discard right answers (errata):
 * - edges whose interior dihedral angle exceeds 2 pi
 * - surface vertices whose solid angle exceeds 4 pi, whose faces may cross one another (isSurfaceSimple), or that touch a folded edge
 * There a map can fail to be locally injective even if every element is positive. Inverted elements around an edge or a vertex
 * mark it as well.
 *
 * Angles are summed as products of complex numbers, so that no arc cosine is needed. Each factor turns by an angle in (0, pi); the
 * product has passed a whole turn when it comes from the lower half plane into the upper.
 * Phase 0: edges, phase 1: vertices.
 */
export const folds: Stage = {
  phases: () => 2,
  count: ({ world }, phase) => (phase === 0 ? world.edgeCount : world.surfaceVertexCount),
  run(context, begin, end, phase) {
    const { fold } = context.scratch.path;
    if (phase === 0) markEdges(fold, context, begin, end);
    else markVertices(fold, context, begin, end);
  },
};

function markEdges(fold: FoldScratch, { world, state }: Context, begin: number, end: number): void {
  let b = 0;
  for (let e = begin; e < end; e++) {
    while (b + 1 < world.bodies.length && world.bodies[b + 1].edgeBase <= e) b++;
    const body = world.bodies[b];
    const { topology } = world.models[body.model];
    state.foldedEdges[e] =
      hasVolume(topology) && isFoldedEdge(fold, topology, state.positions, body.vertexBase, e - body.edgeBase) ? 1 : 0;
  }
}

function markVertices(fold: FoldScratch, { world, state }: Context, begin: number, end: number): void {
  for (let s = begin; s < end; s++) {
    const body = world.bodies[world.surfaceBodies[s]];
    const { topology } = world.models[body.model];
    const local = s - body.surfaceBase;
    const folded =
      hasVolume(topology) &&
      (touchesFoldedEdge(topology, state.foldedEdges, body.edgeBase, local) ||
        isFoldedVertex(fold, topology, state.positions, body.vertexBase, local));
    state.foldedVertices[s] = folded ? 1 : 0;
  }
}

/** Sets the sum of angles to 0. */
function beginTurning(fold: FoldScratch): void {
  fold.re = 1;
  fold.im = 0;
  fold.turns = 0;
  fold.backward = false;
}

/** Adds the angle of x + iy to the sum; it lies in (0, pi) for a positive element. */
function turn(fold: FoldScratch, x: number, y: number): void {
  if (!(y > 0)) {
    fold.backward = true;
    return;
  }
  const upper = fold.im > 0 || (fold.im === 0 && fold.re > 0);
  const scale = 1 / Math.max(Math.abs(x), Math.abs(y));
  const nextRe = (fold.re * x - fold.im * y) * scale;
  fold.im = (fold.re * y + fold.im * x) * scale;
  fold.re = nextRe;
  if (!upper && (fold.im > 0 || (fold.im === 0 && fold.re > 0))) fold.turns++;
  // Factors have a maximum norm of 1; rescale the product to the same, so that it neither overflows nor vanishes.
  const length = Math.max(Math.abs(fold.re), Math.abs(fold.im));
  fold.re /= length;
  fold.im /= length;
}

/** Whether the sum of angles has passed a whole turn, or almost has, or an element was not positive. */
const hasFolded = (fold: FoldScratch): boolean =>
  fold.backward || fold.turns > 0 || (fold.im < 0 && fold.re > 0 && -fold.im < FOLD_MARGIN * fold.re);

/** Whether a boundary edge is a fold: sums the dihedral angles of the fan of elements around it, from one of its faces to the other. */
export function isFoldedEdge(
  fold: FoldScratch,
  topology: Topology,
  positions: Float32Array,
  vertexBase: number,
  edge: number,
): boolean {
  const { tets, neighbours, edges, edgeFaces, faces, faceTets } = topology;
  const a = edges[2 * edge];
  const b = edges[2 * edge + 1];
  const face = edgeFaces[2 * edge];
  let tet = faceTets[face];
  let from = thirdOf(faces, 3 * face, a, b);
  beginTurning(fold);
  for (;;) {
    const to = fourthOf(tets, 4 * tet, a, b, from);
    turnDihedral(
      fold,
      positions,
      3 * (vertexBase + a),
      3 * (vertexBase + b),
      3 * (vertexBase + from),
      3 * (vertexBase + to),
    );
    const beyond = neighbours[4 * tet + cornerOf(tets, 4 * tet, from)];
    if (beyond & BOUNDARY) return hasFolded(fold);
    tet = beyond;
    from = to;
  }
}

/**
 * Adds the dihedral angle at edge (i, j) from vertex k to vertex l. It is positive clockwise as seen from j towards i, since the fan
 * starts at the face in which the edge runs from i to j.
 */
function turnDihedral(fold: FoldScratch, positions: Float32Array, i: number, j: number, k: number, l: number): void {
  const ax = positions[i],
    ay = positions[i + 1],
    az = positions[i + 2];
  const ex = positions[j] - ax,
    ey = positions[j + 1] - ay,
    ez = positions[j + 2] - az;
  const ux = positions[k] - ax,
    uy = positions[k + 1] - ay,
    uz = positions[k + 2] - az;
  const vx = positions[l] - ax,
    vy = positions[l + 1] - ay,
    vz = positions[l + 2] - az;
  const ee = ex * ex + ey * ey + ez * ez;
  const cosine = (ux * vx + uy * vy + uz * vz) * ee - (ux * ex + uy * ey + uz * ez) * (vx * ex + vy * ey + vz * ez);
  const volume = (uy * vz - uz * vy) * ex + (uz * vx - ux * vz) * ey + (ux * vy - uy * vx) * ez;
  turn(fold, cosine, -volume * Math.sqrt(ee));
}

/** Whether a surface vertex is a fold; computed once per pass, on demand. @param local the vertex's index among the surface vertices */
export function isFolded(
  fold: FoldScratch,
  { topology, positions, vertexBase, folds, passes }: PathBody,
  local: number,
): boolean {
  if (folds[local] >>> 1 !== passes[0]) {
    const folded =
      isAtFoldedEdge(fold, topology, positions, vertexBase, local) ||
      isFoldedVertex(fold, topology, positions, vertexBase, local);
    folds[local] = 2 * passes[0] + (folded ? 1 : 0);
  }
  return (folds[local] & 1) === 1;
}

/** Whether one of the edges around a surface vertex is a fold, computed from positions. */
function isAtFoldedEdge(
  fold: FoldScratch,
  topology: Topology,
  positions: Float32Array,
  vertexBase: number,
  local: number,
): boolean {
  const { faces, faceEdges, vertexFaces, vertexFaceOffsets, surfaceVertices } = topology;
  const v = surfaceVertices[local];
  for (let i = vertexFaceOffsets[local]; i < vertexFaceOffsets[local + 1]; i++) {
    const f = 3 * vertexFaces[i];
    // Each face contributes the edge that leaves v; the edge that arrives at v leaves it in the next face.
    const corner = faces[f] === v ? 0 : faces[f + 1] === v ? 1 : 2;
    if (isFoldedEdge(fold, topology, positions, vertexBase, faceEdges[f + corner])) return true;
  }
  return false;
}

/** Whether one of the edges around a surface vertex is marked in `foldedEdges`. */
function touchesFoldedEdge(topology: Topology, foldedEdges: Uint32Array, edgeBase: number, local: number): boolean {
  const { faces, faceEdges, vertexFaces, vertexFaceOffsets, surfaceVertices } = topology;
  const v = surfaceVertices[local];
  for (let i = vertexFaceOffsets[local]; i < vertexFaceOffsets[local + 1]; i++) {
    const f = 3 * vertexFaces[i];
    // Each face contributes the edge that leaves v; the edge that arrives at v leaves it in the next face.
    const corner = faces[f] === v ? 0 : faces[f + 1] === v ? 1 : 2;
    if (foldedEdges[edgeBase + faceEdges[f + corner]]) return true;
  }
  return false;
}

/**
 * Whether a surface vertex is a fold: sums half the solid angles of the elements around it, then tests its faces with isSurfaceSimple.
 * Source: Van Oosterom and Strackee 1983.
 */
export function isFoldedVertex(
  fold: FoldScratch,
  topology: Topology,
  positions: Float32Array,
  vertexBase: number,
  local: number,
): boolean {
  const { tets, vertexTets, vertexTetOffsets, surfaceVertices } = topology;
  const v = surfaceVertices[local];
  beginTurning(fold);
  for (let i = vertexTetOffsets[local]; i < vertexTetOffsets[local + 1]; i++) {
    const t = 4 * vertexTets[i];
    const corner = cornerOf(tets, t, v);
    turnSolidAngle(
      fold,
      positions,
      3 * vertexBase,
      v,
      tets[t + AROUND[3 * corner]],
      tets[t + AROUND[3 * corner + 1]],
      tets[t + AROUND[3 * corner + 2]],
    );
  }
  return hasFolded(fold) || !isSurfaceSimple(fold, topology, positions, vertexBase, local);
}

/** The three other corners for each corner of a tetrahedron, ordered so that their determinant as seen from it is positive. */
const AROUND = Uint8Array.from(TET_FACES.flat());

/** Adds half the solid angle at vertex v of the element (v, i, j, k). */
function turnSolidAngle(
  fold: FoldScratch,
  positions: Float32Array,
  base: number,
  v: number,
  i: number,
  j: number,
  k: number,
): void {
  const x = positions[base + 3 * v],
    y = positions[base + 3 * v + 1],
    z = positions[base + 3 * v + 2];
  const ax = positions[base + 3 * i] - x,
    ay = positions[base + 3 * i + 1] - y,
    az = positions[base + 3 * i + 2] - z;
  const bx = positions[base + 3 * j] - x,
    by = positions[base + 3 * j + 1] - y,
    bz = positions[base + 3 * j + 2] - z;
  const cx = positions[base + 3 * k] - x,
    cy = positions[base + 3 * k + 1] - y,
    cz = positions[base + 3 * k + 2] - z;
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  turn(fold, a * b * c + ab * c + bc * a + ca * b, volume);
}

function thirdOf(faces: Uint32Array, f: number, a: number, b: number): number {
  for (let i = f; i < f + 2; i++) if (faces[i] !== a && faces[i] !== b) return faces[i];
  return faces[f + 2];
}

/** Smallest cosine between a face's normal and its vertex's common normal at which it counts as forward; far above float32 rounding. */
const FACING = 1e-3;

/**
 * Whether the faces around a surface vertex, projected along their common normal, go around it exactly once, each of them forward.
 * Then they don't cross one another, and if the solid angle is below 4 pi, the elements around the vertex cover no direction twice.
 *
 * A solid angle below 4 pi alone is not enough. Counterexample: more than half a sphere, plus a strip of it that runs around the back
 * and returns over the half sphere. The strip's edges would cull the vertex for points in the half sphere, whose answer it is.
 * @param local the vertex's index among the surface vertices
 */
function isSurfaceSimple(
  fold: FoldScratch,
  topology: Topology,
  positions: Float32Array,
  vertexBase: number,
  local: number,
): boolean {
  const { normal, span } = fold;
  const { vertexFaces, vertexFaceOffsets, surfaceVertices } = topology;
  const v = surfaceVertices[local];
  const begin = vertexFaceOffsets[local];
  const end = vertexFaceOffsets[local + 1];
  normal.fill(0);
  for (let i = begin; i < end; i++) {
    spanFace(fold, topology, positions, vertexBase, vertexFaces[i], v);
    for (let axis = 0; axis < 3; axis++) normal[axis] += span[6 + axis];
  }
  const nx = normal[0],
    ny = normal[1],
    nz = normal[2];
  const facing = FACING * Math.sqrt(nx * nx + ny * ny + nz * nz);
  // w is perpendicular to the normal. Each turn around the normal passes once from behind w's plane to before it.
  let wx = 0,
    wy = 0,
    wz = 0;
  let turns = 0;
  for (let i = begin; i < end; i++) {
    spanFace(fold, topology, positions, vertexBase, vertexFaces[i], v);
    const cx = span[6],
      cy = span[7],
      cz = span[8];
    if (!(cx * nx + cy * ny + cz * nz > facing * Math.sqrt(cx * cx + cy * cy + cz * cz))) return false;
    if (i === begin) {
      wx = ny * span[2] - nz * span[1];
      wy = nz * span[0] - nx * span[2];
      wz = nx * span[1] - ny * span[0];
    }
    const from = wx * span[0] + wy * span[1] + wz * span[2];
    const to = wx * span[3] + wy * span[4] + wz * span[5];
    if (from < 0 && to >= 0) turns++;
  }
  return turns === 1;
}

/** Writes the two sides of a face that start at one of its vertices, and their cross product, to `fold.span`. */
function spanFace(
  fold: FoldScratch,
  { faces }: Topology,
  positions: Float32Array,
  vertexBase: number,
  face: number,
  vertex: number,
): void {
  const { span } = fold;
  const corner = faces[3 * face] === vertex ? 0 : faces[3 * face + 1] === vertex ? 1 : 2;
  const o = 3 * (vertexBase + vertex);
  const i = 3 * (vertexBase + faces[3 * face + ((corner + 1) % 3)]);
  const j = 3 * (vertexBase + faces[3 * face + ((corner + 2) % 3)]);
  for (let axis = 0; axis < 3; axis++) {
    span[axis] = positions[i + axis] - positions[o + axis];
    span[3 + axis] = positions[j + axis] - positions[o + axis];
  }
  span[6] = span[1] * span[5] - span[2] * span[4];
  span[7] = span[2] * span[3] - span[0] * span[5];
  span[8] = span[0] * span[4] - span[1] * span[3];
}
