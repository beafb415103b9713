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
  /** Number of drawings that use the same shadows. */
  readonly shadowFrames: number;
}

export const FULL_DETAIL: Detail = { resolution: 1, shadowFrames: 1 };

/** Whether a graphics adapter draws in software, without a GPU. @param name what the browser reports about the adapter */
export const isSoftware = (name: string): boolean => /swiftshader|llvmpipe|lavapipe|software|basic render/i.test(name);
