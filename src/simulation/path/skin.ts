import { closestPointOnTriangle, FACE, FIRST_CORNER, FIRST_EDGE } from '../../geometry/closest-point.ts';
import { tetrahedronContains } from '../../geometry/tetrahedron.ts';
import { TET_FACES } from '../../mesh/tet-mesh.ts';
import { holdsVertex, NONE } from '../../mesh/topology.ts';
import type { FindPath, PathOptions } from './path-query.ts';
import { POINT_ROUNDING } from './limits.ts';
import type { PathBody } from './path-body.ts';
import type { PathScratch, Skin } from './scratch.ts';

/** A point counts as inside its element only if all its barycentric coordinates exceed this. It is a thousand times the rounding error. */
const MIN_INSIDE = 1e-12;

/** Clears the point that `settle` found. Called at the end of a query. */
function clearSkin(skin: Skin): void {
  skin.count = 0;
}

/**
 * Tests whether p lies on the surface (skin) of its element or outside of the element, or so near to the surface that rounding may have
 * moved it inside. The result is false if p has already been moved to the skin.
 */
export function isAtSkin(skin: Skin, body: PathBody, px: number, py: number, pz: number, tet: number): boolean {
  if (skin.isMoved) return false;
  const { positions, vertexBase, topology } = body;
  const t = 4 * tet;
  const a = 3 * (vertexBase + topology.tets[t]),
    b = 3 * (vertexBase + topology.tets[t + 1]),
    c = 3 * (vertexBase + topology.tets[t + 2]),
    d = 3 * (vertexBase + topology.tets[t + 3]);
  const ux = positions[a] - px,
    uy = positions[a + 1] - py,
    uz = positions[a + 2] - pz;
  const vx = positions[b] - px,
    vy = positions[b + 1] - py,
    vz = positions[b + 2] - pz;
  const wx = positions[c] - px,
    wy = positions[c + 1] - py,
    wz = positions[c + 2] - pz;
  const qx = positions[d] - px,
    qy = positions[d + 1] - py,
    qz = positions[d + 2] - pz;
  // atA: six times the signed volume of the tetrahedron of p and the face opposite corner a. Likewise atB, atC and atD.
  const vwx = vy * wz - vz * wy,
    vwy = vz * wx - vx * wz,
    vwz = vx * wy - vy * wx;
  const qux = qy * uz - qz * uy,
    quy = qz * ux - qx * uz,
    quz = qx * uy - qy * ux;
  const atD = ux * vwx + uy * vwy + uz * vwz;
  const atA = -(qx * vwx + qy * vwy + qz * vwz);
  const atB = wx * qux + wy * quy + wz * quz;
  const atC = -(vx * qux + vy * quy + vz * quz);
  const squares = ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz;
  const others = wx * wx + wy * wy + wz * wz + qx * qx + qy * qy + qz * qz;
  // `least` bounds p's rounding error times twice the area of any face. (Twice the area is less than the sum of all squares.)
  const reach =
    POINT_ROUNDING * (Math.abs(px) + Math.abs(py) + Math.abs(pz) + Math.abs(qx) + Math.abs(qy) + Math.abs(qz));
  const least = reach * (squares + others);
  skin.reach = reach;
  // If p is inside the element, all four volumes have the same sign: positive, or negative in an inverted element.
  const insidePositive = Number(atA > least) & Number(atB > least) & Number(atC > least) & Number(atD > least);
  const insideInverted = Number(atA < -least) & Number(atB < -least) & Number(atC < -least) & Number(atD < -least);
  return (insidePositive | insideInverted) === 0;
}

/**
 * Answers a query for which isAtSkin is true.
 *
 * If p is not inside its element, it is replaced by q, the point of the element that is nearest to p. q lies on a face, an edge or a vertex
 * of the element. Because of rounding, no computation with positions can tell on which side of a face q lies, so the mesh's connectivity
 * decides: if the face, edge or vertex belongs to the boundary, q is the answer, with depth 0, for every method. Otherwise walks begin in
 * all elements around it (scratch.home).
 * Parameters as for findShortestPath; the answer is written to `scratch.path`.
 */
