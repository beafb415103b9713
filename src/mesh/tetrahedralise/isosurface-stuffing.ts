/**
 * Isosurface stuffing: fills the inside of a surface with tetrahedra of guaranteed dihedral angles.
 * Source: Labelle and Shewchuk 2007, "Isosurface stuffing: fast tetrahedral meshes with good dihedral angles", the
 * uniform (not graded) version. A body-centred cubic lattice is cut by the surface; lattice points too close to a cut
 * point are warped onto it; what is left of each lattice tetrahedron is filled by a stencil.
 */
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

/** Signed distance to a surface [m] at (x, y, z) [m]: negative inside. Only its sign and its zeros matter here. */
export type SignedDistance = (x: number, y: number, z: number) => number;

/** A cut point violates a lattice point if it is closer than this share of the long or short edge; values of the paper. */
export const ALPHA_LONG = 0.24999;
export const ALPHA_SHORT = 0.41189;
/**
 * Bounds of the dihedral angles that these values guarantee for any surface [degrees]: the extremes over all stencils, warps and cut
 * points, which tests/unit/mesh/stencils.test.ts enumerates. Noise reaches 10.6 and 157.5, the octopi 11.3 and 157.2. (The paper's
 * abstract states 10.7 and 164.8, derived in another way.)
 */
export const MIN_DIHEDRAL = 9.31;
export const MAX_DIHEDRAL = 161.65;

/** Tolerance of cut points, as a share of an edge: far below the resolution of float32 positions. */
const ROOT_TOLERANCE = 1e-10;
const MAX_ROOT_STEPS = 60;

/** The lattice, and the effects of the surface on it. */
interface CutLattice {
  readonly lattice: BccLattice;
  readonly neighbours: Int32Array;
  /** Positions of lattice points after warping [m]. */
  readonly positions: Float64Array;
  /** OUTSIDE, ON or INSIDE for each lattice point. */
  readonly signs: Uint8Array;
  /** 1 + the index of each edge's cut point, by edgeSlot; 0 if it has none. */
  readonly cutOfEdge: Int32Array;
  /** Per cut point 4 numbers: position [m], and distance from the edge's inside end as a share of the edge. */
  readonly cuts: number[];
}
const CUT_SIZE = 4;

/**
 * Fills the inside of a surface with tetrahedra. The boundary is a closed 2-manifold, every tetrahedron is positively
 * oriented with dihedral angles between MIN_DIHEDRAL and MAX_DIHEDRAL (but for rounding to float32), only the largest
 * connected piece is kept, vertices and tetrahedra are numbered along a space-filling curve. Same input, same bytes.
 * @param distance negative inside
 * @param bounds [m] a box around the surface
 * @param cell edge length of the lattice's cubes [m]; there are 12 tetrahedra a cube well inside
 * @param progress called with the share of the work that is done, 0 to 1
 * @throws Error where the surface leaves the bounds, or nothing is inside
 */
export function stuff(
  distance: SignedDistance,
  bounds: Bounds,
  cell: number,
  progress: (fraction: number) => void = () => {},
): TetMesh {
  const lattice = bccLattice(bounds, cell);
  const cut = cutLattice(lattice, distance, progress);
  warp(cut);
  const { positions, tets } = fillLattice(cut);
  const mesh = compactMesh(positions, keepManifold(tets, positions.length / 3));
  progress(1);
  return mesh;
}

