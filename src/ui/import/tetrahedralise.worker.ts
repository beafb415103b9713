import { expose } from 'comlink';
import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import { measureSurface, type SurfaceSize } from '../../surface/estimate.ts';
import { type FilledSurface, tetrahedraliseSurface } from '../../surface/tetrahedralise-surface.ts';

/** Measures surfaces and fills them with tetrahedra in a worker, off the page's main thread: that takes seconds. */
const tetrahedraliser = {
  measure: (surface: DrawnSurface): SurfaceSize => measureSurface(surface),
  tetrahedralise: (surface: DrawnSurface, cell: number, progress: (fraction: number) => void): FilledSurface =>
    tetrahedraliseSurface(surface, { cell }, (fraction) => progress(fraction)),
};

export type Tetrahedraliser = typeof tetrahedraliser;
expose(tetrahedraliser);
