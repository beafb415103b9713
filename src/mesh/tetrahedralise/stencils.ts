/**
 * Stencils: how the inside part of a lattice tetrahedron is filled, by the signs of its corners (Labelle and Shewchuk 2007, figure 3).
 * The table is derived here instead of typed in: each stencil follows from the shape of the inside part (tetrahedron, pyramid or
 * prism) and a rule for the diagonals of its quadrilaterals.
 */

/** Sign of a corner: outside the surface, on it, inside. The signs of a stencil form a number in base three. */
export const OUTSIDE = 0;
export const ON = 1;
export const INSIDE = 2;
const SIGN_CASES = 81;

/** Local points of a stencil: corners 0 to 3, then from 4 on the cut points of these edges. */
export const STENCIL_EDGES: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];
type Tet = readonly [number, number, number, number];

/** Tetrahedra of each case c: points[offsets[c] .. offsets[c + 1]], 4 local points per tetrahedron. */
export interface StencilTable {
  readonly offsets: Uint16Array;
  readonly points: Uint8Array;
}

/** Index of a case: the corners' signs, and `odd` = 1 if corner 0 has an odd number of coordinates greater than corner 2's. */
export const stencilCase = (s0: number, s1: number, s2: number, s3: number, odd: number): number =>
  odd * SIGN_CASES + s0 + 3 * s1 + 9 * s2 + 27 * s3;

const cut = (i: number, j: number): number =>
  4 + STENCIL_EDGES.findIndex(([a, b]) => (a === i && b === j) || (a === j && b === i));

/** Whether an edge is long: 0-1 and 2-3 are. */
const isLong = (i: number, j: number): boolean => i + j === 1 || i + j === 5;

/**
 * Chooses the inner end (p or q) of the diagonal in the face (p, q, m), with p and q inside and m outside. Both tetrahedra at the face
 * must make the same choice. If one of the cut edges is long, the diagonal ends at its cut point and so starts at the other inner
 * corner. If both are short, the parity rule holds: it starts at the corner with an even number of coordinates greater than m's.
 */
function diagonalStart(p: number, q: number, m: number, odd: number): number {
  if (isLong(p, m)) return q;
  if (isLong(q, m)) return p;
  // Parity of p against m, derived from that of corner 0 against 2: a step along a long edge changes the order of one coordinate, swapping the two points changes all three.
  const parity = (odd + (p === 1 || p === 3 ? 1 : 0) + (m === 1 || m === 3 ? 1 : 0) + (p > 1 ? 1 : 0)) & 1;
  return parity === 0 ? p : q;
}

/** A pyramid over the quadrilateral (a, b, b2, a2), cut by the diagonal a-b2 or b-a2. */
const pyramid = (apex: number, a: number, b: number, b2: number, a2: number, fromA: boolean): Tet[] =>
  fromA
    ? [
        [apex, a, b, b2],
        [apex, a, b2, a2],
      ]
    : [
        [apex, a, b, a2],
        [apex, b, b2, a2],
      ];

/**
 * Splits a prism between the triangles `top` and `bottom`. rising(i, j) tells whether the diagonal of the side over edge ij starts at
 * top[i] and ends at bottom[j]. The three diagonals must not form a cycle: such a prism can't be split (Schoenhardt's polyhedron).
 */
function prism(top: number[], bottom: number[], rising: (i: number, j: number) => boolean): Tet[] {
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    if (rising(i, j) && rising(i, k))
      return [
        [top[i], bottom[0], bottom[1], bottom[2]],
        ...pyramid(top[i], top[j], top[k], bottom[k], bottom[j], rising(j, k)),
      ];
  }
  throw new Error('A stencil has a prism whose diagonals run around it');
}

/** Fills the inside part of a lattice tetrahedron; the tetrahedra aren't oriented yet. */
function fill(signs: readonly number[], odd: number): Tet[] {
  const having = (sign: number) => [0, 1, 2, 3].filter((i) => signs[i] === sign);
  const inside = having(INSIDE);
  const outside = having(OUTSIDE);
  const [on] = having(ON);
  const [p, q, r] = inside;
  const [m, n] = outside;
  if (inside.length === 0) return [];
  if (outside.length === 0) return [[0, 1, 2, 3]];
  if (inside.length === 1) {
    const point = (i: number) => (signs[i] === OUTSIDE ? cut(p, i) : i);
    return [[point(0), point(1), point(2), point(3)]];
  }
  const starts = (i: number, j: number, o: number) => diagonalStart(i, j, o, odd) === i;
  if (inside.length === 3) {
    const top = [p, q, r];
    const bottom = top.map((i) => cut(i, m));
    return prism(top, bottom, (i, j) => starts(top[i], top[j], m));
  }
  if (outside.length === 1) return pyramid(on, p, q, cut(q, m), cut(p, m), starts(p, q, m));
  // Two and two: a wedge with the edge pq. The diagonals of its two sides there start at different corners, by the rules
  // above, which leaves one choice for the third side, on the surface: it joins the two sides' cut points that have a diagonal.
  const top = [p, cut(p, m), cut(p, n)];
  const bottom = [q, cut(q, m), cut(q, n)];
  const first = starts(p, q, m);
  if (starts(p, q, n) === first) throw new Error('A stencil has a wedge with both diagonals at one corner');
  const rising = (i: number, j: number): boolean => {
    if (i > j) return !rising(j, i);
    if (i === 0) return j === 1 ? first : !first;
    return !first; // the third side: from top[1] where first starts at q, and so ends at top[1]
  };
  return prism(top, bottom, rising);
}

/** Corners of a lattice tetrahedron, and the midpoints of its edges for cut points: enough to tell orientation. */
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

function oriented(tet: Tet): Tet {
  const [a, b, c, d] = tet.map(localPosition);
  const [u, v, w] = [b, c, d].map((p) => p.map((x, k) => x - a[k]));
  const det =
    u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  return det > 0 ? tet : [tet[0], tet[2], tet[1], tet[3]];
}

/** The stencils of all cases, every tetrahedron positively oriented. */
export function stencilTable(): StencilTable {
  const offsets = new Uint16Array(2 * SIGN_CASES + 1);
  const points: number[] = [];
  for (let c = 0; c < 2 * SIGN_CASES; c++) {
    const signs = [1, 3, 9, 27].map((digit) => Math.floor((c % SIGN_CASES) / digit) % 3);
    for (const tet of fill(signs, c < SIGN_CASES ? 0 : 1)) points.push(...oriented(tet));
    offsets[c + 1] = points.length;
  }
  return { offsets, points: Uint8Array.from(points) };
}
