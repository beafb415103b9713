import type { TetMesh } from '../mesh/tet-mesh.ts';
import type { Topology } from '../mesh/topology.ts';
import type { Cells } from './path/flood/cells.ts';

/**
 * Constraints of one kind in the order of their colours: constraints of colour c are
 * offsets[c] .. offsets[c+1], and no two of them share a vertex.
 */
export interface Springs {
  /** 2 vertex ids a spring. */
  readonly vertices: Uint32Array;
  readonly colourOffsets: Uint32Array;
  /** [m] */
  readonly restLengths: Float32Array;
}
export interface ElasticTets {
  /** 4 vertex ids a tetrahedron. */
  readonly vertices: Uint32Array;
  readonly colourOffsets: Uint32Array;
  /**
   * The rest shape's metric M = (D^T D)^-1 of its edges D = [b-a, c-a, d-a], with which |F|^2 = sum over E M : E for edges E.
   * Symmetric, 6 numbers a tetrahedron: 00, 01, 02, 11, 12, 22 [1/m^2].
   */
  readonly restMetrics: Float32Array;
  /** [m^3] */
  readonly restVolumes: Float32Array;
}

/** Dimension of space: 2 is the plane z = 0. */
export type Dimension = 2 | 3;

/**
 * Data that bodies of one kind share: mesh, topology, constraints. Ids are local to the model. A sheet (create-sheet.ts) has neither
 * tetrahedra nor what is made of them.
 */
export interface Model {
  readonly name: string;
  /** 2 of a body in the plane z = 0 (create-planar-model.ts). */
  readonly dimension: Dimension;
  readonly mesh: TetMesh;
  readonly topology: Topology;
  /** What shortest paths flood through. */
  readonly cells: Cells;
  /** A boundary face near each tetrahedron, where they start (path/near-face.ts). */
  readonly firstFaces: Uint32Array;
  readonly springs: Springs;
  readonly elasticTets: ElasticTets;
  /** A quarter of the volume of the tetrahedra around each vertex [m^3], of a sheet a third of the triangles'; times density, its mass. */
  readonly vertexVolumes: Float32Array;
  /** Radius of the model's thin parts (an arm's base) [m]: the yardstick for penetration depths. */
  readonly thickness: number;
  readonly made: Made;
}

/** Arrays by name. */
export type NamedArrays = Readonly<Record<string, Float32Array | Uint32Array>>;

/** Data of a model by name, each made when a pass first asked for it (model-data.ts). */
export type Made = Record<string, NamedArrays>;
