import { cross, dot, type Vector } from '../../math/arithmetic.ts';
import { buildTopology } from '../../mesh/build-topology.ts';
import { colourConstraints } from '../../mesh/colouring.ts';
import { meshEdges } from '../../mesh/edges.ts';
import { signedVolumes } from '../../mesh/quality.ts';
import { type TetMesh, vertexCount } from '../../mesh/tet-mesh.ts';
import { type ElasticTets, type Model, NO_AREAS, NO_CLOTH, type Springs } from './model.ts';
import { cutIntoCells } from '../path/flood/cells.ts';
import { firstFaces } from '../path/near-face.ts';

/**
 * Makes a model of a tetrahedral mesh: its topology, one spring per edge and one elastic element per tetrahedron. Springs and
 * elements are sorted by colour (no two of one colour share a vertex), so that the data of a colour are contiguous.
 * @param mesh in its rest shape
 * @param thickness radius of the model's thin parts [m] (Model.thickness)
 * @throws Error if buildTopology throws, or if a tetrahedron's rest volume isn't positive
 */
export function createModel(name: string, mesh: TetMesh, thickness: number): Model {
  const topology = buildTopology(mesh.tets, vertexCount(mesh));
  const volumes = signedVolumes(mesh);
  const firstNonPositive = volumes.findIndex((volume) => !(volume > 0));
  if (firstNonPositive >= 0)
    throw new Error(
      `Tetrahedron ${firstNonPositive} of ${name} has volume ${volumes[firstNonPositive]} m^3, expected a positive one`,
    );
  return {
    name,
    dimension: 3,
    mesh,
    topology,
    cells: cutIntoCells(topology, mesh.positions),
    firstFaces: firstFaces(topology, mesh.positions),
    springs: createSprings(mesh.positions, meshEdges(mesh.tets)),
    elasticTets: createElasticTets(mesh, volumes),
    cloth: NO_CLOTH,
    areas: NO_AREAS,
    vertexVolumes: spreadVolumes(mesh, volumes),
    volume: volumes.reduce((sum, volume) => sum + volume, 0),
    thickness,
    edgeLength: meanEdgeLength(mesh.positions, topology.edges),
    modelData: {},
  };
}

function createElasticTets(mesh: TetMesh, volumes: Float64Array): ElasticTets {
  const { order, offsets } = colourConstraints(mesh.tets, 4, vertexCount(mesh));
  const vertices = new Uint32Array(mesh.tets.length);
  const restMetrics = new Float32Array(6 * order.length);
  const restVolumes = new Float32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const tet = order[i];
    vertices.set(mesh.tets.subarray(4 * tet, 4 * tet + 4), 4 * i);
    restVolumes[i] = volumes[tet];
    writeRestMetric(mesh, tet, 6 * volumes[tet], restMetrics, 6 * i);
  }
  return { vertices, colourOffsets: offsets, restMetrics, restVolumes };
}

/**
 * Writes a tetrahedron's rest metric (ElasticTets.restMetrics) to out[at .. at+5]. Let u, v, w be the edge vectors from corner 0. The
 * inverse of the matrix with columns u, v, w has the rows v x w, w x u and u x v, each divided by the determinant u . (v x w). The metric
 * consists of the dot products of these rows.
 */
export function writeRestMetric(mesh: TetMesh, tet: number, determinant: number, out: Float32Array, at: number): void {
  const [a, b, c, d] = mesh.tets.subarray(4 * tet, 4 * tet + 4);
  const u = difference(mesh.positions, a, b);
  const v = difference(mesh.positions, a, c);
  const w = difference(mesh.positions, a, d);
  const rows = [cross(v, w), cross(w, u), cross(u, v)];
  for (let i = 0; i < 3; i++)
    for (let j = i; j < 3; j++) out[at++] = dot(rows[i], rows[j]) / (determinant * determinant);
}

/** Returns the mean length of edges [m]; 0 without edges. @param edges 2 vertex ids per edge */
export function meanEdgeLength(positions: Float32Array, edges: Uint32Array): number {
  let sum = 0;
  for (let e = 0; e < edges.length; e += 2) sum += Math.hypot(...difference(positions, edges[e], edges[e + 1]));
  return edges.length === 0 ? 0 : (2 * sum) / edges.length;
}

/** Returns each vertex's volume [m^3]: a quarter of the volume of every tetrahedron at the vertex. */
function spreadVolumes(mesh: TetMesh, volumes: Float64Array): Float32Array {
  const sums = new Float64Array(vertexCount(mesh));
  for (let i = 0; i < mesh.tets.length; i++) sums[mesh.tets[i]] += volumes[i >> 2] / 4;
  return Float32Array.from(sums);
}

const difference = (p: Float32Array, from: number, to: number): Vector => [
  p[3 * to] - p[3 * from],
  p[3 * to + 1] - p[3 * from + 1],
  p[3 * to + 2] - p[3 * from + 2],
];

/**
 * Makes one spring per vertex pair and sorts the springs by colour. A spring's rest length is the distance between its two vertices.
 * @param positions [m], 3 per vertex    @param pairs 2 vertex ids per spring
 */
export function createSprings(positions: Float32Array, pairs: Uint32Array): Springs {
  const { order, offsets } = colourConstraints(pairs, 2, positions.length / 3);
  const vertices = new Uint32Array(pairs.length);
  const restLengths = new Float32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const a = pairs[2 * order[i]];
    const b = pairs[2 * order[i] + 1];
    vertices[2 * i] = a;
    vertices[2 * i + 1] = b;
    const x = positions[3 * b] - positions[3 * a];
    const y = positions[3 * b + 1] - positions[3 * a + 1];
    const z = positions[3 * b + 2] - positions[3 * a + 2];
    restLengths[i] = Math.sqrt(x * x + y * y + z * z);
  }
  return { vertices, colourOffsets: offsets, restLengths };
}
