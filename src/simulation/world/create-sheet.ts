import { colourConstraints } from '../../mesh/colouring.ts';
import { buildSurfaceTopology, type SurfaceMesh, triangleAreas } from '../../mesh/surface-mesh.ts';
import { NONE, type Topology } from '../../mesh/topology.ts';
import { createSprings, meanEdgeLength } from './create-model.ts';
import { type ElasticTets, type Model, NO_AREAS, NO_CLOTH, type PlanarAreas, type Springs } from './model.ts';
import { NO_CELLS } from '../path/flood/cells.ts';
import { type TriMesh, twofoldAreas } from '../../mesh/triangles/tri-topology.ts';

/**
 * Makes a model of a surface without volume (a sheet). It has one spring per edge. To resist bending, it also has one spring across each
 * inner edge, between the opposite corners of the edge's two triangles.
 *
 * Faces are two-sided: a contact uses the side on which the other body was at the step's start. So a body that has crossed a sheet is
 * not pushed back. In modes ccd and hybrid the guarantee (parameter guarantee) lets nothing cross. It only stops motions, so contacts should do
 * the work: scenes with sheets need a contactOffset above 0, some millimetres at usual time steps. All sheets of a scene keep this distance.
 * A sheet encloses no volume: no point counts as inside the sheet, and no shortest path leads out of it. But the sheet's own vertices may be
 * inside other bodies.
 * @param thickness [m]; a triangle's mass is thickness times area times density
 * @throws Error if buildSurfaceTopology throws, or if a triangle's area isn't positive
 */
export function createSheet(name: string, mesh: SurfaceMesh, thickness: number): Model {
  const { positions } = mesh;
  const surface = surfaceModel(name, mesh, thickness);
  const springs = createSprings(positions, springPairs(surface.topology));
  return {
    ...surface,
    springs,
    cloth: NO_CLOTH,
    // Length that penetration depths are compared with (Model.thickness). For a sheet it is the mean spring length.
    thickness: springs.restLengths.reduce((sum, length) => sum + length / springs.restLengths.length, 0),
  };
}

/** Elastic tetrahedra of a model that has none. */
export const NO_TETRAHEDRA: ElasticTets = {
  vertices: new Uint32Array(),
  colourOffsets: new Uint32Array(1),
  restMetrics: new Float32Array(),
  restVolumes: new Float32Array(),
};

/**
 * Returns what sheets and cloth have in common: everything but the elements that make them elastic, and the length that penetration depths
 * are compared with.
 * @throws Error as createSheet
 */
export function surfaceModel(
  name: string,
  mesh: SurfaceMesh,
  thickness: number,
): Omit<Model, 'springs' | 'cloth' | 'thickness'> {
  const { positions, triangles } = mesh;
  const topology = buildSurfaceTopology(triangles, positions.length / 3);
  const areas = triangleAreas(mesh);
  const firstNonPositive = areas.findIndex((area) => !(area > 0));
  if (firstNonPositive >= 0)
    throw new Error(
      `Triangle ${firstNonPositive} of ${name} has area ${areas[firstNonPositive]} m^2, expected a positive one`,
    );
  return {
    name,
    dimension: 3,
    mesh: { positions, tets: topology.tets },
    topology,
    cells: NO_CELLS,
    firstFaces: new Uint32Array(),
    elasticTets: NO_TETRAHEDRA,
    areas: NO_AREAS,
    vertexVolumes: spreadAreas(mesh, areas, thickness),
    volume: 0,
    edgeLength: meanEdgeLength(positions, topology.edges),
    modelData: {},
  };
}

/**
 * Lists the vertex pairs of the springs: first all edges, then for each inner edge the two corners opposite the edge. The pair of
 * corners is left out if both are the same vertex or already have a spring.
 */
