/**
 * Isosurface stuffing of several bodies on one lattice that keeps the outside too (src/mesh/tetrahedralise). The inside of each body is filled
 * as `stuff` does. The outside is the inside with all signs exchanged; the rule for diagonals between two short edges depends on a parity,
 * which is exchanged too. Then both sides cut the quadrilaterals on the surface along the same diagonals, so they conform.
 */
import {
  type BccLattice,
  bccLattice,
  type Bounds,
  edgeSlot,
  LATTICE_DEGREE,
  latticePositions,
  tetOffsets,
} from '../../tetrahedralise/bcc-lattice.ts';
import {
  CUT_SIZE,
  type CutLattice,
  cutLattice,
  type SignedDistance,
  warp,
} from '../../tetrahedralise/isosurface-stuffing.ts';
import { keepManifold } from '../../tetrahedralise/keep-manifold.ts';
import { INSIDE, ON, OUTSIDE, STENCIL_EDGES, stencilCase, stencilTable } from '../../tetrahedralise/stencils.ts';
import { AIR, type LabelledTets } from '../tessellated-space.ts';
import { tetQuality } from './tet-quality.ts';

/** Number of tetrahedra around the long edges from a cube's centre to the three next ones. */
const ROWS = 12;
/** Least quality of a tetrahedron of four warped points. Where there is a worse one, a point of it isn't warped. */
const MIN_WARPED_QUALITY = 0.1;

/** A box that is filled with tetrahedra. */
export interface StuffedBox extends LabelledTets {
  readonly labels: Uint16Array;
  /** For each vertex the sides of the box on which it lies: the sum of the bits 1 (least x), 2 (greatest x), 4, 8 (y), 16, 32 (z). */
  readonly sides: Uint8Array;
}

/**
 * Fills bodies and the box around them. The box consists of whole lattice cubes and exceeds the bounds by about three cells.
 * @param distances a signed distance function per body, negative inside
 * @param bounds around the bodies [m]
 * @param cell edge length of the lattice's cubes [m]
 * @throws Error if bodies overlap, or come so close that a lattice edge leads from one into another, or if one leaves the bounds
 */
export function stuffBox(distances: readonly SignedDistance[], bounds: Bounds, cell: number): StuffedBox {
  const lattice = bccLattice(bounds, cell);
  const bodies = bodiesOfPoints(lattice, distances);
  const nearest: SignedDistance = (x, y, z) => {
    let least = Number.POSITIVE_INFINITY;
    for (const distance of distances) least = Math.min(least, distance(x, y, z));
    return least;
  };
  const cut = cutLattice(lattice, nearest, undefined, (point) => distances[bodies[point] - 1]);
  checkApart(cut, bodies);
  warpSoundly(cut, bodies);
  const { tets, labels } = fillBox(cut, bodies);
  // Rounded, so that float32 positions of meshes have the volumes that are computed here.
  const positions = new Float64Array(cut.positions.length + (3 * cut.cuts.length) / CUT_SIZE);
  cut.positions.forEach((x, i) => {
    positions[i] = Math.fround(x);
  });
  for (let c = 0, at = cut.positions.length; c < cut.cuts.length; c += CUT_SIZE, at += 3)
    for (let k = 0; k < 3; k++) positions[at + k] = Math.fround(cut.cuts[c + k]);
  orient(positions, tets);
  dropPinched(tets, labels, positions.length / 3, distances.length);
  return { positions, tets, labels, sides: sidesOf(lattice, positions.length / 3) };
}

/** Returns for each lattice point the body that it is in, counted from 1, or AIR. @throws Error if a point is in two bodies */
function bodiesOfPoints(lattice: BccLattice, distances: readonly SignedDistance[]): Uint16Array {
  const x = latticePositions(lattice);
  const bodies = new Uint16Array(lattice.pointCount).fill(AIR);
  for (let p = 0; p < lattice.pointCount; p++)
    distances.forEach((distance, k) => {
      if (!(distance(x[3 * p], x[3 * p + 1], x[3 * p + 2]) < 0)) return;
      if (bodies[p] !== AIR)
        throw new Error(`Bodies ${bodies[p]} and ${k + 1} overlap at ${place(x, p)}, expected air between bodies`);
      bodies[p] = k + 1;
    });
  return bodies;
}

const place = (x: Float64Array, p: number): string =>
  `(${[0, 1, 2].map((k) => x[3 * p + k].toPrecision(4)).join(', ')})`;

