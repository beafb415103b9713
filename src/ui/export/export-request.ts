import type { PictureSize } from '../../render/drawing.ts';

/** What a person asks to save. */
export type ExportRequest =
  | { readonly kind: 'shape'; readonly format: ShapeFormat }
  | { readonly kind: 'frames'; readonly format: FramesFormat }
  | { readonly kind: 'picture'; readonly size: PictureSize }
  | { readonly kind: 'video'; readonly size: PictureSize; readonly framesPerSecond: number };

/** Formats of a shape, by the ends of their files' names. */
export type ShapeFormat = 'glb' | 'obj' | 'ply' | 'stl' | 'vtu' | 'msh' | 'mesh';
/** Formats of the kept frames. */
export type FramesFormat = 'glb' | 'pvd' | 'pc2';
