import { closestPointOnTriangle, FACE, FIRST_CORNER, FIRST_EDGE } from '../../geometry/closest-point.ts';
import { tetrahedronContains } from '../../geometry/tetrahedron.ts';
import { TET_FACES } from '../../mesh/tet-mesh.ts';
import { holdsVertex, NONE } from '../../mesh/topology.ts';
import type { FindPath, PathOptions } from './path-query.ts';
import { SKIN_UNITS } from './limits.ts';
import type { PathBody } from './path-body.ts';
import type { PathScratch, Skin } from './scratch.ts';

/** Barycentric coordinate up to which a point counts as on the face opposite, or outside: a thousand rounding errors. */
const ON_FACE = 1e-12;

/** Ends a query that `settle` began. */
export function forgetSkin(skin: Skin): void {
  skin.count = 0;
}

/**
 * Whether p lies outside of its element, on its skin, or so near to that as rounding leaves points of it; not of a point that was looked at
 * already.
 */
export function isAtSkin(skin: Skin, body: PathBody, px: number, py: number, pz: number, tet: number): boolean {
  if (skin.isKnown) return false;
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
  // Six times the volumes that p makes with the faces.
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
  // Past any height times twice the area of its face, which is less than all squares.
  const units = SKIN_UNITS * (Math.abs(px) + Math.abs(py) + Math.abs(pz) + Math.abs(qx) + Math.abs(qy) + Math.abs(qz));
  const least = units * (squares + others);
  skin.reach = units;
  const inside = Number(atA > least) & Number(atB > least) & Number(atC > least) & Number(atD > least);
  const outside = Number(atA < -least) & Number(atB < -least) & Number(atC < -least) & Number(atD < -least);
  return (inside | outside) === 0;
}

/**
 * Answers a query for a point that isAtSkin finds.
 *
 * A point that isn't inside its element is answered as the point of the element nearest to it. Rounding can't tell on which side
 * of a face that lies, so nothing numeric decides it: on a boundary face, edge or vertex that point is the answer itself, at no distance,
 * whatever the method; on an inner one the walks begin in all elements around (home.ts).
 * Parameters as of findShortestPath; see `scratch.path` for the answer.
 */
export function findFromSkin(
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
  // Candidates at p's own vertex don't count.
  const face = count === 0 || (count === 1 && vertices[0] === vertex) ? NONE : boundaryFace(skin, body);
  if (face !== NONE) answerHere(scratch, body, face);
  else {
    skin.isKnown = true;
    find(scratch, body, px + x, py + y, pz + z, tet, vertex, options);
    skin.isKnown = false;
    // From p, as it was given.
    path.x += x;
    path.y += y;
    path.z += z;
  }
  forgetSkin(skin);
}

/** The same for an exact method: what p's element has of the boundary is reached, also where a fold keeps it from being a candidate. */
export function findPathFromSkin(
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
  findFromSkin(scratch, find, body, px, py, pz, tet, vertex, options);
  const units = skin.reach;
  if (path.face !== NONE && path.depthSquared <= units * units) return;
  const { tets } = body.topology;
  if (holdsVertex(tets, tet, vertex)) return;
  const [x, y, z] = moved;
  const face = settleOnBoundary(scratch, body, px + x, py + y, pz + z, tet);
  if (face !== NONE && skin.x ** 2 + skin.y ** 2 + skin.z ** 2 <= units * units) {
    answerHere(scratch, body, face);
    path.x += x;
    path.y += y;
    path.z += z;
  }
  forgetSkin(skin);
}

/** Finds the point of an element that is nearest to p, into `scratch.skin`. */
export function settle(scratch: PathScratch, body: PathBody, px: number, py: number, pz: number, tet: number): void {
  const { skin } = scratch;
  const { asked, corners } = skin;
  const { positions, vertexBase, topology } = body;
  const { tets } = topology;
  const at = (k: number) => 3 * (vertexBase + tets[4 * tet + k]);
  asked[0] = px;
  asked[1] = py;
  asked[2] = pz;
  skin.count = 0;
  skin.x = skin.y = skin.z = 0;
  if (tetrahedronContains(positions, at(0), at(1), at(2), at(3), asked, ON_FACE)) return;
  let least = Infinity;
  for (let side = 0; side < 4; side++) {
    for (let k = 0; k < 3; k++) corners[k] = tets[4 * tet + TET_FACES[side][k]];
    least = Math.min(least, approach(scratch, body, px, py, pz, least));
  }
}

/** Takes p for its own vertex, from which rounding may have moved it. */
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

/** Finds the point of the boundary in an element that is nearest to p, into `scratch.skin`. @returns a boundary face that holds it, or NONE */
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
      // The face and the element share the face, an edge of it, or this vertex.
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

/** Takes the point of the triangle `skin.corners` that is nearest to p over into `scratch.skin`, if it is nearer than the least so far. @returns its squared distance [m^2] */
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
  if (closest.distanceSquared < least) keepClosest(scratch);
  return closest.distanceSquared;
}

/** Corners that have next to no share don't hold the point: it is on an edge or a vertex. */
function keepClosest(scratch: PathScratch): void {
  const { closest, skin } = scratch;
  const { corners } = skin;
  const { x, y, z, b0, b1 } = closest;
  const { vertices, weights } = skin;
  let count = 0;
  for (let k = 0; k < 3; k++) {
    const weight = k === 0 ? b0 : k === 1 ? b1 : 1 - b0 - b1;
    if (!(weight > ON_FACE)) continue;
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

/** A boundary face that holds what `scratch.skin` lies on, or NONE. */
function boundaryFace(skin: Skin, { topology }: PathBody): number {
  const { faces, surfaceIndices, vertexFaces, vertexFaceOffsets } = topology;
  const [a, b, c] = skin.vertices;
  const index = surfaceIndices[a];
  if (index === NONE) return NONE;
  const holds = (face: number, v: number) => cornerOf(faces, face, v) >= 0;
  for (let k = vertexFaceOffsets[index]; k < vertexFaceOffsets[index + 1]; k++)
    if (holds(vertexFaces[k], b) && holds(vertexFaces[k], c)) return vertexFaces[k];
  return NONE;
}

/** The corner of a face at which a vertex is, or -1. */
const cornerOf = (faces: Uint32Array, face: number, vertex: number): number =>
  faces[3 * face] === vertex ? 0 : faces[3 * face + 1] === vertex ? 1 : faces[3 * face + 2] === vertex ? 2 : -1;

/** Makes `scratch.skin`, a point of a boundary face, the answer: at no distance, as far as can be told. */
function answerHere(scratch: PathScratch, { topology }: PathBody, face: number): void {
  const { path, skin } = scratch;
  const { shares } = skin;
  const { count, vertices, weights, x, y, z } = skin;
  shares.fill(0);
  let empty = 3; // the sum of the corners that have no share
  for (let k = 0; k < count; k++) {
    const corner = cornerOf(topology.faces, face, vertices[k]);
    shares[corner] = weights[k];
    empty -= corner;
  }
  path.x = x;
  path.y = y;
  path.z = z;
  path.depthSquared = 0;
  path.face = face;
  path.feature = count === 3 ? FACE : count === 2 ? FIRST_EDGE + ((empty + 1) % 3) : FIRST_CORNER + 3 - empty;
  path.b0 = shares[0];
  path.b1 = shares[1];
}
