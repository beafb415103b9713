/** Graphics API that three draws with. */
export type Drawing = 'webgpu' | 'webgl';

/** The picture failed, not what it shows: something else may still draw it. */
export class DrawingError extends Error {}

export const NOTHING_DRAWS = 'This browser offers neither WebGPU nor WebGL 2, and the page needs one of them to draw.';

/** Whether this browser draws by WebGL 2. Its context is given back at once: browsers have few. */
export function hasWebGL(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl !== null;
}
