import { buildOrder } from '../../bvh/build.ts';
import { fitTree } from '../../bvh/refit.ts';
import { BOX_STRIDE, layoutForest, LEAF_SIZE, nodeCount, type TreeLayout } from '../../bvh/tree.ts';
import { NONE, type Topology } from '../../mesh/topology.ts';
import type { ModelData, Model, NamedArrays } from '../world/model.ts';
import { determinant } from '../../geometry/tetrahedron.ts';
import { beginNearest } from './candidate.ts';
import type { PathOptions } from './path-query.ts';
import { searchTree } from './search.ts';
import { createPathBody, type PathBody } from './path-body.ts';
import { findAtSkin, isAtSkin } from './skin.ts';
import type { PathScratch, RestScratch } from './scratch.ts';

/**
 * Builds a BVH over a model's boundary faces in its rest shape. The method `rest-shape` searches it. Its boxes and order are laid out like
 * the state's faceBoxes and faceOrder.
 */
export function restTree({ topology, mesh }: Pick<Model, 'topology' | 'mesh'>): NamedArrays {
  const { faces, faceCount } = topology;
  const { positions } = mesh;
  const tree = layoutAtRest(topology);
  const centres = new Float32Array(3 * faceCount);
  for (let i = 0; i < faces.length; i++)
    for (let k = 0; k < 3; k++) centres[3 * Math.floor(i / 3) + k] += positions[3 * faces[i] + k] / 3;
  const order = new Uint32Array(faceCount);
  buildOrder(tree, centres, order);
  const boxes = new Float32Array(BOX_STRIDE * nodeCount(tree));
  fitTree(tree, order, { vertices: faces, corners: 3, vertexBase: 0, stride: 3 }, positions, boxes);
  return { boxes, order };
}

/** Returns the tree that restTree built. @throws Error if it wasn't built; a pass that needs it must list it in Pass.modelData */
function treeAtRest({ restTree }: ModelData): NamedArrays {
  if (!restTree)
    throw new Error('The model has no rest-shape tree; expected makeModelData or the worker pool to have built it');
  return restTree;
}

const layoutAtRest = ({ faceCount }: Topology): TreeLayout => layoutForest([faceCount], LEAF_SIZE)[0];

/**
 * Finds the boundary point that is nearest in the rest shape, and returns its current position. This is the method `rest-shape`, for
 * comparison (Chen et al. 2023, figures 22c and 23). A path inside the body leads to this point, but in a deformed body it is not the
 * shortest path, and contacts made from it push in the wrong direction. Parameters as for findShortestPath; the answer is written to
 * `scratch.path`.
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
    findAtSkin(scratch, findRestShapePath, body, px, py, pz, tet, vertex, options);
    return;
  }
  const atRest = restBody(rest, body);
  mapToRest(scratch, body, px, py, pz, tet);
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

/** Returns the body in its rest shape, which is created once per model. */
function restBody(rest: RestScratch, body: PathBody): PathBody {
  const known = rest.bodies.get(body.restPositions);
  if (known) return known;
  const created = restBodyAt(body, treeAtRest(body.modelData));
  rest.bodies.set(body.restPositions, created);
  return created;
}

const NO_DISTANCES = new Float32Array(0);

/** Creates a body in its rest shape, for searches of nearest boundary points alone. @param tree result of restTree */
export function restBodyAt(
  body: Pick<PathBody, 'topology' | 'restPositions' | 'firstFaces' | 'cells' | 'modelData'>,
  { boxes, order }: NamedArrays,
): PathBody {
  const { topology, restPositions: positions, firstFaces, cells, modelData } = body;
  return createPathBody(topology, positions, {
    tree: layoutAtRest(topology),
    boxes: boxes as Float32Array,
    order: order as Uint32Array,
    // The flood does not run on this body, so its cells are unused.
    ...{ positions, vertexBase: 0, passes: Uint32Array.of(1), cells, firstFaces, modelData },
    fieldDistances: NO_DISTANCES,
  });
}

/** Maps a point of an element to the rest shape, and writes it to `scratch.rest.point`. */
function mapToRest(scratch: PathScratch, body: PathBody, px: number, py: number, pz: number, tet: number): void {
  const { rest, skin } = scratch;
  const { edges } = rest;
  const { positions, restPositions, vertexBase, topology } = body;
  if (skin.count > 0) {
    // p lies on a face, an edge or a vertex, for which its weights are known. A flat element has no barycentric weights of its own.
    sumRestPositions(rest, restPositions, skin.vertices.subarray(0, skin.count), skin.weights);
    return;
  }
  const last = 3 * (vertexBase + topology.tets[4 * tet + 3]);
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < 3; i++)
      edges[3 * i + k] = positions[3 * (vertexBase + topology.tets[4 * tet + i]) + k] - positions[last + k];
    edges[9 + k] = (k === 0 ? px : k === 1 ? py : pz) - positions[last + k];
  }
  const whole = determinant(edges, 0, 3, 6);
  // A flat element has no barycentric weights, so its centroid is used.
  const a = whole === 0 ? 0.25 : determinant(edges, 9, 3, 6) / whole;
  const b = whole === 0 ? 0.25 : determinant(edges, 0, 9, 6) / whole;
  const c = whole === 0 ? 0.25 : determinant(edges, 0, 3, 9) / whole;
  sumRestPositions(rest, restPositions, topology.tets.subarray(4 * tet, 4 * tet + 4), [a, b, c, 1 - a - b - c]);
}

/** Writes the weighted sum of vertices' rest positions to `rest.point`. */
function sumRestPositions(
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
