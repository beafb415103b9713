import { flamenco } from './flamenco.ts';
import { pipe } from './pipe.ts';
import type { SurfaceAnimation } from './surface-animation.ts';

/** Animations after the pipe and the flamenco dress of the enhanced dual cone's paper, which came as keyframes too. */
export const SURFACE_ANIMATIONS: readonly SurfaceAnimation[] = [pipe, flamenco];
