/** A triangular mesh of the plane in its rest shape. */
export interface TriMesh {
  /** Rest positions [m], flat, 2 numbers a vertex. */
  readonly positions: Float32Array;
  /** Vertex ids, flat, 3 a triangle; positively oriented, that is counter-clockwise: (b-a) x (c-a) > 0. */
  readonly triangles: Uint32Array;
}

/** Twice the signed area of each triangle [m^2]: positive where it runs counter-clockwise. */
export function twofoldAreas(positions: Float32Array, triangles: Uint32Array): Float64Array {
  const areas = new Float64Array(triangles.length / 3);
  for (let t = 0; t < areas.length; t++) {
    const a = 2 * triangles[3 * t];
    const b = 2 * triangles[3 * t + 1];
    const c = 2 * triangles[3 * t + 2];
    const x = positions[a];
    const y = positions[a + 1];
    areas[t] = (positions[b] - x) * (positions[c + 1] - y) - (positions[b + 1] - y) * (positions[c] - x);
  }
  return areas;
}
