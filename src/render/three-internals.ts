import type { BufferAttribute, LightShadow, TimestampQuery, WebGPURenderer } from 'three/webgpu';
import { BasicShadowFilter } from 'three/tsl';

/** What is used of three's backends behind its types. The one place that reaches in: three is pinned for it. */
interface ThreeBackend {
  readonly isWebGPUBackend?: boolean;
  /** Whether passes are timed. */
  readonly trackTimestamp?: boolean;
  /** Present on the WebGPU backend only. */
  readonly device?: GPUDevice;
  get(attribute: BufferAttribute): { buffer?: GPUBuffer };
}

const backendOf = (renderer: WebGPURenderer) => renderer.backend as unknown as ThreeBackend;

/**
 * Lets three draw a buffer that kernels write. Call it before the geometry's first render. three never writes it, since
 * the attribute's version stays 0; but geometry.dispose() would destroy it, so release it first.
 */
export function adoptBuffer(renderer: WebGPURenderer, attribute: BufferAttribute, buffer: GPUBuffer): void {
  backendOf(renderer).get(attribute).buffer = buffer;
}

/** Puts an empty buffer in an adopted one's place, so that geometry.dispose() doesn't destroy what the kernels write. */
export function releaseBuffer(renderer: WebGPURenderer, attribute: BufferAttribute, device: GPUDevice): void {
  const empty = device.createBuffer({ label: 'released attribute', size: 4, usage: GPUBufferUsage.VERTEX });
  backendOf(renderer).get(attribute).buffer = empty;
}

/**
 * Lets a shadow be looked up once a pixel, where the renderer's other shadows take five. The device still blurs it over a texel:
 * enough for a coarse map, and a fifth of the time where pixels are what costs.
 */
export function lookUpOnce(shadow: LightShadow): void {
  (shadow as LightShadow & { filterNode?: typeof BasicShadowFilter }).filterNode = BasicShadowFilter;
}

/** Once the device has drawn what was recorded, and has told what it refused; at once with WebGL. A lost device settles too. */
export const drawingDone = async (renderer: WebGPURenderer): Promise<void> =>
  backendOf(renderer).device?.queue.onSubmittedWorkDone();

/** Tells what the device refuses of the drawing, which three only writes to the console. Its types say that it is told a text. */
export function refusalsOf(renderer: WebGPURenderer, refused: (message: string) => void): void {
  const write = renderer.onError.bind(renderer);
  renderer.onError = (told: unknown) => {
    refused((told as { readonly message: string }).message);
    write(told as string);
  };
}

/** Times frames on the device by timestamp queries, where it has them. */
export class RenderClock {
  private readonly canTime: boolean;
  private last: number | undefined;
  private pending: Promise<void> | undefined;

  constructor(private readonly renderer: WebGPURenderer) {
    const { isWebGPUBackend, trackTimestamp } = backendOf(renderer);
    this.canTime = isWebGPUBackend === true && trackTimestamp === true;
  }

  /** @returns milliseconds of the last frame known, without waiting: of the one before, mostly; undefined without queries */
  time(): number | undefined {
    if (!this.canTime) return undefined;
    // Queries have to be resolved each frame, or their buffer fills up.
    this.pending ??= this.resolve().finally(() => {
      this.pending = undefined;
    });
    return this.last;
  }

  /** Waits for what was asked last: the renderer can be disposed of then. */
  async settle(): Promise<void> {
    await this.pending;
  }

  private async resolve(): Promise<void> {
    this.last = await this.renderer.resolveTimestampsAsync('render' satisfies TimestampQuery);
  }
}
