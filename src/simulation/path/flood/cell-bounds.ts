import { BALL, FACE_BOUND, type State } from '../../state.ts';
import type { Body } from '../../world.ts';
import type { Cells } from './cells.ts';

/**
 * Where the cells of a body lie in one pass; each made when a query first visits it. Workers share these arrays: what two of them
 * make at once is the same, and the pass is written last.
 */
export interface CellBounds {
  readonly layout: Cells;
  /** PathBody.passes when a cell, a patch was made; and when this thread came to know it. */
  readonly cellPasses: Uint32Array;
  readonly patchPasses: Uint32Array;
  readonly knownCells: Uint32Array;
  readonly knownPatches: Uint32Array;
  /** FACE_BOUND a boundary face, in the order of `layout.faces`; BALL a patch and a side of a cell. */
  readonly faces: Float64Array;
  readonly patches: Float64Array;
  readonly sides: Float64Array;
}

/** Those of a body of its own, outside of any state. */
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

/** A body's part of what a state holds for all. */
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
