import { DrawingError, hasWebGL } from '../../render/drawing.ts';
import { BrokenStateError } from '../../simulation/simulator.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import type { Runtime } from './runtime.ts';
import type { Sizing } from '../sizing/sizing.ts';
import { copyOf, resize, type SceneChoice, type Settings } from '../link/settings.ts';

/** Longest part of an error message that a notice quotes [characters]. */
const LINE = 160;

/** The scene needs more memory than the GPU has; found before a device was requested. */
export class GpuRefusal extends Error {}

/** Finds another backend, renderer or size for a scene that fails before its first frame. */
export class Fallback {
  /** Whether the person left the size to the page: then a fallback chooses its own. */
  private choseNoSize = false;
  /** The sizing that suggested the size which starts or runs now, if one did. */
  private sizing: Sizing | undefined;
  /** Whether the CPU runs the scene only because this scene is too large for the GPU. */
  private isTooLarge = false;

  /** @param tell called with one line for the person */
  constructor(
    private readonly runtime: Runtime,
    private readonly viewOptions: ViewOptions,
    private readonly tell: (text: string) => void,
  ) {}

  /** Called at each start. @param settings before loading, which fills in the size */
  starting(settings: Settings): void {
    this.choseNoSize = settings.size === undefined;
    if (!this.sizing?.suggested(settings.scene, settings.size, settings.backend)) this.sizing = undefined;
  }

  /** Called before the start of a size that a sizing suggested. */
  tryingSize(sizing: Sizing): void {
    this.sizing = sizing;
  }

  /** @returns the choice, moved back to the GPU if only the previous scene was too large for it */
  choosing(choice: SceneChoice): SceneChoice {
    const isOtherScene = choice.scene !== undefined || 'size' in choice;
    const goesBack = this.isTooLarge && isOtherScene && choice.backend === undefined;
    if (isOtherScene || choice.backend !== undefined) this.isTooLarge = false;
    return goesBack ? { ...choice, backend: 'gpu' } : choice;
  }

  /** @returns settings to try instead; undefined if there are none, or they would not help */
  after(error: unknown, settings: Settings): Settings | undefined {
    // A broken state comes from its numbers: it would break on any backend.
    if (error instanceof BrokenStateError) return undefined;
    if (settings.backend === 'gpu' && this.runtime.backends.includes('cpu')) {
      console.warn(error);
      if (this.sizing) return this.atSmall(error, settings, this.sizing);
      this.isTooLarge = error instanceof GpuRefusal;
      // A GPU that can't simulate may not be able to draw either.
      if (hasWebGL()) this.viewOptions.drawing = 'webgl';
      this.tell(`The GPU failed (${inOneLine(error)}): the CPU runs the simulation.`);
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

  /** The GPU did run the scene at its small size: goes back to that. */
  private atSmall(error: unknown, settings: Settings, sizing: Sizing): Settings {
    this.tell(`The GPU failed at a larger size (${inOneLine(error)}): the scene runs at its small size.`);
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
