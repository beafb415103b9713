import { buildSurfaceTopology, type SurfaceMesh, triangleAreas } from '../mesh/surface-mesh.ts';
import { NONE, type Topology } from '../mesh/topology.ts';
import { createSprings } from './constraints/springs/create-springs.ts';
import type { Model } from './model.ts';
import { NO_CELLS } from './path/flood/cells.ts';
import { type TriMesh, twofoldAreas } from '../mesh/triangles/tri-topology.ts';

/**
 * Makes a model of a surface without volume: a sheet of springs along its edges and, against bending, across each edge between
 * the opposite corners of its two triangles. Its faces have two sides: a contact's is the one where the other was at the step's
 * start. So what has crossed a sheet once stays there, and scenes with sheets want a contactOffset above 0, some millimetres at
 * usual time steps. A sheet contains nothing, and no shortest path leads out of it; its own points may well lie inside a volume.
 * @param mesh in its rest shape
 * @param thickness times area and density it is the mass [m]
 * @throws Error where buildSurfaceTopology does, or where a triangle has no area
 */
export function createSheet(name: string, mesh: SurfaceMesh, thickness: number): Model {
  const { positions, triangles } = mesh;
  const topology = buildSurfaceTopology(triangles, positions.length / 3);
  const areas = triangleAreas(mesh);
  const flat = areas.findIndex((area) => !(area > 0));
  if (flat >= 0) throw new Error(`Triangle ${flat} of ${name} has area ${areas[flat]} m^2, expected a positive one`);
  const springs = createSprings(positions, springPairs(topology));
  return {
    name,
    dimension: 3,
    mesh: { positions, tets: topology.tets },
    topology,
    cells: NO_CELLS,
    firstFaces: new Uint32Array(),
    springs,
    elasticTets: {
      vertices: new Uint32Array(),
      colourOffsets: new Uint32Array(1),
      restMetrics: new Float32Array(),
      restVolumes: new Float32Array(),
    },
    vertexVolumes: spreadAreas(mesh, areas, thickness),
    // What a depth is measured by: how far the sheet's points are from one another.
    thickness: springs.restLengths.reduce((sum, length) => sum + length / springs.restLengths.length, 0),
    made: {},
  };
}

/** The surface's edges, then the pairs across them that aren't edges themselves, each once. */
function springPairs({ faces, edges, edgeFaces, edgeCount, vertexCount }: Topology): Uint32Array {
  const keyOf = (a: number, b: number) => Math.min(a, b) * vertexCount + Math.max(a, b);
  const known = new Set<number>();
  for (let e = 0; e < edgeCount; e++) known.add(keyOf(edges[2 * e], edges[2 * e + 1]));
  const pairs = [...edges];
  for (let e = 0; e < edgeCount; e++) {
    const sides = edgeFaces.subarray(2 * e, 2 * e + 2);
    if (sides.includes(NONE)) continue;
    const [a, b] = Array.from(sides, (face) => {
      const corners = faces.subarray(3 * face, 3 * face + 3);
      return corners.find((v) => v !== edges[2 * e] && v !== edges[2 * e + 1]) as number;
    });
    if (a === b || known.has(keyOf(a, b))) continue;
    known.add(keyOf(a, b));
    pairs.push(a, b);
  }
  return Uint32Array.from(pairs);
}

/** A third of each triangle's area to each of its corners, times the thickness [m^3]. */
function spreadAreas({ positions, triangles }: SurfaceMesh, areas: Float64Array, thickness: number): Float32Array {
  const sums = new Float64Array(positions.length / 3);
  for (let i = 0; i < triangles.length; i++) sums[triangles[i]] += (areas[Math.floor(i / 3)] * thickness) / 3;
  return Float32Array.from(sums);
}

/**
 * Makes a model of a body in the plane z = 0: springs along the edges of its triangles and across each of them. All bodies of a
 * world are in the plane, or none; nothing but a person or a script moves them out of it. Colliders hold them; there is no source of
 * contacts between bodies in the plane yet.
 * @param mesh in its rest shape, its triangles counter-clockwise
 * @param thickness times area and density it is the mass [m]
 * @throws Error where createSheet does, or where a triangle isn't counter-clockwise
 */
export function createPlanarModel(name: string, { positions, triangles }: TriMesh, thickness: number): Model {
  const areas = twofoldAreas(positions, triangles);
  const turned = areas.findIndex((area) => !(area > 0));
  if (turned >= 0)
    throw new Error(`Triangle ${turned} of ${name} has area ${areas[turned] / 2} m^2, expected a positive one`);
  return { ...createSheet(name, { positions: inPlane(positions), triangles }, thickness), dimension: 2 };
}

/** Positions in space [m], 3 per vertex, of positions in the plane, 2 per vertex. */
export function inPlane(positions: Float32Array): Float32Array {
  const lifted = new Float32Array((3 * positions.length) / 2);
  for (let i = 0; i < positions.length; i++) lifted[3 * (i >> 1) + (i & 1)] = positions[i];
  return lifted;
}