export function findAtSkin(
  scratch: PathScratch,
  find: FindPath,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  const { path, skin } = scratch;
  const { moved } = skin;
  if (holdsVertex(body.topology.tets, tet, vertex)) settleAt(skin, body, px, py, pz, vertex);
  else settle(scratch, body, px, py, pz, tet);
  const { x, y, z, count, vertices } = skin;
  moved[0] = x;
  moved[1] = y;
  moved[2] = z;
  // The query's own vertex is no candidate.
  const face = count === 0 || (count === 1 && vertices[0] === vertex) ? NONE : boundaryFace(skin, body);
  if (face !== NONE) answerOnSkin(scratch, body, face);
  else {
    skin.isMoved = true;
    find(scratch, body, px + x, py + y, pz + z, tet, vertex, options);
    skin.isMoved = false;
    // Makes the path relative to the original p.
    path.x += x;
    path.y += y;
    path.z += z;
  }
  clearSkin(skin);
}

/**
 * Does the same for an exact method. In addition it accepts a boundary point of p's own element that is within rounding error of p. At a
 * fold such a point may be no candidate, but the element contains both points and is convex, so the path is valid.
 */
export function findExactlyAtSkin(
  scratch: PathScratch,
  find: FindPath,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  const { path, skin } = scratch;
  const { moved } = skin;
  findAtSkin(scratch, find, body, px, py, pz, tet, vertex, options);
  const { reach } = skin;
  if (path.face !== NONE && path.depthSquared <= reach * reach) return;
  const { tets } = body.topology;
  if (holdsVertex(tets, tet, vertex)) return;
  const [x, y, z] = moved;
  const face = settleOnBoundary(scratch, body, px + x, py + y, pz + z, tet);
  if (face !== NONE && skin.x ** 2 + skin.y ** 2 + skin.z ** 2 <= reach * reach) {
    answerOnSkin(scratch, body, face);
    path.x += x;
    path.y += y;
    path.z += z;
  }
  clearSkin(skin);
}

/** Writes to `scratch.skin` the point of an element that is nearest to p. */
export function settle(scratch: PathScratch, body: PathBody, px: number, py: number, pz: number, tet: number): void {
  const { skin } = scratch;
  const { original, corners } = skin;
  const { positions, vertexBase, topology } = body;
  const { tets } = topology;
  const at = (k: number) => 3 * (vertexBase + tets[4 * tet + k]);
  original[0] = px;
  original[1] = py;
  original[2] = pz;
  skin.count = 0;
  skin.x = skin.y = skin.z = 0;
  if (tetrahedronContains(positions, at(0), at(1), at(2), at(3), original, MIN_INSIDE)) return;
  let least = Infinity;
  for (let side = 0; side < 4; side++) {
    for (let k = 0; k < 3; k++) corners[k] = tets[4 * tet + TET_FACES[side][k]];
    least = Math.min(least, approach(scratch, body, px, py, pz, least));
  }
}

/** Writes the query's own vertex to `skin` as the point nearest to p. Rounding may have moved p away from it. */
function settleAt(
  skin: Skin,
  { positions, vertexBase }: PathBody,
  px: number,
  py: number,
  pz: number,
  vertex: number,
): void {
  const v = 3 * (vertexBase + vertex);
  skin.count = 1;
  skin.vertices.fill(vertex);
  skin.weights[0] = 1;
  skin.x = positions[v] - px;
  skin.y = positions[v + 1] - py;
  skin.z = positions[v + 2] - pz;
}

/**
 * Writes to `scratch.skin` the point nearest to p among the boundary faces, edges and vertices of an element.
 * @returns a boundary face that contains this point, or NONE
 */
function settleOnBoundary(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
): number {
  const { skin } = scratch;
  const { corners } = skin;
  const { tets, faces, surfaceIndices, vertexFaces, vertexFaceOffsets } = body.topology;
  let least = Infinity;
  let nearest = NONE;
  for (let i = 4 * tet; i < 4 * tet + 4; i++) {
    const index = surfaceIndices[tets[i]];
    if (index === NONE) continue;
    for (let k = vertexFaceOffsets[index]; k < vertexFaceOffsets[index + 1]; k++) {
      // The boundary face has three, two or one vertex in common with the element. The loop's vertex tets[i] replaces its other corners.
      for (let j = 0; j < 3; j++) {
        const v = faces[3 * vertexFaces[k] + j];
        corners[j] = holdsVertex(tets, tet, v) ? v : tets[i];
      }
      const squared = approach(scratch, body, px, py, pz, least);
      if (squared >= least) continue;
      least = squared;
      nearest = vertexFaces[k];
    }
  }
  return nearest;
}

