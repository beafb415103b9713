import type { ExploreMode } from '../explore/explore-mode.ts';
import type { LateParts } from './late-parts.ts';
import type { Runtime } from './runtime.ts';
import type { Starter, StartParts } from './starter.ts';

/** The page's parts, and what it does for those that its frames and starts go through. App implements it. */
export interface PageParts extends StartParts {
  readonly runtime: Runtime;
  readonly late: LateParts;
  readonly exploreMode: ExploreMode;
  readonly starter: Starter;
  reset(): void;
  openGallery(): void;
  viewOptionsChanged(): void;
  /** Brings the address up to date. */
  followAddress(): void;
  /** Pauses the scene while paths are explored. @returns a function that lets the scene go on, unless it was paused before */
  standStill(): () => void;
}