/** Evaluates the distance at all lattice points and finds the cut points of all edges whose ends differ in sign. */
function cutLattice(lattice: BccLattice, distance: SignedDistance, progress: (fraction: number) => void): CutLattice {
  const positions = latticePositions(lattice);
  const neighbours = neighbourOffsets(lattice);
  const values = new Float64Array(lattice.pointCount);
  const signs = new Uint8Array(lattice.pointCount);
  const layer = 2 * lattice.size[0] * lattice.size[1];
  for (let p = 0; p < lattice.pointCount; p++) {
    if (p % layer === 0) progress((0.7 * p) / lattice.pointCount); // about its share of the time
    const value = distance(positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]);
    values[p] = value;
    signs[p] = value < 0 ? INSIDE : value > 0 ? OUTSIDE : ON;
    if (signs[p] === INSIDE && inMargin(lattice, p))
      throw new Error('The surface leaves the bounds that isosurface stuffing was given');
  }
  const cutOfEdge = new Int32Array((LATTICE_DEGREE / 2) * lattice.pointCount);
  const cuts: number[] = [];
  for (let p = 0; p < lattice.pointCount; p++) {
    if (signs[p] !== INSIDE) continue;
    for (let d = 0; d < LATTICE_DEGREE; d++) {
      const q = p + neighbours[LATTICE_DEGREE * (p & 1) + d];
      if (signs[q] !== OUTSIDE) continue;
      const t = findRoot(distance, positions, p, q, values[p], values[q]);
      for (let k = 0; k < 3; k++) cuts.push(positions[3 * p + k] + t * (positions[3 * q + k] - positions[3 * p + k]));
      cuts.push(t);
      cutOfEdge[edgeSlot(lattice, p, q)] = cuts.length / CUT_SIZE;
    }
  }
  return { lattice, neighbours, positions, signs, cutOfEdge, cuts };
}

/**
 * Finds the zero of the distance between p (inside) and q (outside), as a share of the edge from p: regula falsi with the Illinois
 * rule, which keeps a bracket and converges superlinearly.
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
  let side = 0;
  let t = 0.5;
  for (let step = 0; step < MAX_ROOT_STEPS && high - low > ROOT_TOLERANCE; step++) {
    t = low + ((high - low) * valueLow) / (valueLow - valueHigh);
    const value = distance(px + t * dx, py + t * dy, pz + t * dz);
    if (Math.abs(value) <= ROOT_TOLERANCE * Math.abs(valueQ - valueP)) return t;
    if (value < 0) {
      low = t;
      valueLow = value;
      if (side === -1) valueHigh *= 0.5;
      side = -1;
    } else {
      high = t;
      valueHigh = value;
      if (side === 1) valueLow *= 0.5;
      side = 1;
    }
  }
  return t;
}

/** Moves each violated lattice point onto the nearest cut point that violates it; its other cut points become invalid. */
function warp({ lattice, neighbours, positions, signs, cutOfEdge, cuts }: CutLattice): void {
  for (let p = 0; p < lattice.pointCount; p++) {
    const opposite = signs[p] === INSIDE ? OUTSIDE : INSIDE;
    if (signs[p] === ON) continue;
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let d = 0; d < LATTICE_DEGREE; d++) {
      const q = p + neighbours[LATTICE_DEGREE * (p & 1) + d];
      if (signs[q] !== opposite) continue; // also excludes neighbours beyond the lattice, where no point is inside
      const c = CUT_SIZE * (cutOfEdge[edgeSlot(lattice, p, q)] - 1);
      const share = signs[p] === INSIDE ? cuts[c + 3] : 1 - cuts[c + 3];
      const isLong = d < LONG_DIRECTIONS;
      const length = isLong ? share : SHORT_LENGTH * share;
      if (share >= (isLong ? ALPHA_LONG : ALPHA_SHORT) || length >= least) continue;
      least = length;
      nearest = c;
    }
    if (nearest < 0) continue;
    for (let k = 0; k < 3; k++) positions[3 * p + k] = cuts[nearest + k];
    signs[p] = ON;
  }
}

/** Tetrahedra of all stencils; vertex ids are those of lattice points, then of cut points. */
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
          const c = stencilCase(signs[local[0]], signs[local[1]], signs[local[2]], signs[local[3]], row & 1);
          if (table.offsets[c] === table.offsets[c + 1]) continue;
          for (let e = 0; e < STENCIL_EDGES.length; e++) {
            const [a, b] = STENCIL_EDGES[e];
            local[4 + e] = lattice.pointCount + cutOfEdge[edgeSlot(lattice, local[a], local[b])] - 1;
          }
          for (let n = table.offsets[c]; n < table.offsets[c + 1]; n++) tets.push(local[table.points[n]]);
        }
      }
  const all = new Float64Array(3 * (lattice.pointCount + cuts.length / CUT_SIZE));
  all.set(positions);
  for (let c = 0, at = positions.length; c < cuts.length; c += CUT_SIZE, at += 3)
    for (let k = 0; k < 3; k++) all[at + k] = cuts[c + k];
  return { positions: all, tets: Uint32Array.from(tets) };
}
