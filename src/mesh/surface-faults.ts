import { sortByKeys } from './counting-sort.ts';
import { nonManifoldVertices } from './quality.ts';

/** An edge of a surface whose triangles aren't two that run along it in opposite directions. */
export interface EdgeFault {
  /** Vertex ids, the smaller first. */
  readonly vertices: readonly [number, number];
  /** Its triangles, ascending: one if it is open, two if they run along it in the same direction, or more. */
  readonly triangles: readonly number[];
}

/** The edges of a surface, and where it is no closed 2-manifold. */
export interface SurfaceFaults {
  /** 2 vertex ids per edge, the smaller first; edges ascending. */
  readonly edges: Uint32Array;
  readonly edgeFaults: readonly EdgeFault[];
  /** Vertices around which the triangles don't form one closed fan, ascending; among them all ends of edges with faults. */
  readonly vertices: Uint32Array;
  /** Number of pieces, which have no vertex in common. */
  readonly pieces: number;
}

/**
 * Lists where a surface isn't a closed 2-manifold.
 * @param triangles vertex ids below `vertexCount`, 3 per triangle, three different ones
 */
export function findSurfaceFaults(triangles: Uint32Array, vertexCount: number): SurfaceFaults {
  const count = triangles.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let h = 0; h < count; h++) {
    const end = triangles[h % 3 === 2 ? h - 2 : h + 1];
    low[h] = Math.min(triangles[h], end);
    high[h] = Math.max(triangles[h], end);
  }
  const order = sortByKeys([low, high], vertexCount);
  const edges: number[] = [];
  const edgeFaults: EdgeFault[] = [];
  for (let i = 0, next = 0; i < count; i = next) {
    const g = order[i];
    for (next = i + 1; next < count && low[order[next]] === low[g] && high[order[next]] === high[g]; ) next++;
    edges.push(low[g], high[g]);
    // Side h runs from the vertex triangles[h].
    if (next - i === 2 && triangles[g] !== triangles[order[i + 1]]) continue;
    const around = [...order.subarray(i, next)].map((side) => Math.floor(side / 3));
    edgeFaults.push({ vertices: [low[g], high[g]], triangles: around });
  }
  const vertices = nonManifoldVertices(triangles, vertexCount);
  return { edges: Uint32Array.from(edges), edgeFaults, vertices, pieces: countPieces(triangles, vertexCount) };
}

/** Counts the groups of triangles that are connected by vertices. */
function countPieces(triangles: Uint32Array, vertexCount: number): number {
  const parents = Uint32Array.from({ length: vertexCount }, (_, v) => v);
  const rootOf = (v: number): number => {
    let root = v;
    for (; parents[root] !== root; root = parents[root]) parents[root] = parents[parents[root]];
    return root;
  };
  for (let i = 0; i < triangles.length; i += 3)
    for (let k = 1; k < 3; k++) parents[rootOf(triangles[i + k])] = rootOf(triangles[i]);
  return new Set(Array.from(triangles, rootOf)).size;
}