/**
 * Finds the point of the triangle `skin.corners` that is nearest to p, and writes it to `scratch.skin` if its squared distance is below
 * `least` [m^2].
 * @returns the squared distance [m^2]
 */
function approach(
  scratch: PathScratch,
  { positions, vertexBase }: PathBody,
  px: number,
  py: number,
  pz: number,
  least: number,
): number {
  const { closest, skin } = scratch;
  const { triangle } = closest;
  const { corners } = skin;
  for (let k = 0; k < 3; k++) {
    const v = 3 * (vertexBase + corners[k]);
    triangle[3 * k] = positions[v] - px;
    triangle[3 * k + 1] = positions[v + 1] - py;
    triangle[3 * k + 2] = positions[v + 2] - pz;
  }
  closestPointOnTriangle(closest);
  if (closest.distanceSquared < least) copyClosest(scratch);
  return closest.distanceSquared;
}

/**
 * Copies `scratch.closest` to `scratch.skin`. Corners with almost no weight are left out, because the point then lies on an edge or a
 * vertex.
 */
function copyClosest(scratch: PathScratch): void {
  const { closest, skin } = scratch;
  const { corners } = skin;
  const { x, y, z, b0, b1 } = closest;
  const { vertices, weights } = skin;
  let count = 0;
  for (let k = 0; k < 3; k++) {
    const weight = k === 0 ? b0 : k === 1 ? b1 : 1 - b0 - b1;
    if (!(weight > MIN_INSIDE)) continue;
    const same = vertices.indexOf(corners[k]);
    if (same >= 0 && same < count) weights[same] += weight;
    else {
      vertices[count] = corners[k];
      weights[count++] = weight;
    }
  }
  vertices.fill(vertices[count - 1], count);
  skin.count = count;
  skin.x = x;
  skin.y = y;
  skin.z = z;
}

/** Returns a boundary face that has all vertices of the feature in `scratch.skin`, or NONE. */
function boundaryFace(skin: Skin, { topology }: PathBody): number {
  const { faces, surfaceIndices, vertexFaces, vertexFaceOffsets } = topology;
  const [a, b, c] = skin.vertices;
  const index = surfaceIndices[a];
  if (index === NONE) return NONE;
  const hasCorner = (face: number, v: number) => cornerOf(faces, face, v) >= 0;
  for (let k = vertexFaceOffsets[index]; k < vertexFaceOffsets[index + 1]; k++)
    if (hasCorner(vertexFaces[k], b) && hasCorner(vertexFaces[k], c)) return vertexFaces[k];
  return NONE;
}

/** Returns the index (0 to 2) of a vertex among a face's corners, or -1. */
const cornerOf = (faces: Uint32Array, face: number, vertex: number): number =>
  faces[3 * face] === vertex ? 0 : faces[3 * face + 1] === vertex ? 1 : faces[3 * face + 2] === vertex ? 2 : -1;

/** Makes the point in `scratch.skin`, which lies on a boundary face, the answer, with depth 0. */
function answerOnSkin(scratch: PathScratch, { topology }: PathBody, face: number): void {
  const { path, skin } = scratch;
  const { faceWeights } = skin;
  const { count, vertices, weights, x, y, z } = skin;
  faceWeights.fill(0);
  let empty = 3; // sum of the indices of corners without weight
  for (let k = 0; k < count; k++) {
    const corner = cornerOf(topology.faces, face, vertices[k]);
    faceWeights[corner] = weights[k];
    empty -= corner;
  }
  path.x = x;
  path.y = y;
  path.z = z;
  path.depthSquared = 0;
  path.face = face;
  path.feature = count === 3 ? FACE : count === 2 ? FIRST_EDGE + ((empty + 1) % 3) : FIRST_CORNER + 3 - empty;
  path.b0 = faceWeights[0];
  path.b1 = faceWeights[1];
}
