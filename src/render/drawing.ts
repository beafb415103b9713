/** Graphics API that three.js draws with. */
export type Drawing = 'webgpu' | 'webgl';

/** Thrown when drawing fails but the simulation goes on. Drawing with the other graphics API may still work. */
export class DrawingError extends Error {}

export const NOTHING_DRAWS = 'This browser offers neither WebGPU nor WebGL 2, and the page needs one of them to draw.';

/** Returns whether this browser offers WebGL 2. The context for this test is released at once, since browsers allow only a few. */
export function hasWebGL(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl !== null;
}

/** Maximum number of the screen's pixels per page pixel that are drawn. More pixels would cost time without a visible gain. */
export const MAX_PIXEL_RATIO = 2;

/** How finely a scene is drawn. */
export interface Detail {
  /** Pixels that are drawn per pixel of the screen, in each direction. */
  readonly resolution: number;
  /** Number of samples per pixel, which smooth edges: 4, or 0 for none. */
  readonly samples: 4 | 0;
  /** Number of drawings that use the same shadows. */
  readonly shadowFrames: number;
}

/** A picture of a size of one's own. */
export interface PictureSize {
  /** [pixels] */
  readonly width: number;
  readonly height: number;
  /** Whether sky and ground are drawn; without them the picture is transparent around the bodies. */
  readonly hasBackground: boolean;
}

export const FULL_DETAIL: Detail = { resolution: 1, samples: 4, shadowFrames: 1 };

/**
 * Details from the finest to the coarsest. Each is drawn in about 0.6 of the time of the one before (SwiftShader, octopi-8). Less than the
 * last one would be so blurred that one no longer sees which point is blue.
 */
export const DETAILS: readonly [Detail, ...Detail[]] = [
  FULL_DETAIL,
  { resolution: 0.75, samples: 4, shadowFrames: 2 },
  { resolution: 0.75, samples: 0, shadowFrames: 4 },
  { resolution: 0.5, samples: 0, shadowFrames: 4 },
];

/** Time of drawing with samples, as a multiple of the time without them (SwiftShader, octopi-8, half resolution: 273 and 130 ms). */
const SAMPLES_WORK = 2.1;

/** Returns about how long drawing takes with a detail, in arbitrary units. */
export const workOf = ({ resolution, samples }: Detail): number => resolution ** 2 * (samples > 0 ? SAMPLES_WORK : 1);
