import {
  closest,
  closestPointOnTriangle,
  FACE,
  FIRST_CORNER,
  FIRST_EDGE,
  triangle,
} from '../../geometry/closest-point.ts';
import { tetrahedronContains } from '../../geometry/tetrahedron.ts';
import { TET_FACES } from '../../mesh/tet-mesh.ts';
import { NONE } from '../../mesh/topology.ts';
import { holdsVertex, path, type PathOptions } from './candidate.ts';
import type { FindPath } from './find-path.ts';
import { SKIN_UNITS } from './limits.ts';
import type { PathBody } from './path-body.ts';

/** Barycentric coordinate up to which a point counts as on the face opposite, or outside: a thousand rounding errors. */
const ON_FACE = 1e-12;

/** So far an answer may be off for what this takes off p [m]; found by isAtSkin. An array, since a variable's numbers are allocated. */
const reach = new Float64Array(1);

/** The point that was asked about instead of p, minus p [m]. */
const moved = new Float64Array(3);

/** p [m]. An array, since numbers handed to a function too large to be inlined are allocated. */
const asked = new Float64Array(3);

/**
 * The point of p's element that is nearest to p, and what of the element it lies on: written where p doesn't lie inside, and
 * forgotten with the query.
 */
export const onSkin = {
  /** Vertices at the corners of the face, edge or vertex that holds it, the last repeated; as many as `count`. 0: p lies inside. */
  count: 0,
  vertices: Uint32Array.of(NONE, NONE, NONE),
  /** Their shares. */
  weights: new Float64Array(3),
  /** Offset from p to that point [m]. */
  x: 0.5,
  y: 0.5,
  z: 0.5,
};

/** Ends a query that `settle` began. */
export function forgetSkin(): void {
  onSkin.count = 0;
}

/** Whether the query under way asks for a point that was looked at here. */
let isKnown = false;

/**
 * Whether p lies outside of its element, on its skin, or so near to that as rounding leaves points of it; not of a point that was looked at
 * already.
 */
export function isAtSkin(body: PathBody, px: number, py: number, pz: number, tet: number): boolean {
  if (isKnown) return false;
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
  reach[0] = units;
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
 * Parameters as of findShortestPath; see `path` for the answer.
 */
export function findFromSkin(
  find: FindPath,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  if (holdsVertex(body.topology.tets, tet, vertex)) settleAt(body, px, py, pz, vertex);
  else settle(body, px, py, pz, tet);
  const { x, y, z, count, vertices } = onSkin;
  moved[0] = x;
  moved[1] = y;
  moved[2] = z;
  // Candidates at p's own vertex don't count.
  const face = count === 0 || (count === 1 && vertices[0] === vertex) ? NONE : boundaryFace(body);
  if (face !== NONE) answerHere(body, face);
  else {
    isKnown = true;
    find(body, px + x, py + y, pz + z, tet, vertex, options);
    isKnown = false;
    // From p, as it was given.
    path.x += x;
    path.y += y;
    path.z += z;
  }
  forgetSkin();
}

/** The same for an exact method: what p's element has of the boundary is reached, also where a fold keeps it from being a candidate. */
export function findPathFromSkin(
  find: FindPath,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  findFromSkin(find, body, px, py, pz, tet, vertex, options);
  const units = reach[0];
  if (path.face !== NONE && path.depthSquared <= units * units) return;
  const { tets } = body.topology;
  if (holdsVertex(tets, tet, vertex)) return;
  const [x, y, z] = moved;
  const face = settleOnBoundary(body, px + x, py + y, pz + z, tet);
  if (face !== NONE && onSkin.x ** 2 + onSkin.y ** 2 + onSkin.z ** 2 <= units * units) {
    answerHere(body, face);
    path.x += x;
    path.y += y;
    path.z += z;
  }
  forgetSkin();
}

/** Finds the point of an element that is nearest to p, into `onSkin`. */
export function settle(body: PathBody, px: number, py: number, pz: number, tet: number): void {
  const { positions, vertexBase, topology } = body;
  const { tets } = topology;
  const at = (k: number) => 3 * (vertexBase + tets[4 * tet + k]);
  asked[0] = px;
  asked[1] = py;
  asked[2] = pz;
  onSkin.count = 0;
  onSkin.x = onSkin.y = onSkin.z = 0;
  if (tetrahedronContains(positions, at(0), at(1), at(2), at(3), asked, ON_FACE)) return;
  let least = Infinity;
  for (let side = 0; side < 4; side++) {
    for (let k = 0; k < 3; k++) corners[k] = tets[4 * tet + TET_FACES[side][k]];
    least = Math.min(least, approach(body, px, py, pz, least));
  }
}

/** Takes p for its own vertex, from which rounding may have moved it. */
function settleAt({ positions, vertexBase }: PathBody, px: number, py: number, pz: number, vertex: number): void {
  const v = 3 * (vertexBase + vertex);
  onSkin.count = 1;
  onSkin.vertices.fill(vertex);
  onSkin.weights[0] = 1;
  onSkin.x = positions[v] - px;
  onSkin.y = positions[v + 1] - py;
  onSkin.z = positions[v + 2] - pz;
}

/** Finds the point of the boundary in an element that is nearest to p, into `onSkin`. @returns a boundary face that holds it, or NONE */
function settleOnBoundary(body: PathBody, px: number, py: number, pz: number, tet: number): number {
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
      const squared = approach(body, px, py, pz, least);
      if (squared >= least) continue;
      least = squared;
      nearest = vertexFaces[k];
    }
  }
  return nearest;
}

/** A triangle's vertices; the same one twice where it is an edge, thrice a vertex. */
const corners = new Uint32Array(3);

/** Takes the point of the triangle `corners` that is nearest to p over into `onSkin`, if it is nearer than the least so far. @returns its squared distance [m^2] */
function approach({ positions, vertexBase }: PathBody, px: number, py: number, pz: number, least: number): number {
  for (let k = 0; k < 3; k++) {
    const v = 3 * (vertexBase + corners[k]);
    triangle[3 * k] = positions[v] - px;
    triangle[3 * k + 1] = positions[v + 1] - py;
    triangle[3 * k + 2] = positions[v + 2] - pz;
  }
  closestPointOnTriangle();
  if (closest.distanceSquared < least) keepClosest();
  return closest.distanceSquared;
}

/** Corners that have next to no share don't hold the point: it is on an edge or a vertex. */
function keepClosest(): void {
  const { x, y, z, b0, b1 } = closest;
  const { vertices, weights } = onSkin;
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
  onSkin.count = count;
  onSkin.x = x;
  onSkin.y = y;
  onSkin.z = z;
}

/** A boundary face that holds what `onSkin` lies on, or NONE. */
function boundaryFace({ topology }: PathBody): number {
  const { faces, surfaceIndices, vertexFaces, vertexFaceOffsets } = topology;
  const [a, b, c] = onSkin.vertices;
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

const shares = new Float64Array(3);

/** Makes `onSkin`, a point of a boundary face, the answer: at no distance, as far as can be told. */
function answerHere({ topology }: PathBody, face: number): void {
  const { count, vertices, weights, x, y, z } = onSkin;
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
