import type { Topology } from '../../mesh/topology.ts';

/** A plane perpendicular to one axis of the scene. */
export interface SectionPlane {
  /** 0, 1, 2 for x, y, z. */
  readonly axis: number;
  /** Coordinate along the axis [m]. */
  readonly at: number;
}

/** The intersection of a plane and one tetrahedron: 3 or 4 corners in order around the polygon [m]. */
export interface SectionPolygon {
  readonly tet: number;
  readonly corners: readonly (readonly number[])[];
  /** For each corner, the edge of the mesh that it lies on, as a number. Elements around an edge share the corner. */
  readonly edges: readonly number[];
}

/**
 * If two corners are below the plane and two above it, the plane crosses four edges. This lists these edges in order around the polygon.
 * An edge is given by the index of its lower end among the corners below, and of its upper end among the corners above.
 */
const CROSSED_EDGES = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 0],
] as const;

/**
 * Cuts a body's tetrahedra by a plane. A corner on the plane counts as above it, so that the polygons tile the section without gaps.
 * @param positions of all bodies' vertices, 3 per vertex [m]
 * @param vertexBase index of the body's first vertex in the world
 */
export function cutElements(
  { tets, tetCount, vertexCount }: Topology,
  positions: Float32Array,
  vertexBase: number,
  { axis, at }: SectionPlane,
): SectionPolygon[] {
  const polygons: SectionPolygon[] = [];
  const height = (v: number) => positions[3 * (vertexBase + v) + axis] - at;
  const crossing = (v: number, w: number) => {
    const t = height(v) / (height(v) - height(w));
    const corner = [0, 1, 2].map((k) => {
      const [x, y] = [positions[3 * (vertexBase + v) + k], positions[3 * (vertexBase + w) + k]];
      return x + t * (y - x);
    });
    corner[axis] = at;
    return corner;
  };
  for (let tet = 0; tet < tetCount; tet++) {
    const vertices = tets.subarray(4 * tet, 4 * tet + 4);
    const below = vertices.filter((v) => height(v) < 0);
    if (below.length === 0 || below.length === 4) continue;
    const above = vertices.filter((v) => height(v) >= 0);
    const crossed =
      below.length === 2
        ? CROSSED_EDGES.map(([i, j]) => [below[i], above[j]])
        : [...below].flatMap((v) => [...above].map((w) => [v, w]));
    const corners = crossed.map(([v, w]) => crossing(v, w));
    polygons.push({ tet, corners, edges: crossed.map(([v, w]) => v * vertexCount + w) });
  }
  return polygons;
}
