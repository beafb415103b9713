import { DrawingError, hasWebGL } from '../../render/drawing.ts';
import { BrokenStateError } from '../../simulation/simulator.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import type { Runtime } from './runtime.ts';
import type { Sizing } from '../sizing/sizing.ts';
import { copyOf, resize, type SceneChoice, type Settings } from '../link/settings.ts';

/** Characters of a failure's own words that a line has room for. */
const LINE = 160;

/** The device refuses a scene before anything was asked of it. */
export class GpuRefusal extends Error {}

/** How else a scene can run and be drawn in this browser where it fails before its first frame. */
export class Fallback {
  /** The person chose no size: the next way finds its own. */
  private choseNoSize = false;
  /** The sizing whose larger size starts, or runs. */
  private sizing: Sizing | undefined;
  /** The processor runs a scene only because that one is too large for the GPU. */
  private isTooLarge = false;

  /** @param tell one line, for the person */
  constructor(
    private readonly runtime: Runtime,
    private readonly viewOptions: ViewOptions,
    private readonly tell: (text: string) => void,
  ) {}

  /** @param settings as it is before it is loaded, which gives it a size */
  starting(settings: Settings): void {
    this.choseNoSize = settings.size === undefined;
    if (!this.sizing?.suggested(settings.scene, settings.size, settings.backend)) this.sizing = undefined;
  }

  /** @param sizing its larger size is what starts next */
  tryingSize(sizing: Sizing): void {
    this.sizing = sizing;
  }

  /** @returns the choice, on the GPU again where just the scene before was too large for that */
  choosing(choice: SceneChoice): SceneChoice {
    const isOtherScene = choice.scene !== undefined || 'size' in choice;
    const goesBack = this.isTooLarge && isOtherScene && choice.backend === undefined;
    if (isOtherScene || choice.backend !== undefined) this.isTooLarge = false;
    return goesBack ? { ...choice, backend: 'gpu' } : choice;
  }

  /** @returns what is settings in its place; undefined where no other way is left, or none would help */
  after(error: unknown, settings: Settings): Settings | undefined {
    // A state breaks by its numbers, whoever computes them.
    if (error instanceof BrokenStateError) return undefined;
    if (settings.backend === 'gpu' && this.runtime.backends.includes('cpu')) {
      console.warn(error);
      if (this.sizing) return this.atSmall(error, settings, this.sizing);
      this.isTooLarge = error instanceof GpuRefusal;
      // A GPU that can't simulate may not draw either.
      if (hasWebGL()) this.viewOptions.drawing = 'webgl';
      this.tell(`The GPU failed (${inOneLine(error)}): the processor runs the simulation.`);
      return this.onProcessor(settings);
    }
    if (error instanceof DrawingError && this.viewOptions.drawing === 'webgpu' && hasWebGL()) {
      console.warn(error);
      this.viewOptions.drawing = 'webgl';
      this.tell(`WebGPU failed to draw (${inOneLine(error)}): WebGL draws.`);
      return settings;
    }
    return undefined;
  }

  /** The GPU has run the scene at small: it goes on there. */
  private atSmall(error: unknown, settings: Settings, sizing: Sizing): Settings {
    this.tell(`The GPU failed with more tetrahedra (${inOneLine(error)}): they stay few.`);
    this.sizing = undefined;
    const next = copyOf(settings);
    resize(next, sizing.failed());
    return next;
  }

  private onProcessor(settings: Settings): Settings {
    const next: Settings = { ...copyOf(settings), backend: 'cpu' };
    if (this.choseNoSize) resize(next, undefined);
    return next;
  }
}

function inOneLine(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).split('\n')[0]!.trim();
  return text.length > LINE ? `${text.slice(0, LINE)}…` : text.replace(/\.$/, '');
}
