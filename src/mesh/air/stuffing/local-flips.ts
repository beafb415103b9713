import { TET_EDGES } from '../ring.ts';
import type { AirComplex } from './air-complex.ts';

/** A change of some tetrahedra into others that fill the same space. */
export interface Flip {
  /** Ids of the tetrahedra that vanish. */
  readonly removed: readonly number[];
  /** Vertex ids of the new ones. */
  readonly added: readonly (readonly [number, number, number, number])[];
  /** The smallest quality of the new ones. */
  readonly quality: number;
}

/** Most rounds of `improve`. */
const MAX_ROUNDS = 50;
/** Longest ring around an edge whose triangulations are compared. */
const MAX_RING = 9;
/** By 4 i + j for corners i and j of a tetrahedron: the other two, in the order that makes i, j and them an even permutation. */
const OTHERS: readonly (readonly [number, number] | undefined)[] = Array.from({ length: 16 }, (_, pair) => {
  const [i, j] = [pair >> 2, pair & 3];
  for (const [a, b, c, d] of TET_EDGES) {
    if (a === i && b === j) return [c, d];
    if (a === j && b === i) return [d, c];
  }
  return undefined;
});

export function apply(air: AirComplex, { removed, added }: Flip): void {
  for (const tet of removed) air.remove(tet);
  for (const [a, b, c, d] of added) air.add(a, b, c, d);
}

/** Takes back the flip that was done last. */
export function takeBack(air: AirComplex, { removed, added }: Flip): void {
  for (let n = 0; n < added.length; n++) air.takeBack();
  for (const tet of removed) air.restore(tet);
}

/** Returns the smallest quality of the tetrahedra that a flip removes. */
export function qualityBefore(air: AirComplex, { removed }: Flip): number {
  let least = Number.POSITIVE_INFINITY;
  for (const tet of removed) {
    const [a, b, c, d] = air.corners(tet);
    least = Math.min(least, air.quality(a, b, c, d));
  }
  return least;
}

/**
 * Finds the best way to remove an edge (Shewchuk 2002, "Two discrete optimization algorithms for the topological improvement of tetrahedral
 * meshes"): the vertices around it make a ring; each triangle of a triangulation of the ring is joined to both ends. Dynamic programming over
 * parts of the ring finds the triangulation whose smallest quality is the greatest (Klincsek).
 * @param enough the flip's quality must be above it
 * @returns undefined if there is none, or if the edge isn't surrounded by air
 */
export function edgeRemoval(air: AirComplex, a: number, b: number, enough: number): Flip | undefined {
  const found = ringOf(air, a, b);
  if (found === undefined) return undefined;
  const { ring, tets } = found;
  const n = ring.length;
  // For the part of the ring from i to j: quality of its best triangulation, and the third corner of its triangle at the edge (i, j).
  const best = new Float64Array(n * n).fill(Number.POSITIVE_INFINITY);
  const third = new Uint8Array(n * n);
  for (let span = 2; span < n; span++)
    for (let i = 0; i + span < n; i++) {
      const j = i + span;
      best[i * n + j] = Number.NEGATIVE_INFINITY;
      for (let k = i + 1; k < j; k++) {
        const rest = Math.min(best[i * n + k], best[k * n + j]);
        if (rest <= enough || rest <= best[i * n + j]) continue;
        const [p, q, r] = [ring[i], ring[k], ring[j]];
        const own = Math.min(air.quality(p, q, r, b), air.quality(a, p, q, r));
        if (Math.min(rest, own) <= best[i * n + j]) continue;
        best[i * n + j] = Math.min(rest, own);
        third[i * n + j] = k;
      }
    }
  const quality = best[n - 1];
  if (!(quality > enough)) return undefined;
  const added: [number, number, number, number][] = [];
  const collect = (i: number, j: number) => {
    if (j - i < 2) return;
    const k = third[i * n + j];
    added.push([ring[i], ring[k], ring[j], b], [a, ring[i], ring[k], ring[j]]);
    collect(i, k);
    collect(k, j);
  };
  collect(0, n - 1);
  return { removed: tets, added, quality };
}

