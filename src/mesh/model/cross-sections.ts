import type { CrossSection } from './sweep.ts';

/** Ring vertices a ring of a disc: six around a point make triangles of equal sides. */
const SIDES_PER_RING = 6;

/** Rings of vertices around the centre of a disc of so many sides. */
export const discRings = (sides: number): number => Math.max(1, Math.round(sides / SIDES_PER_RING));

/** How many triangles `disc` makes. */
export function discTriangles(sides: number): number {
  const rings = discRings(sides);
  let triangles = 0;
  for (let ring = 1; ring <= rings; ring++) triangles += ringSides(sides, ring) + ringSides(sides, ring - 1);
  return triangles;
}

const ringSides = (sides: number, ring: number) => Math.round((sides * ring) / discRings(sides));

/**
 * A disc: a vertex in the middle and rings around it, the outermost of `sides` vertices on the circle; six are a hexagon's fan.
 * @param radius [m]
 * @param sides at least 3
 */
export function disc(radius: number, sides: number): CrossSection {
  const rings = discRings(sides);
  const points: number[] = [0, 0];
  const triangles: number[] = [];
  let inner = { first: 0, count: 0 };
  for (let ring = 1; ring <= rings; ring++) {
    const outer = { first: points.length / 2, count: ringSides(sides, ring) };
    const [c, s] = cosineAndSine(TURN / outer.count);
    let [x, y] = [(radius * ring) / rings, 0];
    for (let i = 0; i < outer.count; i++) {
      points.push(x, y);
      [x, y] = [c * x - s * y, s * x + c * y];
    }
    stitch(inner, outer, triangles);
    inner = outer;
  }
  const all = Uint32Array.from(triangles);
  return {
    points: Float64Array.from(points),
    triangles: all,
    ranks: greedyRanks(all, points.length / 2),
    centre: 0,
  };
}

/** A ring of vertices in a row; a count of 0 is the one in the middle. */
interface Ring {
  readonly first: number;
  readonly count: number;
}

/** Triangles between two rings: the ring whose next side has its middle at the smaller angle goes on. */
function stitch(inner: Ring, outer: Ring, triangles: number[]): void {
  const id = (ring: Ring, i: number) => ring.first + (ring.count > 0 ? i % ring.count : 0);
  for (let i = 0, j = 0; i < inner.count || j < outer.count; ) {
    const inside = j === outer.count || (i < inner.count && (2 * i + 1) * outer.count < (2 * j + 1) * inner.count);
    if (inside) triangles.push(id(inner, i), id(outer, j), id(inner, ++i));
    else triangles.push(id(inner, i), id(outer, j), id(outer, ++j));
  }
}

/** The least rank that no neighbour with a smaller id has. */
function greedyRanks(triangles: Uint32Array, vertexCount: number): Uint8Array {
  const taken = new Uint32Array(vertexCount); // a bit a rank
  const ranks = new Uint8Array(vertexCount);
  const neighbours: number[][] = Array.from({ length: vertexCount }, () => []);
  for (let t = 0; t < triangles.length; t++) {
    const next = triangles[t % 3 === 2 ? t - 2 : t + 1];
    neighbours[triangles[t]].push(next);
    neighbours[next].push(triangles[t]);
  }
  for (let v = 0; v < vertexCount; v++) {
    while ((taken[v] >> ranks[v]) & 1) ranks[v]++;
    for (const other of neighbours[v]) taken[other] |= 1 << ranks[v];
  }
  return ranks;
}

/**
 * A rectangle of cells cut along alternating diagonals. Swept, each cell becomes six tetrahedra of Kuhn's kind, mirrored
 * from cell to cell: no direction is preferred, and a cube's have dihedral angles of 45, 60 and 90 degrees only.
 * @param width extent along u [m]
 * @param height extent along v [m]
 */
export function rectangle(width: number, height: number, columns: number, rows: number): CrossSection {
  const points = new Float64Array(2 * (columns + 1) * (rows + 1));
  const ranks = new Uint8Array(points.length / 2);
  for (let i = 0, v = 0; i <= columns; i++) {
    for (let j = 0; j <= rows; j++, v++) {
      points[2 * v] = width * (i / columns - 0.5);
      points[2 * v + 1] = height * (j / rows - 0.5);
      ranks[v] = (i % 2) + (j % 2);
    }
  }
  const triangles = new Uint32Array(6 * columns * rows);
  for (let i = 0, at = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++, at += 6) {
      const a = i * (rows + 1) + j;
      const [b, c, d] = [a + rows + 1, a + rows + 2, a + 1];
      triangles.set((i + j) % 2 === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d], at);
    }
  }
  const centred = columns % 2 === 0 && rows % 2 === 0;
  return { points, triangles, ranks, centre: centred ? (columns / 2) * (rows + 1) + rows / 2 : undefined };
}

const TURN = 6.283185307179586;
/** Terms of the series until they vanish in a double, for angles up to a third of a turn. */
const TERMS = 24;

/** Taylor's series: Math.cos and Math.sin differ between engines. */
function cosineAndSine(angle: number): [number, number] {
  let [cosine, sine, term] = [0, 0, 1];
  for (let n = 0; n < TERMS; n++) {
    const signed = n % 4 < 2 ? term : -term;
    if (n % 2 === 0) cosine += signed;
    else sine += signed;
    term *= angle / (n + 1);
  }
  return [cosine, sine];
}
