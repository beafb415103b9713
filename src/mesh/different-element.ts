/** Numbers of ids per tetrahedron. */
const CORNERS = 4;

/**
 * Finds the first tetrahedron that has other vertices in one list than in another list of the same length. Their order doesn't matter.
 * @returns its number, or -1 if all are the same
 */
export function firstDifferentElement(a: Uint32Array, b: Uint32Array): number {
  for (let t = 0; t < a.length; t += CORNERS) {
    const corners = b.subarray(t, t + CORNERS);
    for (let i = t; i < t + CORNERS; i++) if (!corners.includes(a[i]!)) return t / CORNERS;
  }
  return -1;
}
