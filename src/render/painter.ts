import type { PerspectiveCamera, Renderer, Scene } from 'three/webgpu';
import { isSoftware } from '../gpu/software.ts';
import { type Detail, DETAILS, DrawingError, MAX_PIXEL_RATIO } from './drawing.ts';
import {
  drawingDone,
  graphicsName,
  mostPixels,
  reportErrors,
  RenderClock,
  samplesOf,
  setSamples,
} from './three-internals.ts';

/** Draws on a canvas with a renderer that is bound to it: how finely, how fast, and whether it works. Knows nothing of the scene. */
export class Painter {
  /** How finely the next frames are drawn. Software renderers are known to be slow, so they begin with the coarsest detail. */
  detail: Detail;
  /** Resolves with the reason when the device or context that draws is lost. */
  readonly lost: Promise<string>;
  /** Number of samples per pixel that the device can have. */
  private readonly mostSamples: number;
  private readonly clock: RenderClock;
  /** Size at which to draw instead of the canvas' own on the page, for a picture [pixels]. */
  fixedSize: { readonly width: number; readonly height: number } | undefined;
  private size = { width: 0, height: 0, ratio: 0, samples: 0 };
  /** Number of drawings since the shadows were drawn. */
  private shadowAge = 0;
  /** The first error that the device reported while drawing. */
  private deviceError: string | undefined;

  constructor(
    readonly renderer: Renderer,
    private readonly canvas: HTMLCanvasElement,
  ) {
    this.lost = new Promise((resolve) => {
      renderer.onDeviceLost = ({ message }) => resolve(message);
    });
    reportErrors(renderer, (message) => {
      this.deviceError ??= message;
    });
    this.clock = new RenderClock(renderer);
    this.mostSamples = samplesOf(renderer);
    this.detail = DETAILS[this.isSoftware ? DETAILS.length - 1 : 0]!;
  }

  /** Most pixels along a side of what is drawn. */
  get mostPixels(): number {
    return mostPixels(this.renderer);
  }

  /** Whether a software renderer draws, without a GPU. */
  get isSoftware(): boolean {
    return isSoftware(graphicsName(this.renderer));
  }

  /** Fits the renderer to the canvas and the detail. @returns the canvas' new size if the number of pixels or samples has changed */
  fitToCanvas(): { readonly width: number; readonly height: number } | undefined {
    const width = this.fixedSize?.width ?? Math.max(1, this.canvas.clientWidth);
    const height = this.fixedSize?.height ?? Math.max(1, this.canvas.clientHeight);
    const { resolution, samples } = this.detail;
    const ratio = this.fixedSize ? 1 : resolution * Math.min(MAX_PIXEL_RATIO, globalThis.devicePixelRatio);
    if (
      width === this.size.width &&
      height === this.size.height &&
      ratio === this.size.ratio &&
      samples === this.size.samples
    )
      return undefined;
    this.size = { width, height, ratio, samples };
    setSamples(this.renderer, Math.min(samples, this.mostSamples));
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    return this.size;
  }

  /** Counts the next drawing. @returns whether it draws the shadows anew, as the detail asks, instead of using those of before */
  countShadows(): boolean {
    const areDue = ++this.shadowAge >= this.detail.shadowFrames;
    if (areDue) this.shadowAge = 0;
    return areDue;
  }

  /**
   * Draws a frame.
   * @returns the last known GPU time of a frame [ms]; on devices without timestamp queries, the CPU time of recording this frame [ms]
   * @throws DrawingError
   */
  paint(scene: Scene, camera: PerspectiveCamera): number {
    const started = performance.now();
    try {
      this.renderer.render(scene, camera);
    } catch (error) {
      throw new DrawingError((error as Error).message, { cause: error });
    }
    const recordingTime = performance.now() - started;
    return this.clock.time() ?? recordingTime;
  }

  /**
   * Waits until the device has done all drawing, since it reports errors late.
   * @throws DrawingError if the device reported an error, or if it is gone together with the browser's process that draws
   */
  async settle(): Promise<void> {
    try {
      await drawingDone(this.renderer);
    } catch (error) {
      throw new DrawingError((error as Error).message, { cause: error });
    }
    if (this.deviceError !== undefined) throw new DrawingError(this.deviceError);
  }

  /** Waits for the last time of a frame. After it, what is drawn can be disposed of. */
  endTiming(): Promise<void> {
    return this.clock.settle();
  }

  async dispose(): Promise<void> {
    await this.renderer.dispose();
  }
}
