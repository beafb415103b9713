import type { TetMesh } from '../../mesh/tet-mesh.ts';
import type { Topology } from '../../mesh/topology.ts';
import type { Cells } from '../path/flood/cells.ts';

/**
 * Springs sorted by colour. The springs of colour c have the indices from colourOffsets[c] up to, not including, colourOffsets[c+1].
 * No two springs of a colour share a vertex.
 */
export interface Springs {
  /** 2 vertex ids per spring. */
  readonly vertices: Uint32Array;
  readonly colourOffsets: Uint32Array;
  /** [m] */
  readonly restLengths: Float32Array;
}

/** Elastic tetrahedra sorted by colour, like Springs. */
export interface ElasticTets {
  /** 4 vertex ids per tetrahedron. */
  readonly vertices: Uint32Array;
  readonly colourOffsets: Uint32Array;
  /**
   * Metric of the rest shape, M = (D^T D)^-1. D has the columns b-a, c-a, d-a, where a, b, c, d are the corners' rest positions. For
   * the deformed edge vectors e_i from corner a, the squared Frobenius norm of the deformation gradient is
   * |F|^2 = sum over i, j of M_ij e_i . e_j. M is symmetric: 6 numbers per tetrahedron, 00, 01, 02, 11, 12, 22 [1/m^2].
   */
  readonly restMetrics: Float32Array;
  /** [m^3] */
  readonly restVolumes: Float32Array;
}

/**
 * Elastic elements of a cloth (create-cloth.ts): triangles, which resist stretch and shear, and hinges, which resist bending. A hinge is an
 * inner edge with its two triangles. Both are sorted by colour, and numbered together: the triangles first, then the hinges.
 */
export interface ClothElements {
  /** 3 vertex ids per triangle. */
  readonly triangles: Uint32Array;
  /**
   * Inverse of the matrix with the columns b-a and c-a, where a, b, c are the corners' rest positions in a frame of the triangle's plane
   * whose first axis runs from a to b. Times the deformed edges from corner a, it gives the deformation gradient F (3 x 2). The matrix is
   * upper triangular: 3 numbers per triangle, 00, 01, 11 [1/m].
   */
  readonly restInverses: Float32Array;
  /** Area times thickness of each triangle [m^3]. */
  readonly restVolumes: Float32Array;
  /** 4 vertex ids per hinge: the edge's ends, then the corner opposite the edge in the triangle that runs from the first end to the second
   * one, then that of the other triangle. */
  readonly hinges: Uint32Array;
  /** Angle between the normals of each hinge's triangles [rad], above 0 if they fold away from the side that the normals point to. */
  readonly restAngles: Float32Array;
  /** Per hinge: its stiffness [N m] divided by the flexural rigidity (create-cloth.ts). */
  readonly hingeShapes: Float32Array;
  /**
   * The elements of colour c have the numbers from colourOffsets[c] up to, not including, colourOffsets[c+1]. No colour has both triangles
   * and hinges.
   */
  readonly colourOffsets: Uint32Array;
}

/** Elements of a model that isn't a cloth. */
export const NO_CLOTH: ClothElements = {
  triangles: new Uint32Array(),
  restInverses: new Float32Array(),
  restVolumes: new Float32Array(),
  hinges: new Uint32Array(),
  restAngles: new Float32Array(),
  hingeShapes: new Float32Array(),
  colourOffsets: new Uint32Array(1),
};

/** Triangles of a planar body that keep their signed areas, sorted by colour (constraints/areas). */
export interface PlanarAreas {
  /** 3 vertex ids per triangle, counter-clockwise at rest. */
  readonly triangles: Uint32Array;
  /** [m^2] */
  readonly restAreas: Float32Array;
  /**
   * Offsets of the colours of springs, then of those of triangles. Springs and triangles are numbered together: the springs first. No
   * colour has both. Empty if there are no triangles.
   */
  readonly colourOffsets: Uint32Array;
}

/** Areas of a model that isn't a planar body of triangles. */
export const NO_AREAS: PlanarAreas = {
  triangles: new Uint32Array(),
  restAreas: new Float32Array(),
  colourOffsets: new Uint32Array(),
};

/** Returns the offsets of the colours of a model's springs and, of a planar body, of its areas, which are solved with the springs. */
export const springColours = ({ springs, areas }: Pick<Model, 'springs' | 'areas'>): Uint32Array =>
  areas.restAreas.length > 0 ? areas.colourOffsets : springs.colourOffsets;

/** Dimension of space: 2 is the plane z = 0. */
export type Dimension = 2 | 3;

/**
 * Data that bodies of one model share: mesh, topology, constraints. Ids are local to the model. A sheet (create-sheet.ts) and a cloth
 * (create-cloth.ts) have no tetrahedra and no data derived from them. A rope and a body of points (create-rope.ts) have no faces either.
 */
export interface Model {
  readonly name: string;
  /** 2 for a body in the plane z = 0 (createPlanarModel in create-sheet.ts). */
  readonly dimension: Dimension;
  readonly mesh: TetMesh;
  readonly topology: Topology;
  /** Cells: groups of neighbouring tetrahedra, for the path method that searches from cell to cell (path/flood). */
  readonly cells: Cells;
  /** Per tetrahedron: id of a nearby boundary face, where a shortest-path search from the tetrahedron starts (path/near-face.ts). */
  readonly firstFaces: Uint32Array;
  readonly springs: Springs;
  readonly elasticTets: ElasticTets;
  readonly cloth: ClothElements;
  readonly areas: PlanarAreas;
  /**
   * Volume of each vertex [m^3]: a quarter of the volume of the tetrahedra at the vertex or, for a sheet or cloth, a third of area times
   * thickness of its triangles. A vertex's mass is its volume times the density.
   */
  readonly vertexVolumes: Float32Array;
  /**
   * Length that penetration depths are compared with [m]: radius of the body's thin parts (of an octopus: its arms); for a sheet or
   * cloth, mean length of its springs or edges.
   */
  readonly thickness: number;
  /** Volume of the rest shape [m^3]: the sum of vertexVolumes; 0 without tetrahedra. */
  readonly volume: number;
  /** Mean length of the boundary edges in the rest shape [m]; 0 without edges. */
  readonly edgeLength: number;
  /** Additional data. Empty at first. Workers add an entry when a pass needs it for the first time. */
  readonly modelData: ModelData;
}

/** Arrays by name. */
export type NamedArrays = Readonly<Record<string, Float32Array | Uint32Array>>;

/** Additional data of a model: for each name in MODEL_DATA (model-data.ts), the arrays that its function returns. */
export type ModelData = Record<string, NamedArrays>;
