/**
 * Stencils (Labelle and Shewchuk 2007, figure 3). A lattice tetrahedron can be partly inside the surface. A stencil lists the tetrahedra
 * that fill the inside part. There is one stencil for each combination of the four corners' signs and of the bit `odd` (stencilCase). This
 * file computes the table of all stencils. Each stencil follows from the shape of the inside part (tetrahedron, pyramid or prism), and from
 * rules that choose a diagonal for each quadrilateral side of this shape.
 */

/** Signs of a corner: outside the surface, on it, or inside. They are the digits of a stencil's index, a number in base three. */
export const OUTSIDE = 0;
export const ON = 1;
export const INSIDE = 2;
/** Number of combinations of four signs. */
const SIGN_CASES = 81;

/** The edges of a lattice tetrahedron. In a stencil, points 0 to 3 are the corners, and point 4 + e is the cut point of edge e. */
export const STENCIL_EDGES: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];
type Tet = readonly [number, number, number, number];

/** The stencil of case c (from `stencilCase`) is points[offsets[c] .. offsets[c + 1]]: 4 points per tetrahedron. */
export interface StencilTable {
  readonly offsets: Uint16Array;
  readonly points: Uint8Array;
}

/**
 * Returns the index of a stencil in the table.
 * @param s0 sign of corner 0; s1, s2 and s3 are the signs of the other corners
 * @param odd 1 if the number of coordinates (x, y, z) in which corner 0 exceeds corner 2 is odd, else 0
 */
export const stencilCase = (s0: number, s1: number, s2: number, s3: number, odd: number): number =>
  odd * SIGN_CASES + s0 + 3 * s1 + 9 * s2 + 27 * s3;

/** Returns the cut point of the edge between corners i and j. */
const cut = (i: number, j: number): number =>
  4 + STENCIL_EDGES.findIndex(([a, b]) => (a === i && b === j) || (a === j && b === i));

/** Whether an edge of the lattice tetrahedron is long: the edges 0-1 and 2-3 are. */
const isLong = (i: number, j: number): boolean => i + j === 1 || i + j === 5;

/**
 * Chooses the diagonal of a quadrilateral. In the face (p, q, m), corners p and q are inside and m is outside. The surface cuts the edges
 * p-m and q-m, so the inside part of the face is a quadrilateral. Its diagonal either starts at p and ends at the cut point of q-m, or
 * starts at q and ends at the cut point of p-m. Both lattice tetrahedra at the face must choose the same diagonal. If one of the two cut
 * edges is long, the diagonal ends at the cut point of the long edge. If both are short, the diagonal starts at the corner that exceeds m
 * in an even number of coordinates.
 * @param odd as in `stencilCase`
 * @returns p or q
 */
function diagonalStart(p: number, q: number, m: number, odd: number): number {
  if (isLong(p, m)) return q;
  if (isLong(q, m)) return p;
  // Here p-m is a short edge: p and m differ in all three coordinates, one of them is corner 0 or 1, and the other is corner 2 or 3. The
  // parity is that of the number of coordinates in which p exceeds m. For corners 0 and 2 it is `odd`. Taking 1 instead of 0, or 3
  // instead of 2, moves a point along a long edge, which flips the comparison of one coordinate. Exchanging p and m flips all three.
  const parity = (odd + (p === 1 || p === 3 ? 1 : 0) + (m === 1 || m === 3 ? 1 : 0) + (p > 1 ? 1 : 0)) & 1;
  return parity === 0 ? p : q;
}

/** Splits a pyramid over the quadrilateral (a, b, b2, a2) by the diagonal a-b2 or b-a2. */
const splitPyramid = (apex: number, a: number, b: number, b2: number, a2: number, startsAtA: boolean): Tet[] =>
  startsAtA
    ? [
        [apex, a, b, b2],
        [apex, a, b2, a2],
      ]
    : [
        [apex, a, b, a2],
        [apex, b, b2, a2],
      ];

/**
 * Splits a prism between the triangles `top` and `bottom` into three tetrahedra.
 * @param joins tells for the side between corners i and j whether its diagonal joins top[i] with bottom[j] (else top[j] with bottom[i])
 * @throws Error if the three diagonals form a cycle: such a prism can't be split (Schoenhardt's polyhedron)
 */
