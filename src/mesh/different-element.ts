/** Number of vertex ids per tetrahedron. */
const CORNERS = 4;

/**
 * Finds the first tetrahedron whose vertices differ between two lists of the same length. The order of its vertices doesn't matter.
 * @returns its number, or -1 if all are the same
 */
export function firstDifferentElement(a: Uint32Array, b: Uint32Array): number {
  for (let t = 0; t < a.length; t += CORNERS) {
    const corners = b.subarray(t, t + CORNERS);
    for (let i = t; i < t + CORNERS; i++) if (!corners.includes(a[i]!)) return t / CORNERS;
  }
  return -1;
}
