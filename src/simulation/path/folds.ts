import { FOLD_MARGIN } from './limits.ts';
import { TET_FACES } from '../../mesh/tet-mesh.ts';
import { BOUNDARY, cornerOf, fourthOf, hasVolume, type Topology } from '../../mesh/topology.ts';
import type { Context, Stage } from '../program/stage.ts';
import type { PathBody } from './path-body.ts';
import type { FoldScratch } from './scratch.ts';

/**
 * Marks the folds of the boundary. At a fold, infeasible-region culling is not proved, and would discard right answers (errata). Folds are:
 * - edges whose interior dihedral angle exceeds 2 pi
 * - surface vertices whose solid angle exceeds 4 pi, whose faces may cross one another (isSurfaceSimple), or that touch a folded edge
 * - edges and vertices at which an element is inverted
 * At the first two kinds the elements overlap one another although each of them may be positive.
 *
 * Angles are summed as the product of complex numbers, so that no arc cosine is needed. Each factor has an angle between 0 and pi. If a
 * factor takes the product from the lower half plane to the upper one, the sum has passed a multiple of 2 pi.
 * Phase 0 marks edges, phase 1 vertices. Only tests run this stage, as the CPU version of the kernels foldedEdges and foldedVertices.
 * Searches on the CPU test edges and vertices on demand (isFoldedEdge, isFolded).
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

/** Sets the sum of angles in `fold` to 0. */
function beginTurning(fold: FoldScratch): void {
  fold.re = 1;
  fold.im = 0;
  fold.turns = 0;
  fold.backward = false;
}

/** Adds the angle of the complex number x + iy to the sum. For a positive element this angle is between 0 and pi. */
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
  // The factor was scaled to a maximum norm of 1. Scaling the product likewise keeps it from overflowing or vanishing.
  const length = Math.max(Math.abs(fold.re), Math.abs(fold.im));
  fold.re /= length;
  fold.im /= length;
}

/** Tests whether the sum of angles exceeds 2 pi or falls short of it by less than FOLD_MARGIN, or an element was inverted or flat. */
const hasFolded = (fold: FoldScratch): boolean =>
  fold.backward || fold.turns > 0 || (fold.im < 0 && fold.re > 0 && -fold.im < FOLD_MARGIN * fold.re);

/**
 * Tests whether a boundary edge is a fold. Sums the dihedral angles of the elements around the edge, from one of its boundary faces to the
 * other.
 */
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
 * Adds the dihedral angle at edge (i, j) from vertex k to vertex l. The angle is positive if it turns clockwise as seen from j towards i,
 * because the first element is the one behind the face whose corners go from i to j.
 * @param i, j, k, l offsets of the vertices in `positions`
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

/**
 * Tests whether a surface vertex is a fold. Computed at most once per vertex and pass.
 * @param local the vertex's index among the body's surface vertices
 */
export function isFolded(
  fold: FoldScratch,
  { topology, positions, vertexBase, vertexFolds, passes }: PathBody,
  local: number,
): boolean {
  if (vertexFolds[local] >>> 1 !== passes[0]) {
    const folded =
      isAtFoldedEdge(fold, topology, positions, vertexBase, local) ||
      isFoldedVertex(fold, topology, positions, vertexBase, local);
    vertexFolds[local] = 2 * passes[0] + (folded ? 1 : 0);
  }
  return (vertexFolds[local] & 1) === 1;
}

/** Tests whether one of the edges around a surface vertex is a fold, by computing their angles. */
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
    // In each face, only the edge that starts at v is tested. The edge that ends at v is the starting edge of the next face.
    const corner = faces[f] === v ? 0 : faces[f + 1] === v ? 1 : 2;
    if (isFoldedEdge(fold, topology, positions, vertexBase, faceEdges[f + corner])) return true;
  }
  return false;
}

/** Tests whether one of the edges around a surface vertex is marked in `foldedEdges`. */
function touchesFoldedEdge(topology: Topology, foldedEdges: Uint32Array, edgeBase: number, local: number): boolean {
  const { faces, faceEdges, vertexFaces, vertexFaceOffsets, surfaceVertices } = topology;
  const v = surfaceVertices[local];
  for (let i = vertexFaceOffsets[local]; i < vertexFaceOffsets[local + 1]; i++) {
    const f = 3 * vertexFaces[i];
    // In each face, only the edge that starts at v is tested. The edge that ends at v is the starting edge of the next face.
    const corner = faces[f] === v ? 0 : faces[f + 1] === v ? 1 : 2;
    if (foldedEdges[edgeBase + faceEdges[f + corner]]) return true;
  }
  return false;
}

/**
 * Tests whether a surface vertex is a fold, without regard to its edges: sums half the solid angles of the elements around the vertex, and
 * tests the faces around it with isSurfaceSimple.
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

/** For each corner of a tetrahedron the three other corners, ordered so that the determinant of the edges to them is positive. */
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

/** Returns the third corner of the face at offset `f` in `faces`, beside a and b. */
function thirdOf(faces: Uint32Array, f: number, a: number, b: number): number {
  for (let i = f; i < f + 2; i++) if (faces[i] !== a && faces[i] !== b) return faces[i];
  return faces[f + 2];
}

/** Minimum cosine of the angle between a face's normal and the sum of the normals around its vertex. Far above float32 rounding. */
const MIN_COSINE = 1e-3;

/**
 * Tests whether the faces around a surface vertex, projected along the sum of their normals, go around the vertex exactly once, with none
 * of them upside down. If so, they don't cross one another, and if the solid angle is below 4 pi too, no two elements around the vertex
 * overlap.
 *
 * A solid angle below 4 pi alone is not enough. Counterexample: the elements' directions cover more than half a sphere, and a strip that
 * runs around the back and returns over the half sphere. For a point p in the half sphere, the answer can be this vertex, but culling would
 * discard it because of the strip's edges.
 * @param local the vertex's index among the body's surface vertices
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
  const least = MIN_COSINE * Math.sqrt(nx * nx + ny * ny + nz * nz);
  // w is a direction perpendicular to the normal. Each turn around the normal passes once from the negative to the positive side of the
  // plane perpendicular to w.
  let wx = 0,
    wy = 0,
    wz = 0;
  let turns = 0;
  for (let i = begin; i < end; i++) {
    spanFace(fold, topology, positions, vertexBase, vertexFaces[i], v);
    const cx = span[6],
      cy = span[7],
      cz = span[8];
    if (!(cx * nx + cy * ny + cz * nz > least * Math.sqrt(cx * cx + cy * cy + cz * cz))) return false;
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

/** Writes to `fold.span` the two edges of a face that start at one of its vertices, and their cross product. */
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
