import { BALL, FACE_BOUND, type State } from '../../state.ts';
import type { Body } from '../../world/world.ts';
import type { Cells } from './cells.ts';

/**
 * Bounding balls and planes of a body's cells in one pass; a cell's are computed when a query first visits it. Workers share these
 * arrays without locks: two workers that compute the same cell write the same values, and the pass number is written last.
 */
export interface CellBounds {
  readonly layout: Cells;
  /** PathBody.passes when a cell's or a patch's bounds were last computed, shared; and when this thread last saw them up to date. */
  readonly cellPasses: Uint32Array;
  readonly patchPasses: Uint32Array;
  readonly knownCells: Uint32Array;
  readonly knownPatches: Uint32Array;
  /** FACE_BOUND numbers per boundary face, in the order of `layout.faces`; BALL numbers per patch and per side of a cell. */
  readonly faces: Float64Array;
  readonly patches: Float64Array;
  readonly sides: Float64Array;
}

/** Bounds for a body that is not part of a state. */
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

/** Bounds of a body, as views of the state's arrays. */
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
