import { DrawingError, hasWebGL } from '../../render/drawing.ts';
import { BrokenStateError } from '../../simulation/simulator.ts';
import type { Look } from '../panel/view-options.ts';
import type { Runtime } from './runtime.ts';
import type { Trial } from '../sizing/sizing.ts';
import { copyOf, resize, type SceneChoice, type Wanted } from '../link/settings.ts';

/** Characters of a failure's own words that a line has room for. */
const LINE = 160;

/** The device refuses a scene before anything was asked of it. */
export class GpuRefusal extends Error {}

/** How else a scene can run and be drawn in this browser where it fails before its first frame. */
export class Ways {
  /** The person chose no size: the next way finds its own. */
  private choseNoSize = false;
  /** The trial whose larger size starts, or runs. */
  private trial: Trial | undefined;
  /** The processor runs a scene only because that one is too large for the GPU. */
  private isTooLarge = false;

  /** @param tell one line, for the person */
  constructor(
    private readonly runtime: Runtime,
    private readonly look: Look,
    private readonly tell: (text: string) => void,
  ) {}

  /** @param wanted as it is before it is loaded, which gives it a size */
  starting(wanted: Wanted): void {
    this.choseNoSize = wanted.size === undefined;
    if (!this.trial?.suggested(wanted.scene, wanted.size, wanted.backend)) this.trial = undefined;
  }

  /** @param trial its larger size is what starts next */
  trying(trial: Trial): void {
    this.trial = trial;
  }

  /** @returns the choice, on the GPU again where just the scene before was too large for that */
  choosing(choice: SceneChoice): SceneChoice {
    const isOtherScene = choice.scene !== undefined || 'size' in choice;
    const goesBack = this.isTooLarge && isOtherScene && choice.backend === undefined;
    if (isOtherScene || choice.backend !== undefined) this.isTooLarge = false;
    return goesBack ? { ...choice, backend: 'gpu' } : choice;
  }

  /** @returns what is wanted in its place; undefined where no other way is left, or none would help */
  after(error: unknown, wanted: Wanted): Wanted | undefined {
    // A state breaks by its numbers, whoever computes them.
    if (error instanceof BrokenStateError) return undefined;
    if (wanted.backend === 'gpu' && this.runtime.backends.includes('cpu')) {
      console.warn(error);
      if (this.trial) return this.atSmall(error, wanted, this.trial);
      this.isTooLarge = error instanceof GpuRefusal;
      // A GPU that can't simulate may not draw either.
      if (hasWebGL()) this.look.drawing = 'webgl';
      this.tell(`The GPU failed (${inOneLine(error)}): the processor runs the simulation.`);
      return this.onProcessor(wanted);
    }
    if (error instanceof DrawingError && this.look.drawing === 'webgpu' && hasWebGL()) {
      console.warn(error);
      this.look.drawing = 'webgl';
      this.tell(`WebGPU failed to draw (${inOneLine(error)}): WebGL draws.`);
      return wanted;
    }
    return undefined;
  }

  /** The GPU has run the scene at small: it goes on there. */
  private atSmall(error: unknown, wanted: Wanted, trial: Trial): Wanted {
    this.tell(`The GPU failed with more tetrahedra (${inOneLine(error)}): they stay few.`);
    this.trial = undefined;
    const next = copyOf(wanted);
    resize(next, trial.failed());
    return next;
  }

  private onProcessor(wanted: Wanted): Wanted {
    const next: Wanted = { ...copyOf(wanted), backend: 'cpu' };
    if (this.choseNoSize) resize(next, undefined);
    return next;
  }
}

function inOneLine(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).split('\n')[0]!.trim();
  return text.length > LINE ? `${text.slice(0, LINE)}…` : text.replace(/\.$/, '');
}
