/**
 * Isosurface stuffing: fills the inside of a surface with tetrahedra of guaranteed dihedral angles. Source: Labelle and Shewchuk 2007,
 * "Isosurface stuffing: fast tetrahedral meshes with good dihedral angles", the uniform (not graded) version. The surface cuts the edges
 * of a body-centred cubic lattice, each in one cut point. If a lattice point is too close to a cut point, it moves there ("warping").
 * Then a stencil fills the part of each lattice tetrahedron that is inside the surface.
 */
import { matchFaces } from '../match-faces.ts';
import { findPieces } from '../pieces.ts';
import { signedVolumes } from '../quality.ts';
import type { TetMesh } from '../tet-mesh.ts';
import {
  type BccLattice,
  bccLattice,
  type Bounds,
  edgeSlot,
  inMargin,
  LATTICE_DEGREE,
  latticePositions,
  LONG_DIRECTIONS,
  neighbourOffsets,
  SHORT_LENGTH,
  tetOffsets,
} from './bcc-lattice.ts';
import { compactMesh } from './compact-mesh.ts';
import { keepManifold } from './keep-manifold.ts';
import { INSIDE, ON, OUTSIDE, STENCIL_EDGES, stencilCase, stencilTable } from './stencils.ts';

/** Returns the signed distance to a surface [m] at (x, y, z) [m], negative inside. Only the sign and the zeros of the distance matter. */
export type SignedDistance = (x: number, y: number, z: number) => number;

/** A cut point on a long edge violates an end of the edge if it is nearer to that end than this share of the edge. Value of the source. */
export const ALPHA_LONG = 0.24999;
/** The same limit for a cut point on a short edge. Value of the source. */
export const ALPHA_SHORT = 0.41189;
/**
 * Bounds of the dihedral angles [degrees]. With ALPHA_LONG and ALPHA_SHORT, the bounds hold for any surface: they are the extremes over
 * all stencils, warps and cut points, which tests/unit/mesh/stencils.test.ts enumerates. For comparison, meshes of random noise have
 * angles from 10.6 to 157.5, and the octopi from 11.3 to 157.2. Labelle and Shewchuk state 10.7 and 164.8, derived in another way.
 */
export const MIN_DIHEDRAL = 9.31;
export const MAX_DIHEDRAL = 161.65;

/** Tolerance of cut points, as a share of an edge. It is far below the resolution of float32 positions. */
const ROOT_TOLERANCE = 1e-10;
const MAX_ROOT_STEPS = 60;

/** The lattice and its cut points. */
export interface CutLattice {
  readonly lattice: BccLattice;
  /** Result of `neighbourOffsets`. */
  readonly neighbours: Int32Array;
  /** Positions of the lattice points [m]. `warp` moves some of them. */
  readonly positions: Float64Array;
  /** OUTSIDE, ON or INSIDE for each lattice point. */
  readonly signs: Uint8Array;
  /** For each edge, at index `edgeSlot`: 1 + the index of the edge's cut point, or 0 if the surface doesn't cut the edge. */
  readonly cutOfEdge: Int32Array;
  /** 4 numbers per cut point: position [m], then distance from the edge's inside end as a share of the edge. */
  readonly cuts: number[];
}
/** Length of a cut point's entry in `cuts`. */
export const CUT_SIZE = 4;

/**
 * Fills the inside of a surface with tetrahedra. The mesh is one connected piece, the largest one, and its boundary is a closed
 * 2-manifold. Every tetrahedron is positively oriented. Its dihedral angles are between MIN_DIHEDRAL and MAX_DIHEDRAL, except for rounding
 * to float32. Vertices and tetrahedra are numbered along a space-filling curve. The same input always gives the same bytes.
 * @param distance negative inside the surface
 * @param bounds a box around the surface [m]
 * @param cell edge length of the lattice's cubes [m]; a cube far from the surface gives 12 tetrahedra
 * @param progress called with the finished share of the work, 0 to 1
 * @throws Error if the surface leaves the bounds, or if the cell is so large that no tetrahedra are left
 */
export function stuff(
  distance: SignedDistance,
  bounds: Bounds,
  cell: number,
  progress: (fraction: number) => void = () => {},
): TetMesh {
  const { positions, tets } = stuffLattice(distance, bounds, cell, progress);
  const mesh = compactMesh(positions, keepManifold(tets, positions.length / 3));
  progress(1);
  return mesh;
}