/** Throws an Error if a lattice edge leads from one body into another. */
function checkApart({ lattice, neighbours, positions, signs }: CutLattice, bodies: Uint16Array): void {
  for (let p = 0; p < lattice.pointCount; p++) {
    if (signs[p] !== INSIDE) continue;
    for (let d = 0; d < LATTICE_DEGREE; d++) {
      const q = p + neighbours[LATTICE_DEGREE * (p & 1) + d];
      if (signs[q] === INSIDE && bodies[q] !== bodies[p])
        throw new Error(
          `A lattice edge leads from body ${bodies[p]} at ${place(positions, p)} into body ${bodies[q]} at ${place(positions, q)}, ` +
            'expected a point in the air between them: take a smaller cell, or move the bodies apart',
        );
    }
  }
}

/**
 * Warps the lattice, but not points in the air that have edges into two bodies: on one body's surface such a point would join both. Where four
 * warped points span a poor tetrahedron, one of them isn't warped after all.
 */
function warpSoundly(cut: CutLattice, bodies: Uint16Array): void {
  const { lattice, neighbours, positions, signs } = cut;
  const [startPositions, startSigns] = [positions.slice(), signs.slice()];
  const stays = new Uint8Array(lattice.pointCount);
  for (let p = 0; p < lattice.pointCount; p++) {
    if (signs[p] !== INSIDE) continue;
    for (let d = 0; d < LATTICE_DEGREE; d++) {
      const q = p + neighbours[LATTICE_DEGREE * (p & 1) + d];
      if (signs[q] === INSIDE) continue;
      if (bodies[q] === AIR) bodies[q] = bodies[p];
      else if (bodies[q] !== bodies[p]) stays[q] = 1;
    }
  }
  for (let isSound = false; !isSound; ) {
    positions.set(startPositions);
    signs.set(startSigns);
    warp(cut, (point) => stays[point] === 0);
    isSound = true;
    for (const tet of latticeTets(lattice)) {
      if (
        tet.some((p) => signs[p] !== ON) ||
        tetQuality(positions, tet[0], tet[1], tet[2], tet[3]) >= MIN_WARPED_QUALITY
      )
        continue;
      const back = tet.find((p) => startSigns[p] === OUTSIDE) ?? tet.find((p) => startSigns[p] === INSIDE);
      if (back === undefined) continue;
      stays[back] = 1;
      isSound = false;
    }
  }
}

/** The lattice tetrahedra inside the box, in order of cubes and rows. The row's parity is that of the tetrahedron's place in the list. */
function latticeTets(lattice: BccLattice): number[][] {
  const offsets = tetOffsets(lattice);
  const cubes = lattice.size.map((n) => n - 1);
  const tets: number[][] = [];
  forEachCube(lattice, (cube, at) => {
    for (let row = 0; row < ROWS; row++) {
      const axis = Math.floor((3 * row) / ROWS);
      if (at[axis] + 1 < cubes[axis]) tets.push([0, 1, 2, 3].map((c) => cube + offsets[4 * row + c]));
    }
  });
  return tets;
}

/** Visits the cubes of the box. @param visit gets the id of the cube's first corner, and the cube's number along each axis */
function forEachCube({ size }: BccLattice, visit: (cube: number, at: readonly number[]) => void): void {
  for (let k = 0; k + 1 < size[2]; k++)
    for (let j = 0; j + 1 < size[1]; j++)
      for (let i = 0; i + 1 < size[0]; i++) visit(2 * (i + size[0] * (j + size[1] * k)), [i, j, k]);
}

/**
 * Returns the index of the stencil that fills the outside part of a lattice tetrahedron: that of the inside part if all signs are exchanged, and
 * with them the parity. OUTSIDE, ON and INSIDE are 0, 1 and 2. Parameters are as in `stencilCase`.
 */
export const outsideCase = (s0: number, s1: number, s2: number, s3: number, odd: number): number =>
  stencilCase(INSIDE - s0, INSIDE - s1, INSIDE - s2, INSIDE - s3, 1 - odd);

