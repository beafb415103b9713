import { ACESFilmicToneMapping, type Backend, BasicNodeLibrary, Renderer } from 'three/webgpu';
import { type Drawing, DrawingError, hasWebGL, NOTHING_DRAWS } from './drawing.ts';

/** Capabilities that three's renderer and its backends are opened with. */
const CAPABILITIES = { antialias: true, stencil: true, trackTimestamp: true } as const;

/** Makes a backend of three.js. @param device the device to draw with; only WebGPU takes one */
type MakeBackend = (canvas: HTMLCanvasElement, device: GPUDevice | undefined) => Backend;

/**
 * Fetches the part of three.js that draws by one graphics API. It is an eighth of three.js, and a page needs only one of the two, which
 * three's own WebGPURenderer both has.
 */
export async function fetchBackend(drawing: Drawing): Promise<MakeBackend> {
  if (drawing === 'webgl') {
    const { WebGLBackend } = await import('./webgl-backend.ts');
    return (canvas) => new WebGLBackend({ ...CAPABILITIES, canvas });
  }
  const { WebGPUBackend } = await import('./webgpu-backend.ts');
  return (canvas, device) => new WebGPUBackend({ ...CAPABILITIES, canvas, ...(device && { device }) });
}

/**
 * Opens a renderer on a canvas, as three's WebGPURenderer does, but without its silent change to WebGL.
 * @param device the simulation's device; undefined if three.js shall open its own device or context
 * @param drawing graphics API to use if there is no device
 * @throws DrawingError if the API is not available, or its part of three.js can't be fetched
 */
export async function openRenderer(
  canvas: HTMLCanvasElement,
  device: GPUDevice | undefined,
  drawing: Drawing,
): Promise<Renderer> {
  const api = device ? 'webgpu' : drawing;
  try {
    const makeBackend = await fetchBackend(api);
    const renderer = new Renderer(makeBackend(canvas, device), CAPABILITIES);
    // It translates no materials but node materials, the only ones here.
    renderer.library = new BasicNodeLibrary();
    await renderer.init();
    renderer.toneMapping = ACESFilmicToneMapping;
    return renderer;
  } catch (error) {
    // If the browser offers neither API, the message of three.js only says that a context is null.
    const canDrawNothing = api === 'webgl' && !hasWebGL();
    throw new DrawingError(canDrawNothing ? NOTHING_DRAWS : (error as Error).message, { cause: error });
  }
}
