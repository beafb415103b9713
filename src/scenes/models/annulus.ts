/**
 * Triangulates the ring between two loops in the plane, so that its worst triangle is as good as possible: dynamic programming over how far either
 * loop has been followed.
 * @param outer vertex ids, counter-clockwise; its first vertex is joined to the first one of `inner`
 * @param inner vertex ids, counter-clockwise, inside `outer`
 * @param quality of the counter-clockwise triangle (a, b, c), positive if it may be used
 * @returns vertex ids, 3 per triangle, counter-clockwise
 * @throws Error if no triangulation has positive triangles only
 */
export function annulusTriangles(
  outer: readonly number[],
  inner: readonly number[],
  quality: (a: number, b: number, c: number) => number,
): number[] {
  const [n, m] = [outer.length, inner.length];
  const [out, inn] = [(i: number) => outer[i % n], (j: number) => inner[j % m]];
  // Entry i * (m + 1) + j belongs to the part up to the edge from out(i) to inn(j).
  const best = new Float64Array((n + 1) * (m + 1)).fill(Number.NEGATIVE_INFINITY);
  const cameByOuter = new Uint8Array(best.length);
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= m; j++) {
      const at = i * (m + 1) + j;
      if (at === 0) best[at] = Number.POSITIVE_INFINITY; // no triangle yet
      if (i > 0) {
        best[at] = Math.min(best[at - (m + 1)], quality(out(i - 1), out(i), inn(j)));
        cameByOuter[at] = 1;
      }
      const byInner = j > 0 ? Math.min(best[at - 1], quality(out(i), inn(j), inn(j - 1))) : Number.NEGATIVE_INFINITY;
      if (byInner <= best[at]) continue;
      best[at] = byInner;
      cameByOuter[at] = 0;
    }
  if (!(best[best.length - 1] > 0))
    throw new Error(
      `The best triangulation between loops of ${n} and ${m} vertices has the quality ${best[best.length - 1]}, expected a positive one`,
    );
  const triangles: number[] = [];
  for (let i = n, j = m; i + j > 0; )
    if (cameByOuter[i * (m + 1) + j] === 1) {
      triangles.push(out(i - 1), out(i), inn(j));
      i--;
    } else {
      triangles.push(out(i), inn(j), inn(j - 1));
      j--;
    }
  return triangles;
}