/** Pieces of a stuffed surface, in one mesh. */
export interface StuffedPieces {
  readonly mesh: TetMesh;
  /** Number of pieces in the mesh. */
  readonly pieces: number;
  /** Number of pieces that were left out, and their volume, with that of what else was dropped for a manifold boundary [m^3]. */
  readonly leftOut: { readonly pieces: number; readonly volume: number };
}

/**
 * Does the same as `stuff`, and may keep several pieces.
 * @param leastShare pieces are kept that have at least this share of the largest one's tetrahedra
 */
export function stuffPieces(
  distance: SignedDistance,
  bounds: Bounds,
  cell: number,
  leastShare: number,
  progress: (fraction: number) => void = () => {},
): StuffedPieces {
  const { positions, tets } = stuffLattice(distance, bounds, cell, progress);
  const kept = keepManifold(tets, positions.length / 3, leastShare);
  const pieces = countPieces(kept, positions.length / 3);
  const leftOut = {
    pieces: Math.max(0, countPieces(tets, positions.length / 3) - pieces),
    volume: kept.length < tets.length ? volumeOf(positions, tets) - volumeOf(positions, kept) : 0,
  };
  const mesh = compactMesh(positions, kept);
  progress(1);
  return { mesh, pieces, leftOut };
}

/** Fills the part of the lattice that is inside. */
function stuffLattice(...[distance, bounds, cell, progress]: Required<Parameters<typeof stuff>>) {
  const cut = cutLattice(bccLattice(bounds, cell), distance, progress);
  warp(cut);
  return fillLattice(cut);
}

const countPieces = (tets: Uint32Array, vertexCount: number): number =>
  findPieces(matchFaces(tets, vertexCount).neighbours).sizes.length;

const volumeOf = (positions: Float64Array, tets: Uint32Array): number =>
  signedVolumes({ positions, tets }).reduce((sum, volume) => sum + volume, 0);

/**
 * Evaluates the distance at all lattice points p. Then finds the cut point of each edge that has one end inside (p) and one outside (q).
 * @param distanceInside the distance that is 0 at the cut points around an inside point, if several bodies make up the inside
 */
export function cutLattice(
  lattice: BccLattice,
  distance: SignedDistance,
  progress: (fraction: number) => void = () => {},
  distanceInside: (point: number) => SignedDistance = () => distance,
): CutLattice {
  const positions = latticePositions(lattice);
  const neighbours = neighbourOffsets(lattice);
  const values = new Float64Array(lattice.pointCount);
  const signs = new Uint8Array(lattice.pointCount);
  const layer = 2 * lattice.size[0] * lattice.size[1];
  for (let p = 0; p < lattice.pointCount; p++) {
    if (p % layer === 0) progress((0.7 * p) / lattice.pointCount); // this loop takes about 70 % of the whole time
    const value = distance(positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]);
    values[p] = value;
    signs[p] = value < 0 ? INSIDE : value > 0 ? OUTSIDE : ON;
    if (signs[p] === INSIDE && inMargin(lattice, p))
      throw new Error(
        'The surface leaves the bounds of isosurface stuffing, expected bounds that contain the whole surface',
      );
  }
  const cutOfEdge = new Int32Array((LATTICE_DEGREE / 2) * lattice.pointCount);
  const cuts: number[] = [];
  for (let p = 0; p < lattice.pointCount; p++) {
    if (signs[p] !== INSIDE) continue;
    for (let d = 0; d < LATTICE_DEGREE; d++) {
      const q = p + neighbours[LATTICE_DEGREE * (p & 1) + d];
      if (signs[q] !== OUTSIDE) continue;
      const t = findRoot(distanceInside(p), positions, p, q, values[p], values[q]);
      for (let k = 0; k < 3; k++) cuts.push(positions[3 * p + k] + t * (positions[3 * q + k] - positions[3 * p + k]));
      cuts.push(t);
      cutOfEdge[edgeSlot(lattice, p, q)] = cuts.length / CUT_SIZE;
    }
  }
  return { lattice, neighbours, positions, signs, cutOfEdge, cuts };
}

/**
 * Finds the point between p (inside) and q (outside) at which the distance is 0. The method is regula falsi with the Illinois rule, which
 * keeps a bracket of the zero and converges superlinearly.
 * @returns the point's distance from p, as a share of the edge
 */
