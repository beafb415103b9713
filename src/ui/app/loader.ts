import { type Scene, type SceneBuild, sizeInWords } from '../../scenes/scene.ts';
import { startParameters } from '../../scenes/start-parameters.ts';
import { hasSheet, type World } from '../../simulation/world/world.ts';
import { type Comparison, rightBuild, rightParameters } from './comparison.ts';
import type { Messages } from '../notices/messages.ts';
import { onDemand } from './on-demand.ts';
import { milestone, nextPaint } from './page.ts';
import { type Need, shortage } from '../sizing/memory-budget.ts';
import type { Runtime } from './runtime.ts';
import { buildScene, NotStarted, prepare, type Prepared, type Session } from './session.ts';
import type { Prospect } from '../sizing/prospect.ts';
import type { Speed } from '../sizing/speed.ts';
import { firstSize, type Sizing } from '../sizing/sizing.ts';
import { GpuRefusal } from './fallback.ts';
import { resize, sceneOf, type Settings } from '../link/settings.ts';

/** Parts of loading: building the bodies, laying out the world, starting workers and drawing. */
const PARTS = 3;

/** A scene that is built and laid out as a world, ready to be opened on a backend. */
export interface Loaded {
  /** One half, or two that will run side by side. */
  readonly halves: readonly [Prepared, ...Prepared[]];
  readonly comparison: Comparison | undefined;
  /** True if the scene was built for this start; its notes have then not been shown yet. False if an earlier build was reused. */
  readonly isNew: boolean;
  /** Finds out whether the machine can run a larger size; undefined if the person or the link chose the size. */
  readonly sizing: Sizing | undefined;
  /** Sentences about parameters that have no effect on sheets, make steps slow or soften the material. */
  readonly parameterNotes: readonly string[];
}

/**
 * The part of a start that can be cancelled or refused. It chooses the size of a scene, builds the scene, lays it out as a world, and
 * checks that the world fits into memory.
 */
export class Loader {
  private aborting = new AbortController();
  /** Whether the page has loaded a scene before. */
  private hasLoaded = false;
  /** The scene that is loaded: its title, and what was said of it before. */
  private loading = { title: '', text: '' };

  constructor(
    private readonly runtime: Runtime,
    /** Number of workers of a scene that is not a comparison. */
    private readonly workers: number,
    private readonly messages: Messages,
    private readonly speed: Speed,
    /** Called at once when a scene is loaded that isn't built yet, with its title, what can be said of the run before, its description. */
    private readonly announce: (title: string, text: string, about: string) => void,
  ) {}

  /** Makes a running `load` throw NotStarted. @param reason a message for the person; by default there is none */
  cancel(reason = ''): void {
    this.aborting.abort(new NotStarted(reason));
  }

  /** Ends a start that was cancelled after `load`. @throws NotStarted */
  throwIfCancelled(): void {
    this.aborting.signal.throwIfAborted();
  }

  /**
   * Builds and lays out the scene that the settings name.
   * @param settings if `size` is missing, the loader chooses it and writes it here
   * @param running the session that runs now. If it has the same scene and size, its build is reused
   * @throws NotStarted if loading is cancelled or the machine lacks memory
   * @throws GpuRefusal if a buffer is too large for the GPU, but the CPU backend can run the scene
   */
  async load(settings: Settings, running: Session | undefined): Promise<Loaded> {
    this.aborting = new AbortController();
    const { signal } = this.aborting;
    const scene = sceneOf(settings)!;
    const { size, sizing } = settledSize(settings, scene);
    const reusable = running?.size === size && running.scene === scene ? running.build : undefined;
    const isNew = reusable === undefined;
    const build = reusable ?? (await this.build(settings, scene, size, signal));
    milestone('built');
    if (isNew) {
      this.progress('Laying out the world', 2)(0);
      // Laying out occupies the page's thread, so the words have to be painted before.
      if (running) await nextPaint();
    }
    const halves = this.layOut(settings, scene, size, build);
    await this.checkMemory(settings, scene, halves[0].world);
    signal.throwIfAborted();
    if (isNew) this.progress('Starting it', 3)(0);
    const parameterNotes = await this.parameterNotes(settings, halves[0]);
    signal.throwIfAborted();
    return { halves, comparison: settings.compare, isNew, sizing, parameterNotes };
  }

  private async build(settings: Settings, scene: Scene, size: number, signal: AbortSignal): Promise<SceneBuild> {
    const prospect = await this.prospect(settings, scene, size);
    signal.throwIfAborted();
    const { expected } = prospect;
    if (expected) this.refuseIfShort(settings, scene, expected.tetrahedra, expected);
    this.loading = { title: scene.title, text: prospect.text };
    this.announce(scene.title, prospect.text, scene.description);
    await this.confirmSlow(prospect, signal);
    try {
      return await buildScene(
        settings.own?.content ?? scene.name,
        size,
        this.progress('Building the bodies', 1),
        signal,
      );
    } catch (error) {
      // The list's scenes can be built; a scene of one's own may ask for too much, and the page goes on with the one before.
      if (!settings.own || signal.aborted) throw error;
      throw new NotStarted(`This scene can’t be built: ${error instanceof Error ? error.message : error}.`);
    }
  }

