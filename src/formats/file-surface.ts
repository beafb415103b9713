import type { DrawnSurface } from '../mesh/drawn-surface.ts';

/** The contents of a surface's file: positions in the file's unit, nothing welded yet. */
export interface FileSurface extends DrawnSurface {
  /** Sentences about what the file holds besides, and was left out. */
  readonly notes: readonly string[];
}
