/** Words per element of an air mesh: four vertex ids. In the plane the fourth is NONE. */
export const AIR_STRIDE = 4;
/**
 * Elements that fill the space between bodies: tetrahedra, or, in the plane, triangles. All are positive at rest: counter-clockwise
 * triangles, tetrahedra a, b, c, d with det(b - a, c - a, d - a) > 0. Their vertices are vertices of bodies (a border is a body too).
 */
export interface AirMesh {
  readonly dimension: 2 | 3;
  /** AIR_STRIDE vertex ids per element; ids count the vertices of all placements of a scene, one placement after another. */
  readonly elements: Uint32Array;
}
