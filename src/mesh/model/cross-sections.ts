import type { CrossSection } from './sweep.ts';

/** Each ring of a disc has about this many vertices more than the next ring inside it. With six, the triangles are nearly equilateral. */
const SIDES_PER_RING = 6;

/** Returns the number of vertex rings around the centre of a disc whose outermost ring has `sides` vertices. */
export const discRings = (sides: number): number => Math.max(1, Math.round(sides / SIDES_PER_RING));

/** Returns the number of triangles of `disc`. */
export function discTriangles(sides: number): number {
  const rings = discRings(sides);
  let triangles = 0;
  for (let ring = 1; ring <= rings; ring++) triangles += ringSides(sides, ring) + ringSides(sides, ring - 1);
  return triangles;
}

const ringSides = (sides: number, ring: number) => Math.round((sides * ring) / discRings(sides));

/**
 * Triangulates a disc: one vertex at the centre, and rings of vertices around it.
 * @param radius radius of the outermost ring [m]
 * @param sides number of vertices of the outermost ring, at least 3
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
  const triangleIds = Uint32Array.from(triangles);
  return {
    points: Float64Array.from(points),
    triangles: triangleIds,
    ranks: greedyRanks(triangleIds, points.length / 2),
    centre: 0,
  };
}

/**
 * Triangulates a disc into a core and walls around it: one vertex at the centre, and rings of equally many vertices. The first `sides`
 * triangles are the core, inside the first ring.
 * @param radii radii of the rings [m], ascending
 * @param sides number of vertices per ring, at least 3
 */
export function ringedDisc(radii: readonly number[], sides: number): CrossSection {
  const points: number[] = [0, 0];
  const triangles: number[] = [];
  const [c, s] = cosineAndSine(TURN / sides);
  let inner = { first: 0, count: 0 };
  for (const radius of radii) {
    const outer = { first: points.length / 2, count: sides };
    let [x, y] = [radius, 0];
    for (let i = 0; i < sides; i++) {
      points.push(x, y);
      [x, y] = [c * x - s * y, s * x + c * y];
    }
    stitch(inner, outer, triangles);
    inner = outer;
  }
  const triangleIds = Uint32Array.from(triangles);
  return {
    points: Float64Array.from(points),
    triangles: triangleIds,
    ranks: greedyRanks(triangleIds, points.length / 2),
    centre: 0,
  };
}

/** The vertices first .. first + count - 1. A count of 0 stands for the centre vertex `first` alone. */
interface Ring {
  readonly first: number;
  readonly count: number;
}

/**
 * Appends triangles that fill the gap between two rings. Each triangle gets the next side of the inner or of the outer ring: the one whose
 * midpoint is at the smaller angle.
 */
function stitch(inner: Ring, outer: Ring, triangles: number[]): void {
  const id = (ring: Ring, i: number) => ring.first + (ring.count > 0 ? i % ring.count : 0);
  for (let i = 0, j = 0; i < inner.count || j < outer.count; ) {
    const takesInner = j === outer.count || (i < inner.count && (2 * i + 1) * outer.count < (2 * j + 1) * inner.count);
    if (takesInner) triangles.push(id(inner, i), id(outer, j), id(inner, ++i));
    else triangles.push(id(inner, i), id(outer, j), id(outer, ++j));
  }
}

/** Gives each vertex the smallest rank that no neighbour with a smaller id has. */
function greedyRanks(triangles: Uint32Array, vertexCount: number): Uint8Array {
  const takenRanks = new Uint32Array(vertexCount); // per vertex, the ranks of its neighbours: bit r is set if one has rank r
  const ranks = new Uint8Array(vertexCount);
  const neighbours: number[][] = Array.from({ length: vertexCount }, () => []);
  for (let t = 0; t < triangles.length; t++) {
    const next = triangles[t % 3 === 2 ? t - 2 : t + 1];
    neighbours[triangles[t]].push(next);
    neighbours[next].push(triangles[t]);
  }
  for (let v = 0; v < vertexCount; v++) {
    while ((takenRanks[v] >> ranks[v]) & 1) ranks[v]++;
    for (const other of neighbours[v]) takenRanks[other] |= 1 << ranks[v];
  }
  return ranks;
}

/**
 * Triangulates a rectangle: each cell of a grid is cut along a diagonal, and the diagonals alternate from cell to cell. When the
 * rectangle is swept, each cell becomes six tetrahedra (Kuhn's subdivision). Neighbouring cells are mirrored, so no direction is
 * preferred. Cubic cells have dihedral angles of 45, 60 and 90 degrees only.
 * @param width extent along u, the first coordinate of the plane [m]
 * @param height extent along v, the second coordinate [m]
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
  const hasCentre = columns % 2 === 0 && rows % 2 === 0;
  return { points, triangles, ranks, centre: hasCentre ? (columns / 2) * (rows + 1) + rows / 2 : undefined };
}

/** A full turn [radians]. */
export const TURN = 6.283185307179586;
/** Number of terms of the Taylor series. For angles up to a third of a turn, further terms don't change the sum in float64. */
const TERMS = 24;

/**
 * Computes cosine and sine by their Taylor series, because the results of Math.cos and Math.sin differ between JavaScript engines.
 * @param angle up to a third of a turn [radians]
 */
export function cosineAndSine(angle: number): [number, number] {
  let [cosine, sine, term] = [0, 0, 1];
  for (let n = 0; n < TERMS; n++) {
    const signedTerm = n % 4 < 2 ? term : -term;
    if (n % 2 === 0) cosine += signedTerm;
    else sine += signedTerm;
    term *= angle / (n + 1);
  }
  return [cosine, sine];
}
