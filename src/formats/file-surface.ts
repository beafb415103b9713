import type { DrawnSurface } from '../mesh/drawn-surface.ts';
import type { FarPlace } from './far-mesh.ts';

/** The contents of a surface's file: positions in the file's unit, nothing welded yet. */
export interface FileSurface extends DrawnSurface {
  /** Sentences about what the file holds besides, and was left out. */
  readonly notes: readonly string[];
  /** Set if the file's mesh lies far from the origin for its size (shiftOf): then `positions` are the file's less a shift. */
  readonly far?: FarPlace;
}
