/**
 * Determinant of a knot, |Alexander polynomial at -1|, and how many ways there are to colour it with three colours, from the
 * crossings of a closed polygon seen along an arbitrary direction: a row a crossing says twice the arc above is the sum of both below.
 */
export function knotInvariants(points: readonly (readonly number[])[]): { determinant: bigint; colourings: number } {
  const seen = points.map(([x, y, z]) => [x + 0.0123 * z, y + 0.0371 * z, z]);
  const crossings = findCrossings(seen);
  const unders = crossings.toSorted((a, b) => a.under - b.under);
  const count = unders.length; // of arcs too, but that no crossings leave one arc
  // Arc i runs from under-crossing i - 1 to under-crossing i; the last one goes on as the first.
  const arcAt = (place: number) => {
    const arc = unders.findIndex(({ under }) => under > place);
    return arc < 0 ? 0 : arc;
  };
  const matrix = unders.map(({ over }, i) => {
    const row = new Array<number>(count).fill(0);
    row[arcAt(over)] += 2;
    row[i] -= 1;
    row[(i + 1) % count] -= 1;
    return row;
  });
  return { determinant: determinant(matrix), colourings: 3 ** (Math.max(count, 1) - rankModulo3(matrix)) };
}

interface Crossing {
  readonly over: number;
  readonly under: number;
}

/** Places where two sides cross in (x, y), as side plus share along it. */
function findCrossings(points: readonly (readonly number[])[]): Crossing[] {
  const n = points.length;
  const found: Crossing[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue;
      const [a, b, c, d] = [points[i], points[i + 1], points[j], points[(j + 1) % n]];
      const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
      const cross = ux * vy - uy * vx;
      const s = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / cross;
      const t = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / cross;
      if (!(s >= 0 && s < 1 && t >= 0 && t < 1)) continue;
      const above = a[2] + s * (b[2] - a[2]) > c[2] + t * (d[2] - c[2]);
      found.push(above ? { over: i + s, under: j + t } : { over: j + t, under: i + s });
    }
  }
  return found;
}

/** Determinant of the matrix without its first row and column, exactly (Bareiss); 1 if nothing is left. */
function determinant(matrix: readonly (readonly number[])[]): bigint {
  const m = matrix.slice(1).map((row) => row.slice(1).map(BigInt));
  let before = 1n;
  for (let k = 0; k < m.length; k++) {
    const pivot = m.findIndex((row, i) => i >= k && row[k] !== 0n);
    if (pivot < 0) return 0n;
    [m[k], m[pivot]] = [m[pivot], m[k]];
    for (let i = k + 1; i < m.length; i++)
      for (let j = m.length - 1; j >= k; j--) m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]) / before;
    before = m[k][k];
  }
  return before < 0n ? -before : before;
}

function rankModulo3(matrix: readonly (readonly number[])[]): number {
  const m = matrix.map((row) => row.map((x) => ((x % 3) + 3) % 3));
  let rank = 0;
  for (let k = 0; k < m.length; k++) {
    const pivot = m.findIndex((row, i) => i >= rank && row[k] !== 0);
    if (pivot < 0) continue;
    [m[rank], m[pivot]] = [m[pivot], m[rank]];
    for (let i = rank + 1; i < m.length; i++) {
      const factor = m[i][k] * m[rank][k]; // 1 and 2 are their own inverses
      for (let j = k; j < m.length; j++) m[i][j] = (m[i][j] + (3 - 1) * factor * m[rank][j]) % 3;
    }
    rank++;
  }
  return rank;
}
