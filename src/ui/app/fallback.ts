import { DrawingError, hasWebGL } from '../../render/drawing.ts';
import { BrokenStateError } from '../../simulation/simulator.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import type { Runtime } from './runtime.ts';
import type { Sizing } from '../sizing/sizing.ts';
import { copyOf, resize, type SceneChoice, type Settings } from '../link/settings.ts';

/** Maximum length of an error message in a notice [characters]; the rest is cut off. */
const MAX_MESSAGE = 160;

/** Thrown if a scene needs a larger buffer than the GPU allows. The page finds this out before it requests a device. */
export class GpuRefusal extends Error {}

/** Finds another backend, renderer or size for a scene that fails before its first frame. */
export class Fallback {
  /** Whether the settings left the size to the page. If so, a fallback to the CPU chooses the size anew. */
  private isSizeAutomatic = false;
  /** The sizing (search for a larger size) that suggested the current size; undefined if the current size was not suggested. */
  private sizing: Sizing | undefined;
  /** Whether the CPU runs the scene only because this scene is too large for the GPU. */
  private isTooLargeForGpu = false;

  /** @param tell called with one line for the person */
  constructor(
    private readonly runtime: Runtime,
    private readonly viewOptions: ViewOptions,
    private readonly tell: (text: string) => void,
  ) {}

  /** Called at each start, before loading. Loading chooses a size if the settings have none. */
  beforeStart(settings: Settings): void {
    this.isSizeAutomatic = settings.size === undefined;
    if (!this.sizing?.hasSuggested(settings.scene, settings.size, settings.backend)) this.sizing = undefined;
  }

  /** Called before a scene starts at a size that `sizing` suggested. */
  beforeSuggestedSize(sizing: Sizing): void {
    this.sizing = sizing;
  }

  /**
   * Called when the person chooses a scene, size or backend.
   * @returns the choice; with the GPU as backend if the CPU ran the previous scene only because that scene was too large for the GPU
   */
  adjustedChoice(choice: SceneChoice): SceneChoice {
    const isOtherScene = choice.scene !== undefined || 'size' in choice;
    const returnsToGpu = this.isTooLargeForGpu && isOtherScene && choice.backend === undefined;
    if (isOtherScene || choice.backend !== undefined) this.isTooLargeForGpu = false;
    return returnsToGpu ? { ...choice, backend: 'gpu' } : choice;
  }

  /** Called after a failed start. @returns settings to try instead; undefined if no other settings could help */
  settingsAfter(error: unknown, settings: Settings): Settings | undefined {
    // The simulation itself produced positions beyond all bounds, and would do so on any backend.
    if (error instanceof BrokenStateError) return undefined;
    if (settings.backend === 'gpu' && this.runtime.backends.includes('cpu')) {
      console.warn(error);
      if (this.sizing) return this.atSmallSize(error, settings, this.sizing);
      this.isTooLargeForGpu = error instanceof GpuRefusal;
      // A GPU on which the scene failed may not be able to draw it either.
      if (hasWebGL()) this.viewOptions.drawing = 'webgl';
      this.tell(`The GPU failed (${inOneLine(error)}): the CPU runs the simulation.`);
      return this.onCpu(settings);
    }
    if (error instanceof DrawingError && this.viewOptions.drawing === 'webgpu' && hasWebGL()) {
      console.warn(error);
      this.viewOptions.drawing = 'webgl';
      this.tell(`WebGPU failed to draw (${inOneLine(error)}): WebGL draws.`);
      return settings;
    }
    return undefined;
  }

  /** @returns the settings with the scene's small size, at which the GPU has already run the scene */
  private atSmallSize(error: unknown, settings: Settings, sizing: Sizing): Settings {
    this.tell(`The GPU failed at a larger size (${inOneLine(error)}): the scene runs at its small size.`);
    this.sizing = undefined;
    const next = copyOf(settings);
    resize(next, sizing.forgetLargerSize());
    return next;
  }

  private onCpu(settings: Settings): Settings {
    const next: Settings = { ...copyOf(settings), backend: 'cpu' };
    if (this.isSizeAutomatic) resize(next, undefined);
    return next;
  }
}

function inOneLine(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).split('\n')[0]!.trim();
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text.replace(/\.$/, '');
}
