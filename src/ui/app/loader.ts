import type { Scene, SceneBuild } from '../../scenes/scene.ts';
import { sceneByName } from '../../scenes/scenes.ts';
import type { World } from '../../simulation/world.ts';
import { type Comparison, otherBuild, otherParameters } from './comparison.ts';
import { expectedSize } from '../gallery/expected-size.ts';
import type { Messages } from '../notices/messages.ts';
import { milestone } from './page.ts';
import { type Need, shortage } from '../sizing/memory-budget.ts';
import type { Runtime } from './runtime.ts';
import { buildScene, NotStarted, prepare, type Prepared, type Session } from './session.ts';
import { firstSize, type Sizing } from '../sizing/sizing.ts';
import { GpuRefusal } from './fallback.ts';
import { resize, type Settings } from '../link/settings.ts';

/** What is ready to be started. */
export interface Loaded {
  /** One, or two that run side by side. */
  readonly halves: readonly [Prepared, ...Prepared[]];
  readonly comparison: Comparison | undefined;
  /** Whether it was built for this start: then its maker's notes haven't been read yet. */
  readonly isNew: boolean;
  /** Tells whether a larger size would do, where nobody chose one. */
  readonly sizing: Sizing | undefined;
}

/** Chooses a scene's size, builds it, lays it out, and weighs it: all that can be cancelled, or end in a refusal. */
export class Loader {
  private aborting = new AbortController();

  constructor(
    private readonly runtime: Runtime,
    private readonly workers: number,
    private readonly messages: Messages,
  ) {}

  /** Ends the loading, if one is under way, with NotStarted. @param why in words for the person; nothing is told by default */
  cancel(why = ''): void {
    this.aborting.abort(new NotStarted(why));
  }

  /**
   * @param running what runs now: its build is taken again where it fits
   * @throws NotStarted where it is cancelled, or where the machine is too small; GpuRefusal where the GPU alone is
   */
  async load(settings: Settings, running: Session | undefined): Promise<Loaded> {
    this.aborting = new AbortController();
    const { signal } = this.aborting;
    const scene = sceneByName(settings.scene)!;
    const { size, sizing } = sizeOf(settings, scene);
    const kept = running?.size === size && running.scene === scene ? running.build : undefined;
    const isNew = kept === undefined;
    const build = kept ?? (await this.build(settings, scene, size, signal));
    milestone('built');
    const halves = this.layOut(settings, scene, size, build);
    if (isNew || settings.compare) await this.weigh(settings, scene, halves[0].world);
    signal.throwIfAborted();
    return { halves, comparison: settings.compare, isNew, sizing };
  }

  private build(settings: Settings, scene: Scene, size: number, signal: AbortSignal): Promise<SceneBuild> {
    const expected = expectedSize(scene, size);
    if (expected) this.refuseIfShort(settings, scene, expected.tetrahedra, expected);
    return buildScene(scene.name, size, this.progress(`Building: ${scene.title}`), signal);
  }

  private layOut(settings: Settings, scene: Scene, size: number, build: SceneBuild): Loaded['halves'] {
    const { backend, parameters, compare } = settings;
    // A copy: sliders may move before it is started.
    const left = { scene, size, build, backend, workers: this.workersFor(settings), parameters: { ...parameters } };
    if (!compare) return [prepare(left)];
    const right = { ...left, build: otherBuild(build, compare), parameters: otherParameters(parameters, compare) };
    return [prepare(left), prepare(right)];
  }

  private async weigh(settings: Settings, scene: Scene, world: World): Promise<void> {
    this.refuseIfShort(settings, scene, world.tetCount, await this.runtime.need(settings.backend, world));
  }

  private refuseIfShort(settings: Settings, scene: Scene, tetrahedra: number, need: Need): void {
    const { backend, compare } = settings;
    const { budget, backends } = this.runtime;
    const halves = compare ? 2 : 1;
    const short = shortage(need, budget, backend, halves);
    if (!short) return;
    const what = `“${scene.title}” with ${tetrahedra.toLocaleString('en')} tetrahedra${compare ? ', twice,' : ''}`;
    const fitsProcessor = backends.includes('cpu') && !shortage(need, budget, 'cpu', halves);
    throw fitsProcessor
      ? new GpuRefusal(`${what} ${short}`)
      : new NotStarted(`${what} ${short}. Choose a smaller size.`);
  }

  /** Two halves share the workers. */
  private workersFor({ compare }: Settings): number {
    return compare ? Math.max(1, this.workers >> 1) : this.workers;
  }

  private progress(text: string): (fraction: number) => void {
    const say = (fraction: number) => {
      if (!this.aborting.signal.aborted) this.messages.progress(text, fraction, () => this.cancel('Cancelled.'));
    };
    // Before the worker says its first word: it may take long to come.
    say(0);
    return say;
  }
}

function sizeOf(settings: Settings, scene: Scene): { readonly size: number; readonly sizing?: Sizing } {
  if (settings.size !== undefined) return { size: settings.size };
  const first = firstSize(scene, settings.backend);
  resize(settings, first.size);
  return first;
}