function findRoot(
  distance: SignedDistance,
  positions: Float64Array,
  p: number,
  q: number,
  valueP: number,
  valueQ: number,
): number {
  const [px, py, pz] = [positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]];
  const [dx, dy, dz] = [positions[3 * q] - px, positions[3 * q + 1] - py, positions[3 * q + 2] - pz];
  let [low, high, valueLow, valueHigh] = [0, 1, valueP, valueQ];
  let lastMoved = 0; // end of the bracket that the last step moved: -1 is low, 1 is high
  let t = 0.5;
  for (let step = 0; step < MAX_ROOT_STEPS && high - low > ROOT_TOLERANCE; step++) {
    t = low + ((high - low) * valueLow) / (valueLow - valueHigh);
    const value = distance(px + t * dx, py + t * dy, pz + t * dz);
    if (Math.abs(value) <= ROOT_TOLERANCE * Math.abs(valueQ - valueP)) return t;
    if (value < 0) {
      low = t;
      valueLow = value;
      if (lastMoved === -1) valueHigh *= 0.5;
      lastMoved = -1;
    } else {
      high = t;
      valueHigh = value;
      if (lastMoved === 1) valueLow *= 0.5;
      lastMoved = 1;
    }
  }
  return t;
}

/**
 * Warps the lattice: moves each violated lattice point p onto the nearest cut point that violates it. The sign of the point becomes ON, so
 * the stencils no longer use the other cut points on its edges.
 * @param mayMove whether a point may move if it is violated
 */
export function warp(
  { lattice, neighbours, positions, signs, cutOfEdge, cuts }: CutLattice,
  mayMove: (point: number) => boolean = () => true,
): void {
  for (let p = 0; p < lattice.pointCount; p++) {
    const opposite = signs[p] === INSIDE ? OUTSIDE : INSIDE;
    if (signs[p] === ON || !mayMove(p)) continue;
    let nearestAt = -1; // offset in `cuts`
    let leastDistance = Number.POSITIVE_INFINITY; // in cells
    for (let d = 0; d < LATTICE_DEGREE; d++) {
      const q = p + neighbours[LATTICE_DEGREE * (p & 1) + d];
      if (signs[q] !== opposite) continue; // ids beyond the lattice are excluded too: they have no sign, or wrap into the margin
      const cutAt = CUT_SIZE * (cutOfEdge[edgeSlot(lattice, p, q)] - 1);
      const share = signs[p] === INSIDE ? cuts[cutAt + 3] : 1 - cuts[cutAt + 3];
      const isLong = d < LONG_DIRECTIONS;
      const pointDistance = isLong ? share : SHORT_LENGTH * share;
      if (share >= (isLong ? ALPHA_LONG : ALPHA_SHORT) || pointDistance >= leastDistance) continue;
      leastDistance = pointDistance;
      nearestAt = cutAt;
    }
    if (nearestAt < 0) continue;
    for (let k = 0; k < 3; k++) positions[3 * p + k] = cuts[nearestAt + k];
    signs[p] = ON;
  }
}

/** Fills all lattice tetrahedra by their stencils. Lattice points keep their ids as vertex ids; the cut points' ids follow. */
function fillLattice({ lattice, positions, signs, cutOfEdge, cuts }: CutLattice) {
  const table = stencilTable();
  const offsets = tetOffsets(lattice);
  const [sx, sy, sz] = lattice.size;
  const local = new Uint32Array(4 + STENCIL_EDGES.length);
  const tets: number[] = [];
  for (let k = 0; k + 1 < sz; k++)
    for (let j = 0; j + 1 < sy; j++)
      for (let i = 0; i + 1 < sx; i++) {
        const cube = 2 * (i + sx * (j + sy * k));
        for (let row = 0; row < 12; row++) {
          for (let c = 0; c < 4; c++) local[c] = cube + offsets[4 * row + c];
          const stencil = stencilCase(signs[local[0]], signs[local[1]], signs[local[2]], signs[local[3]], row & 1);
          if (table.offsets[stencil] === table.offsets[stencil + 1]) continue;
          for (let e = 0; e < STENCIL_EDGES.length; e++) {
            const [a, b] = STENCIL_EDGES[e];
            local[4 + e] = lattice.pointCount + cutOfEdge[edgeSlot(lattice, local[a], local[b])] - 1;
          }
          for (let n = table.offsets[stencil]; n < table.offsets[stencil + 1]; n++) tets.push(local[table.points[n]]);
        }
      }
  const all = new Float64Array(3 * (lattice.pointCount + cuts.length / CUT_SIZE));
  all.set(positions);
  for (let c = 0, at = positions.length; c < cuts.length; c += CUT_SIZE, at += 3)
    for (let k = 0; k < 3; k++) all[at + k] = cuts[c + k];
  return { positions: all, tets: Uint32Array.from(tets) };
}