function splitPrism(top: number[], bottom: number[], joins: (i: number, j: number) => boolean): Tet[] {
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    if (joins(i, j) && joins(i, k))
      return [
        [top[i], bottom[0], bottom[1], bottom[2]],
        ...splitPyramid(top[i], top[j], top[k], bottom[k], bottom[j], joins(j, k)),
      ];
  }
  throw new Error('The diagonals of a prism in a stencil form a cycle, expected a prism that can be split');
}

/** Fills the inside part of a lattice tetrahedron. The orientation of the returned tetrahedra may be negative. */
function fill(signs: readonly number[], odd: number): Tet[] {
  const cornersWith = (sign: number) => [0, 1, 2, 3].filter((i) => signs[i] === sign);
  const inside = cornersWith(INSIDE);
  const outside = cornersWith(OUTSIDE);
  const [on] = cornersWith(ON);
  const [p, q, r] = inside;
  const [m, n] = outside;
  if (inside.length === 0) return [];
  if (outside.length === 0) return [[0, 1, 2, 3]];
  if (inside.length === 1) {
    const point = (i: number) => (signs[i] === OUTSIDE ? cut(p, i) : i);
    return [[point(0), point(1), point(2), point(3)]];
  }
  const startsAtFirst = (i: number, j: number, outer: number) => diagonalStart(i, j, outer, odd) === i;
  if (inside.length === 3) {
    const top = [p, q, r];
    const bottom = top.map((i) => cut(i, m));
    return splitPrism(top, bottom, (i, j) => startsAtFirst(top[i], top[j], m));
  }
  if (outside.length === 1) return splitPyramid(on, p, q, cut(q, m), cut(p, m), startsAtFirst(p, q, m));
  // Two corners inside, two outside: the inside part is a prism with the edge pq. By the rules of diagonalStart, the diagonals of the two
  // sides at pq start at different corners. The third side lies on the surface. One of its diagonals would form a cycle with the other two
  // diagonals, so it takes the other one, which joins the cut points at which these end.
  const top = [p, cut(p, m), cut(p, n)];
  const bottom = [q, cut(q, m), cut(q, n)];
  const startsAtP = startsAtFirst(p, q, m); // whether the diagonal of the side at m starts at p; that of the side at n then starts at q
  if (startsAtFirst(p, q, n) === startsAtP)
    throw new Error(
      'Both diagonals at an inside edge of a stencil start at the same corner, expected different corners',
    );
  const joins = (i: number, j: number): boolean => {
    if (i > j) return !joins(j, i);
    if (i === 0) return j === 1 ? startsAtP : !startsAtP;
    return !startsAtP; // third side: if the diagonal of the side at m starts at q, it ends at top[1], where the third diagonal starts too
  };
  return splitPrism(top, bottom, joins);
}

/** Returns a position for each point of a stencil, to compute orientations. Midpoints of edges stand for cut points. */
function localPosition(point: number): number[] {
  const corners = [
    [0, 0, 0],
    [2, 0, 0],
    [1, -1, -1],
    [1, 1, -1],
  ];
  if (point < 4) return corners[point];
  const [a, b] = STENCIL_EDGES[point - 4];
  return corners[a].map((x, k) => (x + corners[b][k]) / 2);
}

/** Returns the tetrahedron, with two corners swapped if its orientation is negative. */
function orient(tet: Tet): Tet {
  const [a, b, c, d] = tet.map(localPosition);
  const [u, v, w] = [b, c, d].map((p) => p.map((x, k) => x - a[k]));
  const det =
    u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  return det > 0 ? tet : [tet[0], tet[2], tet[1], tet[3]];
}

/** Computes the stencils of all cases. All tetrahedra are positively oriented. */
export function stencilTable(): StencilTable {
  const offsets = new Uint16Array(2 * SIGN_CASES + 1);
  const points: number[] = [];
  for (let c = 0; c < 2 * SIGN_CASES; c++) {
    const signs = [1, 3, 9, 27].map((digit) => Math.floor((c % SIGN_CASES) / digit) % 3);
    for (const tet of fill(signs, c < SIGN_CASES ? 0 : 1)) points.push(...orient(tet));
    offsets[c + 1] = points.length;
  }
  return { offsets, points: Uint8Array.from(points) };
}
