import type {
  BufferAttribute,
  DepthTexture,
  LightShadow,
  Node,
  RenderTarget,
  TimestampQuery,
  Renderer,
} from 'three/webgpu';

/**
 * Parts of three.js' backends that its types don't declare. Only this file uses them, and because of it the version of three.js is pinned.
 */
interface ThreeBackend {
  readonly isWebGPUBackend?: boolean;
  /** Whether the GPU time of passes is measured by timestamp queries. */
  readonly trackTimestamp?: boolean;
  /** Present on the WebGPU backend only. */
  readonly device?: GPUDevice;
  /** Present on the WebGL backend only. */
  readonly gl?: WebGL2RenderingContext;
  get(attribute: BufferAttribute): { buffer?: GPUBuffer };
}

/** Private parts of three.js' renderer. */
interface ThreeRenderer {
  _samples: number;
  readonly _frameBufferTargets: ReadonlyMap<object, RenderTarget>;
}

const backendOf = (renderer: Renderer) => renderer.backend as unknown as ThreeBackend;

/**
 * Makes three.js draw from a buffer that kernels write. Call `adoptBuffer` before the geometry's first render. three.js never writes the
 * buffer, since the attribute's version stays 0. But geometry.dispose() would destroy the buffer, so call `releaseBuffer` before it.
 */
export function adoptBuffer(renderer: Renderer, attribute: BufferAttribute, buffer: GPUBuffer): void {
  backendOf(renderer).get(attribute).buffer = buffer;
}

/** Returns the number of samples per pixel. After its init, a renderer has as many as were asked for, or 0 if its device can't have them. */
export const samplesOf = (renderer: Renderer): number => (renderer as unknown as ThreeRenderer)._samples;

/**
 * Sets the number of samples per pixel. three.js takes it when a renderer is created, for the texture that it draws into before tone mapping;
 * the number can change later if that texture is made anew.
 */
export function setSamples(renderer: Renderer, samples: number): void {
  const internals = renderer as unknown as ThreeRenderer;
  if (samplesOf(renderer) === samples) return;
  internals._samples = samples;
  for (const target of internals._frameBufferTargets.values()) {
    target.samples = samples;
    target.dispose();
  }
}

/** Replaces an adopted buffer by an empty one, so that geometry.dispose() does not destroy the simulation's buffer. */
export function releaseBuffer(renderer: Renderer, attribute: BufferAttribute, device: GPUDevice): void {
  const empty = device.createBuffer({ label: 'released attribute', size: 4, usage: GPUBufferUsage.VERTEX });
  backendOf(renderer).get(attribute).buffer = empty;
}

/** Computes the share of light that reaches a point, from a shadow map. The device blurs each comparison over a texel. */
export type ShadowFilter = (input: { depthTexture: DepthTexture; shadowCoord: Node<'vec3'> }) => Node<'float'>;

/** Makes three.js look up a shadow by a filter of ours, instead of by five lookups. */
export function useFilter(shadow: LightShadow, filter: ShadowFilter): void {
  (shadow as LightShadow & { filterNode?: ShadowFilter }).filterNode = filter;
}

/**
 * Resolves when the device has done all submitted drawing and has reported its errors, or when the device is lost. With WebGL it resolves
 * at once. Rejects if the browser's process that draws has ended.
 */
export const drawingDone = async (renderer: Renderer): Promise<void> =>
  backendOf(renderer).device?.queue.onSubmittedWorkDone();

/** Returns the most pixels along a side of what a renderer draws. */
export function mostPixels(renderer: Renderer): number {
  const { device, gl } = backendOf(renderer);
  return device ? device.limits.maxTextureDimension2D : gl!.getParameter(gl!.MAX_RENDERBUFFER_SIZE);
}

/** Returns what the browser reports about the graphics adapter that draws. */
export function graphicsName(renderer: Renderer): string {
  const { device, gl } = backendOf(renderer);
  if (device) return `${device.adapterInfo?.architecture} ${device.adapterInfo?.description}`;
  const names = gl?.getExtension('WEBGL_debug_renderer_info');
  return String(gl?.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}

/**
 * Reports drawing errors of the device, which three.js only writes to the console. three.js declares the argument of `onError` as a string,
 * but passes an object.
 */
export function reportErrors(renderer: Renderer, report: (message: string) => void): void {
  const write = renderer.onError.bind(renderer);
  renderer.onError = (reported: unknown) => {
    report((reported as { readonly message: string }).message);
    write(reported as string);
  };
}

/** Measures frames' GPU times by timestamp queries, if the device supports them. */
export class RenderClock {
  private canTime: boolean;
  private last: number | undefined;
  private pending: Promise<void> | undefined;

  constructor(private readonly renderer: Renderer) {
    const { isWebGPUBackend, trackTimestamp } = backendOf(renderer);
    this.canTime = isWebGPUBackend === true && trackTimestamp === true;
  }

  /**
   * Returns the GPU time of the last frame whose queries are resolved, mostly the previous frame [ms], without waiting. Returns undefined
   * on devices without timestamp queries.
   */
  time(): number | undefined {
    if (!this.canTime) return undefined;
    // Queries have to be resolved in each frame, or their buffer fills up.
    this.pending ??= this.resolve().finally(() => {
      this.pending = undefined;
    });
    return this.last;
  }

  /** Waits for the last query, after which the renderer can be disposed of. */
  async settle(): Promise<void> {
    await this.pending;
  }

  private async resolve(): Promise<void> {
    try {
      this.last = await this.renderer.resolveTimestampsAsync('render' satisfies TimestampQuery);
    } catch (error) {
      // Times are a convenience. If the device is gone, others report it.
      console.warn('GPU times are no longer measured:', error);
      this.canTime = false;
    }
  }
}
