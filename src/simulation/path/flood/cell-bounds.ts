import { BALL, FACE_BOUND, type State } from '../../state.ts';
import type { Body } from '../../world/world.ts';
import type { Cells } from './cells.ts';

/**
 * Bounding balls and planes of a body's cells (cells.ts). With them the flood tells which cells, patches and boundary faces may be nearer
 * to the query point than the best path so far. In each pass they are computed for a cell when the first query visits it. Workers share
 * these arrays without locks: if two workers compute the same cell, they write the same values, and both write the pass number last.
 */
export interface CellBounds {
  readonly layout: Cells;
  /** Per cell and per patch: the pass (PathBody.passes) in which its bounds were last computed. All workers share these arrays. */
  readonly cellPasses: Uint32Array;
  readonly patchPasses: Uint32Array;
  /** Per cell and per patch: the last pass in which this worker found the bounds up to date. */
  readonly knownCells: Uint32Array;
  readonly knownPatches: Uint32Array;
  /** Bounding ball and plane per boundary face (FACE_BOUND numbers), in the order of `layout.faces`. */
  readonly faces: Float64Array;
  /** Bounding ball per patch, and per side of a cell (BALL numbers). */
  readonly patches: Float64Array;
  readonly sides: Float64Array;
}

/** Creates bounds for a body that is not part of a state. */
export function createCellBounds(layout: Cells): CellBounds {
  return {
    layout,
    cellPasses: new Uint32Array(layout.cellCount),
    patchPasses: new Uint32Array(layout.patchCount),
    knownCells: new Uint32Array(layout.cellCount),
    knownPatches: new Uint32Array(layout.patchCount),
    faces: new Float64Array(FACE_BOUND * layout.faces.length),
    patches: new Float64Array(BALL * layout.patchCount),
    sides: new Float64Array(BALL * layout.sideCount),
  };
}

/** Returns the bounds of a body, as views of the state's arrays. */
export function cellBoundsOf(
  state: State,
  { faceBase, cellBase, patchBase, sideBase }: Body,
  layout: Cells,
): CellBounds {
  const { cellCount, patchCount, sideCount, faces } = layout;
  const part = <A extends Uint32Array | Float64Array>(array: A, base: number, count: number, stride = 1) =>
    array.subarray(stride * base, stride * (base + count)) as A;
  return {
    layout,
    cellPasses: part(state.pathCellPasses, cellBase, cellCount),
    patchPasses: part(state.pathPatchPasses, patchBase, patchCount),
    knownCells: new Uint32Array(cellCount),
    knownPatches: new Uint32Array(patchCount),
    faces: part(state.pathFaces, faceBase, faces.length, FACE_BOUND),
    patches: part(state.pathPatches, patchBase, patchCount, BALL),
    sides: part(state.pathSides, sideBase, sideCount, BALL),
  };
}
