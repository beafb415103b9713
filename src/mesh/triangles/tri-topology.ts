/**
 * How the elements of a triangular mesh hang together: `Topology` with a dimension less. Its boundary is made of polylines,
 * each closed. Independent of positions; BOUNDARY and NONE are those of topology.ts.
 */
export interface TriTopology {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly segmentCount: number;

  /** Vertex ids, 3 a triangle, counter-clockwise. */
  readonly triangles: Uint32Array;
  /** 3 a triangle: what lies across the edge opposite corner i. A triangle's id, or `BOUNDARY | segment`. */
  readonly neighbours: Uint32Array;

  /** Boundary segments: 2 vertex ids each, the interior on the left of the way from the first to the second. */
  readonly segments: Uint32Array;
  /** The triangle that each boundary segment belongs to. */
  readonly segmentTriangles: Uint32Array;
  /** 2 a vertex: the boundary segment that ends there and the one that starts there; NONE twice for inner vertices. */
  readonly vertexSegments: Uint32Array;
}