/** Fills all lattice tetrahedra by their stencils, and the pyramids between the outermost centres and the box's sides. */
function fillBox(cut: CutLattice, bodies: Uint16Array): { tets: Uint32Array; labels: Uint16Array } {
  const { lattice, signs, cutOfEdge } = cut;
  const table = stencilTable();
  const tets: number[] = [];
  const labels: number[] = [];
  const local = new Uint32Array(4 + STENCIL_EDGES.length);
  const add = (stencil: number, label: number) => {
    for (let n = table.offsets[stencil]; n < table.offsets[stencil + 1]; n++) tets.push(local[table.points[n]]);
    for (let n = table.offsets[stencil]; n < table.offsets[stencil + 1]; n += 4) labels.push(label);
  };
  latticeTets(lattice).forEach((corners, t) => {
    const odd = t & 1;
    local.set(corners);
    STENCIL_EDGES.forEach(([a, b], e) => {
      local[4 + e] = lattice.pointCount + cutOfEdge[edgeSlot(lattice, corners[a], corners[b])] - 1;
    });
    const [s0, s1, s2, s3] = corners.map((p) => signs[p]);
    const inner = corners.find((p) => signs[p] === INSIDE);
    if (inner !== undefined) add(stencilCase(s0, s1, s2, s3, odd), bodies[inner]);
    if (corners.every((p) => signs[p] === ON)) {
      tets.push(...corners);
      labels.push(AIR);
    }
    add(outsideCase(s0, s1, s2, s3, odd), AIR);
  });
  for (const tet of borderTets(lattice)) {
    tets.push(...tet);
    labels.push(AIR);
  }
  return { tets: Uint32Array.from(tets), labels: Uint16Array.from(labels) };
}

/** Returns the tetrahedra between the box's sides and the outermost centres: two per square. Their orientation may be negative. */
function borderTets(lattice: BccLattice): number[][] {
  const { size } = lattice;
  const strides = [2, 2 * size[0], 2 * size[0] * size[1]];
  const tets: number[][] = [];
  forEachCube(lattice, (cube, at) => {
    for (let axis = 0; axis < 3; axis++)
      for (const end of [0, 1]) {
        if (at[axis] !== (end === 0 ? 0 : size[axis] - 2)) continue;
        const [u, v] = [strides[(axis + 1) % 3], strides[(axis + 2) % 3]];
        const first = cube + end * strides[axis];
        const [a, b, c, d] = [first, first + u, first + u + v, first + v];
        const isEven = (at[0] + at[1] + at[2]) % 2 === 0; // diagonals like a chessboard
        tets.push(
          ...(isEven
            ? [
                [a, b, c],
                [a, c, d],
              ]
            : [
                [a, b, d],
                [b, c, d],
              ]
          ).map((face) => [cube + 1, ...face]),
        );
      }
  });
  return tets;
}

/** Exchanges two corners of each tetrahedron of negative volume. Only those at the box's sides may have one. */
function orient(x: Float64Array, tets: Uint32Array): void {
  for (let t = 0; t < tets.length; t += 4) {
    const q = tetQuality(x, tets[t], tets[t + 1], tets[t + 2], tets[t + 3]);
    if (q < 0) [tets[t + 2], tets[t + 3]] = [tets[t + 3], tets[t + 2]];
  }
}

/** Gives tetrahedra to the air until each body is one piece with a manifold boundary, by `keepManifold`. */
function dropPinched(tets: Uint32Array, labels: Uint16Array, vertexCount: number, bodyCount: number): void {
  for (let body = 1; body <= bodyCount; body++) {
    const own = tets.filter((_, i) => labels[i >> 2] === body);
    const kept = keepManifold(own, vertexCount);
    let next = 0; // the first of the kept tetrahedra that isn't found yet: they stay in order
    for (let t = 0; t < labels.length; t++) {
      if (labels[t] !== body) continue;
      const isKept = [0, 1, 2, 3].every((c) => tets[4 * t + c] === kept[next + c]);
      if (isKept) next += 4;
      else labels[t] = AIR;
    }
  }
}

/** Returns `sides` of StuffedBox. */
function sidesOf({ size }: BccLattice, vertexCount: number): Uint8Array {
  const sides = new Uint8Array(vertexCount);
  for (let k = 0; k < size[2]; k++)
    for (let j = 0; j < size[1]; j++)
      for (let i = 0; i < size[0]; i++)
        [i, j, k].forEach((n, axis) => {
          const bits = n === 0 ? 1 : n === size[axis] - 1 ? 2 : 0;
          sides[2 * (i + size[0] * (j + size[1] * k))] |= bits << (2 * axis);
        });
  return sides;
}
