import type { Resolved } from '../../engine/resolve/resolve.ts';
import type { Backend } from '../../simulation/backend.ts';
import { keptArrays, type KeptArray } from '../../simulation/state.ts';
import type { RunningScene } from '../app/running-scene.ts';
import type { Messages } from '../notices/messages.ts';
import { joined, notHeeded, tangledBodies, whyNot } from './tangled-bodies.ts';
import { untangleInWorker } from './untangle-in-worker.ts';
import { progressInWords, resultInWords, shareGone, type Untangled } from './words.ts';

/** Milliseconds per second. */
const MS = 1000;

/** The page, as far as untangling acts on it. */
export interface UntanglePage {
  readonly messages: Messages;
  /** Whether frames are recorded. */
  readonly isRecording: boolean;
  readonly late: {
    /** Its rows show whether untangling has begun or ended, and whether a pose can be taken back. */
    readonly panel: { call(use: (panel: { untanglingChanged(): void }) => void): void };
  };
}

/** Arrays of a state before a pose replaced it. */
interface Kept {
  readonly running: RunningScene;
  readonly arrays: readonly (readonly [KeptArray, Float32Array | Uint32Array])[];
}

/** A pose that is being untangled. */
interface Work {
  readonly running: RunningScene;
  readonly abort: AbortController;
  /** Time at the start [ms]. */
  readonly started: number;
  last: Untangled | undefined;
  /** Greatest number of vertices inside, piercing edges and buried tetrahedra so far. */
  most: number;
  /** The result, with the time that it took [s], or an error; undefined until it is there. */
  end: { readonly resolved: Resolved; readonly seconds: number } | { readonly error: unknown } | undefined;
}

/**
 * Untangles the pose of the running scene, and takes the tangled pose back. The frame loop calls `run` between two frames; the scene stands still
 * while a worker computes.
 */
export class Untangler {
  private wanted: 'untangle' | 'back' | undefined;
  private work: Work | undefined;
  private kept: Kept | undefined;
  /** Text of the progress message now. */
  private told = '';

  constructor(private readonly page: UntanglePage) {}

  /** Whether a pose is being untangled. */
  get isBusy(): boolean {
    return this.work !== undefined;
  }

  /** Whether there is a tangled pose of this scene to take back. */
  canGoBack(running: RunningScene | undefined): boolean {
    return this.kept !== undefined && this.kept.running === running;
  }

  /** Requests the untangling of the pose, or cancels it. */
  toggle(): void {
    if (this.isBusy) this.cancel();
    else this.wanted = 'untangle';
  }

  /** Requests the tangled pose again. */
  goBack(): void {
    this.wanted = 'back';
  }

  /** Ends the untangling, if a pose is being untangled: it stays as it is. */
  cancel(): void {
    const { work } = this;
    if (!work) return;
    work.abort.abort();
    this.endWork();
    this.page.messages.hide();
  }

  /** Begins what was requested, and puts a pose that has come free into the scene. */
  async run(running: RunningScene): Promise<void> {
    const { wanted, work } = this;
    this.wanted = undefined;
    if (work && work.running !== running) return this.cancel();
    if (wanted === 'untangle' && !work) return this.begin(running);
    if (wanted === 'back' && !work) return this.takeBack(running);
    if (work?.end) return this.finish(work, work.end);
    if (work) this.showProgress(work);
  }

  private async begin(running: RunningScene): Promise<void> {
    const refusal = this.refusal(running);
    if (refusal) return this.page.messages.tell(refusal);
    const { world, opened } = running.session;
    const bodies = tangledBodies(world, (await opened.backend.read('positions')) as Float32Array);
    const abort = new AbortController();
    const work: Work = { running, abort, started: performance.now(), last: undefined, most: 0, end: undefined };
    this.work = work;
    const progress = (steps: number, overlap: Untangled['overlap']) => {
      work.last = { steps, overlap };
      work.most = Math.max(work.most, overlap.inside + overlap.piercing + overlap.buried);
    };
    untangleInWorker(bodies, progress, abort.signal).then(
      (resolved) => {
        work.end = { resolved, seconds: (performance.now() - work.started) / MS };
      },
      (error: unknown) => {
        work.end = { error };
      },
    );
    this.showProgress(work);
    this.page.late.panel.call((panel) => panel.untanglingChanged());
  }

  /** Returns why a scene's pose can't be untangled now; undefined if it can. */
  private refusal({ comparison, session }: RunningScene): string | undefined {
    if (comparison) return 'In a comparison no pose can be untangled. End the comparison first.';
    if (session.broken) return 'The simulation broke, so there is no pose to untangle. Start the scene again first.';
    if (this.page.isRecording) return 'While frames are recorded no pose can be untangled. Stop the recording first.';
    return whyNot(session.world);
  }

  private showProgress({ last, most, started }: Work): void {
    const text = progressInWords(last, (performance.now() - started) / MS);
    if (text === this.told) return;
    this.told = text;
    this.page.messages.progress(text, last ? shareGone(last.overlap, most) : 0, () => this.cancel());
  }

  private endWork(): void {
    this.work = undefined;
    this.told = '';
    this.page.late.panel.call((panel) => panel.untanglingChanged());
  }

  private async finish({ running }: Work, end: NonNullable<Work['end']>): Promise<void> {
    this.endWork();
    const { messages } = this.page;
    if ('error' in end) {
      const { error } = end;
      return messages.tell(
        `The pose could not be untangled: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
    const { resolved, seconds } = end;
    const { world } = running.session;
    const text = resultInWords(world, resolved, seconds);
    if (resolved.rms === 0) return messages.tell(text);
    await this.put(running, joined(world, resolved.positions));
    const words = [text, ...notHeeded(world)].join('\n');
    messages.offer(words, [{ label: 'Back to the tangled pose', act: () => this.goBack() }]);
  }

  /** Puts a pose at rest in place of the state, which is kept. */
  private async put(running: RunningScene, positions: Float32Array): Promise<void> {
    const { backend } = running.session.opened;
    this.kept = { running, arrays: await copyState(backend) };
    await backend.write('positions', positions);
    await backend.write('velocities', new Float32Array(positions.length));
    await this.show(running);
  }

  private async takeBack(running: RunningScene): Promise<void> {
    const { kept } = this;
    const { messages } = this.page;
    if (!kept || kept.running !== running) return messages.tell('There is no tangled pose to go back to.');
    const { backend } = running.session.opened;
    // Positions come first: writing them sets the remainders to 0.
    for (const [name, array] of kept.arrays) await backend.write(name, array);
    this.kept = undefined;
    messages.tell('The tangled pose is back, with its velocities.');
    await this.show(running);
  }

  /** Measures depths, which drawing needs, and draws. */
  private async show(running: RunningScene): Promise<void> {
    const { simulator } = running.session;
    simulator.positionsSet();
    await simulator.measure();
    running.drawAgain();
    this.page.late.panel.call((panel) => panel.untanglingChanged());
  }
}

async function copyState(backend: Backend): Promise<Kept['arrays']> {
  const arrays: [KeptArray, Float32Array | Uint32Array][] = [];
  for (const name of keptArrays(backend.world))
    arrays.push([name, ((await backend.read(name)) as Float32Array | Uint32Array).slice()]);
  return arrays;
}