function springPairs({ faces, edges, edgeFaces, edgeCount, vertexCount }: Topology): Uint32Array {
  const keyOf = (a: number, b: number) => Math.min(a, b) * vertexCount + Math.max(a, b);
  const listedKeys = new Set<number>();
  for (let e = 0; e < edgeCount; e++) listedKeys.add(keyOf(edges[2 * e], edges[2 * e + 1]));
  const pairs = [...edges];
  for (let e = 0; e < edgeCount; e++) {
    const facesOfEdge = edgeFaces.subarray(2 * e, 2 * e + 2);
    if (facesOfEdge.includes(NONE)) continue;
    const [a, b] = Array.from(facesOfEdge, (face) => {
      const corners = faces.subarray(3 * face, 3 * face + 3);
      return corners.find((v) => v !== edges[2 * e] && v !== edges[2 * e + 1]) as number;
    });
    if (a === b || listedKeys.has(keyOf(a, b))) continue;
    listedKeys.add(keyOf(a, b));
    pairs.push(a, b);
  }
  return Uint32Array.from(pairs);
}

/** Returns each vertex's volume [m^3]: a third of area times thickness of every triangle at the vertex. */
function spreadAreas({ positions, triangles }: SurfaceMesh, areas: Float64Array, thickness: number): Float32Array {
  const sums = new Float64Array(positions.length / 3);
  for (let i = 0; i < triangles.length; i++) sums[triangles[i]] += (areas[Math.floor(i / 3)] * thickness) / 3;
  return Float32Array.from(sums);
}

/**
 * Makes a model of a body in the plane z = 0, with springs along the edges of its triangles and across each inner edge. Its triangles also
 * keep their areas, if the material's areaStiffness isn't 0. The bodies of
 * a world are either all planar or all spatial. Only a script can move vertices out of the plane; dragging can't, since its targets
 * are moved into the plane. Colliders act on planar bodies, but the only contacts between planar bodies are those of an air mesh.
 * @param mesh in its rest shape, with counter-clockwise triangles
 * @param thickness [m]; a triangle's mass is thickness times area times density
 * @throws Error if createSheet throws, or if a triangle isn't counter-clockwise
 */
export function createPlanarModel(name: string, { positions, triangles }: TriMesh, thickness: number): Model {
  const doubledAreas = twofoldAreas(positions, triangles);
  const firstNonPositive = doubledAreas.findIndex((area) => !(area > 0));
  if (firstNonPositive >= 0)
    throw new Error(
      `Triangle ${firstNonPositive} of ${name} has area ${doubledAreas[firstNonPositive] / 2} m^2, expected a positive one`,
    );
  const sheet = createSheet(name, { positions: inPlane(positions), triangles }, thickness);
  return { ...sheet, dimension: 2, areas: createAreas(triangles, doubledAreas, sheet.springs, positions.length / 2) };
}

/** Makes the constraints on areas of a planar body's triangles. */
function createAreas(
  triangles: Uint32Array,
  doubledAreas: Float64Array,
  { restLengths, colourOffsets }: Springs,
  vertexCount: number,
): PlanarAreas {
  const { order, offsets } = colourConstraints(triangles, 3, vertexCount);
  return {
    triangles: Uint32Array.from(
      { length: triangles.length },
      (_, i) => triangles[3 * order[Math.floor(i / 3)] + (i % 3)],
    ),
    restAreas: Float32Array.from(order, (triangle) => doubledAreas[triangle] / 2),
    colourOffsets: Uint32Array.from([
      ...colourOffsets,
      ...offsets.subarray(1).map((offset) => restLengths.length + offset),
    ]),
  };
}

/** Converts planar positions [m], 2 per vertex, to spatial ones with z = 0, 3 per vertex. */
export function inPlane(positions: Float32Array): Float32Array {
  const lifted = new Float32Array((3 * positions.length) / 2);
  for (let i = 0; i < positions.length; i++) lifted[3 * (i >> 1) + (i & 1)] = positions[i];
  return lifted;
}
