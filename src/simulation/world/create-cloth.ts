import { angleOf } from '../../math/angle.ts';
import { cross, dot, type Vector } from '../../math/arithmetic.ts';
import { colourConstraints } from '../../mesh/colouring.ts';
import { type SurfaceMesh, triangleAreas } from '../../mesh/surface-mesh.ts';
import { NONE, type Topology } from '../../mesh/topology.ts';
import { createSprings } from './create-model.ts';
import { surfaceModel } from './create-sheet.ts';
import type { ClothElements, Model } from './model.ts';

/**
 * Makes a model of a cloth: a surface without volume whose triangles resist stretch and shear as an elastic membrane of this thickness does,
 * and whose inner edges resist bending (constraints/cloth). Whatever the scene's material, a cloth is solved by these constraints.
 * The material's youngsModulus and poissonRatio are those of the membrane, bendingStiffness its flexural rigidity.
 *
 * Contacts and paths treat a cloth as they treat a sheet (createSheet).
 * @param mesh in its rest shape, which needn't be flat
 * @param thickness [m]; a triangle's mass is thickness times area times density, and its stiffness grows with the thickness
 * @throws Error if createSheet would throw, or if the thickness isn't positive
 */
export function createCloth(name: string, mesh: SurfaceMesh, thickness: number): Model {
  if (!(thickness > 0)) throw new Error(`The thickness of ${name} is ${thickness} m, expected a positive one`);
  const surface = surfaceModel(name, mesh, thickness);
  return {
    ...surface,
    springs: createSprings(mesh.positions, new Uint32Array()),
    cloth: createElements(mesh, surface.topology, thickness),
    // Length that penetration depths are compared with (Model.thickness).
    thickness: surface.edgeLength,
  };
}

/** Makes the elastic elements of a cloth. Of each kind, no two of one colour share a vertex. */
function createElements(mesh: SurfaceMesh, topology: Topology, thickness: number): ClothElements {
  const { vertexCount } = topology;
  const areas = triangleAreas(mesh);
  const triangles = colourConstraints(mesh.triangles, 3, vertexCount);
  const unsorted = listHinges(topology);
  const hinges = colourConstraints(unsorted.vertices, 4, vertexCount);
  const triangleCount = triangles.order.length;
  const shapes = Array.from(hinges.order, (hinge) => hingeShape(mesh, areas, unsorted, hinge));
  return {
    triangles: pick(mesh.triangles, 3, triangles.order),
    restInverses: Float32Array.from(Array.from(triangles.order, (triangle) => restInverse(mesh, triangle)).flat()),
    restVolumes: Float32Array.from(triangles.order, (triangle) => areas[triangle] * thickness),
    hinges: pick(unsorted.vertices, 4, hinges.order),
    restAngles: Float32Array.from(hinges.order, (hinge) => dihedralAngle(mesh.positions, unsorted.vertices, hinge)),
    hingeShapes: Float32Array.from(shapes),
    colourOffsets: Uint32Array.from([
      ...triangles.offsets,
      ...hinges.offsets.subarray(1).map((offset) => triangleCount + offset),
    ]),
  };
}

/** Returns rows of `width` numbers in another order. */
const pick = (rows: Uint32Array, width: number, order: Uint32Array): Uint32Array =>
  Uint32Array.from(
    { length: width * order.length },
    (_, i) => rows[width * order[Math.floor(i / width)] + (i % width)],
  );

interface Hinges {
  /** As ClothElements.hinges. */
  readonly vertices: Uint32Array;
  /** The two triangles of each hinge. */
  readonly triangles: Uint32Array;
}

/** Lists the hinges. Two triangles with the same three corners, back to back, have none. */
function listHinges({ faces, edges, edgeFaces, edgeCount }: Topology): Hinges {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let e = 0; e < edgeCount; e++) {
    const facesOfEdge = edgeFaces.subarray(2 * e, 2 * e + 2);
    if (facesOfEdge.includes(NONE)) continue;
    const [a, b] = edges.subarray(2 * e, 2 * e + 2);
    const [c, d] = Array.from(facesOfEdge, (face) => {
      const corners = faces.subarray(3 * face, 3 * face + 3);
      return corners.find((v) => v !== a && v !== b) as number;
    });
    if (c === d) continue;
    vertices.push(a, b, c, d);
    triangles.push(...facesOfEdge);
  }
  return { vertices: Uint32Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

const difference = (p: Float32Array, from: number, to: number): Vector => [
  p[3 * to] - p[3 * from],
  p[3 * to + 1] - p[3 * from + 1],
  p[3 * to + 2] - p[3 * from + 2],
];

/** Returns ClothElements.restInverses of a triangle. */
function restInverse({ positions, triangles }: SurfaceMesh, triangle: number): number[] {
  const [a, b, c] = triangles.subarray(3 * triangle, 3 * triangle + 3);
  const u = difference(positions, a, b);
  const v = difference(positions, a, c);
  const normal = cross(u, v);
  const length = Math.sqrt(dot(u, u));
  const twofoldArea = Math.sqrt(dot(normal, normal));
  return [1 / length, -dot(u, v) / (length * twofoldArea), length / twofoldArea];
}

/**
 * Returns ClothElements.hingeShapes of a hinge: the squared length of its edge divided by the sum of its triangles' areas.
 *
 * With the sum A, the triangles' mean height is A / |e|. Where the cloth is bent to a curvature K about the edge, the triangles' normals
 * differ by the angle K A / |e|, and the plate's bending energy is B K^2 / 2 per area. If all of the curvature is at such edges, each with
 * both of its triangles, the stiffness B |e|^2 / A gives this energy. tests/physics/cloth-bending.test.ts compares it with plates.
 * Source of such energies: Grinspun, Hirani, Desbrun, Schroeder 2003, Discrete shells. Their factor 3 (a stiffness of 3 |e|^2 / A) makes
 * folds along edges three times as stiff as a plate of rigidity B.
 */
function hingeShape(
  { positions }: SurfaceMesh,
  areas: Float64Array,
  { vertices, triangles }: Hinges,
  hinge: number,
): number {
  const edge = difference(positions, vertices[4 * hinge], vertices[4 * hinge + 1]);
  return dot(edge, edge) / (areas[triangles[2 * hinge]] + areas[triangles[2 * hinge + 1]]);
}

/**
 * Returns the angle between the normals of a hinge's triangles [rad], as ClothElements.restAngles; 0 if a triangle has no area.
 * @param positions [m], 3 per vertex    @param hinges 4 vertex ids per hinge
 */
export function dihedralAngle(positions: Float32Array, hinges: Uint32Array, hinge: number): number {
  const [a, b, c, d] = hinges.subarray(4 * hinge, 4 * hinge + 4);
  const e = difference(positions, a, b);
  const q = difference(positions, a, d);
  const n1 = cross(e, difference(positions, a, c));
  const n2 = cross(q, e);
  const lengths = Math.sqrt(dot(n1, n1)) * Math.sqrt(dot(n2, n2));
  if (!(lengths > 0)) return 0;
  return angleOf((-Math.sqrt(dot(e, e)) * dot(n1, q)) / lengths, dot(n1, n2) / lengths);
}