  /**
   * Returns what loading will bring. The table of sizes knows no scenes of one's own. The page's first scene doesn't wait for the code and the table of sizes if it is small, since small
   * scenes fit everywhere. If they can't be fetched, the scene's memory is still checked once it is built.
   */
  private async prospect(settings: Settings, scene: Scene, size: number): Promise<Prospect> {
    const isFirst = !this.hasLoaded;
    this.hasLoaded = true;
    const part =
      settings.own || (isFirst && size <= scene.size.small)
        ? undefined
        : await import('../sizing/prospect.ts').catch(() => undefined);
    const { backend, parameters, compare } = settings;
    return (
      part?.prospectOf({ scene, size, backend, parameters, runs: compare ? 2 : 1 }, this.speed) ?? {
        text: settings.own?.counts ?? `Size: ${sizeInWords(scene, size)}`,
        expected: undefined,
        question: undefined,
      }
    );
  }

  /** Asks before a scene starts that will run slowly on this machine. @throws NotStarted if the person doesn't want it */
  private async confirmSlow({ question }: Prospect, signal: AbortSignal): Promise<void> {
    if (!question) return;
    const isWanted = await this.messages.confirm(question, 'start', 'cancel', signal);
    signal.throwIfAborted();
    if (!isWanted) throw new NotStarted('Not started.');
  }

  private layOut(settings: Settings, scene: Scene, size: number, build: SceneBuild): Loaded['halves'] {
    const { backend, parameters, compare } = settings;
    // Sliders may change the settings' parameters before the scene starts, so the world gets a copy.
    const left = { scene, size, build, backend, workers: this.workersFor(settings), parameters: { ...parameters } };
    if (!compare) return [prepare(left)];
    const right = { ...left, build: rightBuild(build, compare), parameters: rightParameters(parameters, compare) };
    return [prepare(left), prepare(right)];
  }

  private async parameterNotes(settings: Settings, prepared: Prepared): Promise<readonly string[]> {
    if (!mayNeedNotes(settings, prepared)) return [];
    const code = import('../notices/parameter-notes.ts');
    const part = await onDemand('What is said of parameters', code, (text) => this.messages.tell(text));
    return part?.notesOnStart(prepared.world, prepared.parameters) ?? [];
  }

  private async checkMemory(settings: Settings, scene: Scene, world: World): Promise<void> {
    this.refuseIfShort(settings, scene, world.tetCount, await this.runtime.need(settings.backend, world));
  }

  private refuseIfShort(settings: Settings, scene: Scene, tetrahedra: number, need: Need): void {
    const { backend, compare } = settings;
    const { budget, backends } = this.runtime;
    const halves = compare ? 2 : 1;
    const reason = shortage(need, budget, backend, halves);
    if (!reason) return;
    const subject = `“${scene.title}” with ${tetrahedra.toLocaleString('en')} tetrahedra${compare ? ', twice,' : ''}`;
    const fitsCpu = backends.includes('cpu') && !shortage(need, budget, 'cpu', halves);
    throw fitsCpu
      ? new GpuRefusal(`${subject} ${reason}`)
      : new NotStarted(`${subject} ${reason}. Choose a smaller size.`);
  }

  /** Returns the number of workers of each half. The halves of a comparison share the workers. */
  private workersFor({ compare }: Settings): number {
    return compare ? Math.max(1, this.workers >> 1) : this.workers;
  }

  /**
   * Shows a progress bar for one of the parts of loading.
   * @param part number of the part, from 1 to PARTS
   * @returns a function that sets how much of the part is done, 0 to 1
   */
  private progress(work: string, part: number): (fraction: number) => void {
    const { title, text: known } = this.loading;
    const text = `${title}\n${known}\n${work} (part ${part} of ${PARTS})`;
    const show = (fraction: number) => {
      if (!this.aborting.signal.aborted)
        this.messages.progress(text, (part - 1 + fraction) / PARTS, () => this.cancel('Cancelled.'));
    };
    // The bar appears at once, because the worker's first report may take long.
    show(0);
    return show;
  }
}

/** Whether something may have to be said of the parameters. Most scenes start without the code that says it. */
function mayNeedNotes({ own }: Settings, { scene, size, world, parameters }: Prepared): boolean {
  const isXpbd = ({ kind = parameters.material }: World['bodies'][number]) => kind === 'neo-hookean-xpbd';
  const isFarther = parameters.contactOffset > startParameters(scene, size).contactOffset;
  return own !== undefined || isFarther || hasSheet(world) || world.bodies.some(isXpbd);
}

/** Returns the size in the settings. If there is none, chooses one and writes it into the settings. */
function settledSize(settings: Settings, scene: Scene): { readonly size: number; readonly sizing?: Sizing } {
  if (settings.size !== undefined) return { size: settings.size };
  const first = firstSize(scene, settings.backend);
  resize(settings, first.size);
  return first;
}
