import { determinant } from '../../geometry/tetrahedron.ts';
import { NONE } from '../../mesh/topology.ts';
import { beginNearest } from './candidate.ts';
import type { PathOptions } from './path-query.ts';
import { searchTree } from './find-shortest-path.ts';
import { createPathBody, type PathBody } from './path-body.ts';
import { treeAtRest } from './rest-tree.ts';
import { findFromSkin, isAtSkin } from './skin.ts';
import type { PathScratch, RestScratch } from './scratch.ts';

/**
 * The boundary point that is nearest in the rest shape, where it is now: method `rest-shape`, for comparison (Chen et al.
 * 2023, figures 22c and 23). A path inside the body leads there, but in a deformed body not the shortest, and contacts
 * made of it push the wrong way. Parameters as of findShortestPath; see `scratch.path` for the answer.
 */
export function findRestShapePath(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  const { path, rest, skin } = scratch;
  const { point: restPoint } = rest;
  if (isAtSkin(skin, body, px, py, pz, tet)) {
    findFromSkin(scratch, findRestShapePath, body, px, py, pz, tet, vertex, options);
    return;
  }
  const atRest = restBody(rest, body);
  carryToRest(scratch, body, px, py, pz, tet);
  beginNearest(scratch, atRest, vertex);
  searchTree(scratch, atRest, restPoint[0], restPoint[1], restPoint[2]);
  if (path.face === NONE) return;
  const { positions, vertexBase, topology } = body;
  const weights = [path.b0, path.b1, 1 - path.b0 - path.b1];
  path.x = -px;
  path.y = -py;
  path.z = -pz;
  for (let k = 0; k < 3; k++) {
    const v = 3 * (vertexBase + topology.faces[3 * path.face + k]);
    path.x += weights[k] * positions[v];
    path.y += weights[k] * positions[v + 1];
    path.z += weights[k] * positions[v + 2];
  }
  path.depthSquared = path.x * path.x + path.y * path.y + path.z * path.z;
}

/** The body in its rest shape; once a model. */
function restBody(rest: RestScratch, { topology, restPositions, cells, firstFaces, made }: PathBody): PathBody {
  const known = rest.bodies.get(restPositions);
  if (known) return known;
  // Nobody floods it.
  const at = {
    ...treeAtRest(topology, made),
    ...{ positions: restPositions, vertexBase: 0, passes: Uint32Array.of(1), cells, firstFaces, made },
  };
  const body = createPathBody(topology, restPositions, at);
  rest.bodies.set(restPositions, body);
  return body;
}

/** Writes the place in the rest shape of a point of an element. */
function carryToRest(scratch: PathScratch, body: PathBody, px: number, py: number, pz: number, tet: number): void {
  const { rest, skin } = scratch;
  const { edges } = rest;
  const { positions, restPositions, vertexBase, topology } = body;
  if (skin.count > 0) {
    // The feature that it lies on gives its place. Barycentric weights don't exist in a flat element.
    carryWeights(rest, restPositions, skin.vertices.subarray(0, skin.count), skin.weights);
    return;
  }
  const last = 3 * (vertexBase + topology.tets[4 * tet + 3]);
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < 3; i++)
      edges[3 * i + k] = positions[3 * (vertexBase + topology.tets[4 * tet + i]) + k] - positions[last + k];
    edges[9 + k] = (k === 0 ? px : k === 1 ? py : pz) - positions[last + k];
  }
  const whole = determinant(edges, 0, 3, 6);
  // In a flat element the weights can't be told: its middle.
  const a = whole === 0 ? 0.25 : determinant(edges, 9, 3, 6) / whole;
  const b = whole === 0 ? 0.25 : determinant(edges, 0, 9, 6) / whole;
  const c = whole === 0 ? 0.25 : determinant(edges, 0, 3, 9) / whole;
  carryWeights(rest, restPositions, topology.tets.subarray(4 * tet, 4 * tet + 4), [a, b, c, 1 - a - b - c]);
}

function carryWeights(
  rest: RestScratch,
  restPositions: Float32Array,
  vertices: ArrayLike<number>,
  weights: ArrayLike<number>,
): void {
  const { point: restPoint } = rest;
  restPoint.fill(0);
  for (let i = 0; i < vertices.length; i++)
    for (let k = 0; k < 3; k++) restPoint[k] += weights[i] * restPositions[3 * vertices[i] + k];
}