/** The vertices around an edge, counter-clockwise as seen from b, and the tetrahedra there; undefined if they don't close around it. */
function ringOf(air: AirComplex, a: number, b: number): { ring: number[]; tets: number[] } | undefined {
  const [from, to, tets]: number[][] = [[], [], []];
  for (const tet of air.star(a)) {
    const at = air.cornerOf(tet, b);
    if (at < 0) continue;
    if (tets.length === MAX_RING) return undefined;
    const others = OTHERS[4 * air.cornerOf(tet, a) + at];
    if (others === undefined) continue; // an edge's ends are different
    from.push(air.corner(tet, others[0]));
    to.push(air.corner(tet, others[1]));
    tets.push(tet);
  }
  if (tets.length < 3) return undefined;
  const ring: number[] = [];
  let at = from.indexOf(Math.min(...from));
  do {
    ring.push(from[at]);
    at = from.indexOf(to[at]);
    if (at < 0) return undefined;
  } while (from[at] !== ring[0] && ring.length < tets.length);
  return ring.length === tets.length && from[at] === ring[0] ? { ring, tets } : undefined;
}

/**
 * Returns the flip that removes a tetrahedron's face and joins the corners on both sides of it by an edge (2 to 3).
 * @param corner the corner opposite the face
 * @returns undefined if no air is beyond the face, or if the flip's quality isn't above `enough`
 */
export function faceRemoval(air: AirComplex, tet: number, corner: number, enough: number): Flip | undefined {
  const corners = air.corners(tet);
  const face = corners.filter((_, c) => c !== corner);
  const beyond = air
    .star(face[0])
    .find((other) => other !== tet && air.cornerOf(other, face[1]) >= 0 && air.cornerOf(other, face[2]) >= 0);
  if (beyond === undefined) return undefined;
  let opposite = 0;
  for (let c = 0; c < 4; c++) if (!face.includes(air.corner(beyond, c))) opposite = air.corner(beyond, c);
  let quality = Number.POSITIVE_INFINITY;
  const added: [number, number, number, number][] = [];
  for (const v of face) {
    // The tetrahedron with its corner v replaced keeps the orientation of the first one.
    const [a, b, c, d] = corners.map((own) => (own === v ? opposite : own));
    added.push([a, b, c, d]);
    quality = Math.min(quality, air.quality(a, b, c, d));
    if (!(quality > enough)) return undefined;
  }
  return { removed: [tet, beyond], added, quality };
}

/** Improves poor tetrahedra by flips that raise the smallest quality, until none does. @param good tetrahedra above it are left alone */
export function improve(air: AirComplex, good: number): void {
  let changes = true;
  for (let round = 0; changes && round < MAX_ROUNDS; round++) {
    changes = false;
    for (const tet of air.worst(good)) {
      const flip = air.has(tet) ? bestFlip(air, tet) : undefined;
      if (flip === undefined) continue;
      apply(air, flip);
      changes = true;
    }
  }
}
/** Returns the flip of a tetrahedron's edges and faces that raises the smallest quality most. */
function bestFlip(air: AirComplex, tet: number): Flip | undefined {
  const corners = air.corners(tet);
  const own = air.quality(corners[0], corners[1], corners[2], corners[3]);
  let best: Flip | undefined;
  const consider = (flip: Flip | undefined) => {
    if (flip === undefined || flip.quality <= (best?.quality ?? own)) return;
    if (flip.quality > qualityBefore(air, flip)) best = flip;
  };
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < i; j++) consider(edgeRemoval(air, corners[i], corners[j], best?.quality ?? own));
    consider(faceRemoval(air, tet, i, best?.quality ?? own));
  }
  return best;
}
