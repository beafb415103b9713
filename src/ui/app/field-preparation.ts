import { proxy, wrap } from 'comlink';
import { needsNewStart, type SimulationParameters } from '../../simulation/parameters.ts';
import { restShapeOf, type RestShape } from '../../simulation/path/distance-field/rest-shape-of.ts';
import { FIELD_DATA } from '../../simulation/path/distance-field/tables.ts';
import type { Pool } from '../../simulation/program/pool.ts';
import type { NamedArrays } from '../../simulation/world/model.ts';
import type { Messages } from '../notices/messages.ts';
import type { RunningScene } from './running-scene.ts';
import type { Marcher } from './distances.worker.ts';

/** Time after which a computation is shown [ms]. Most take less, and a bar that comes and goes would only disturb. */
const SHOWN_AFTER = 400;

/** Parameters that say whether distances are needed, and which. A change of one replaces an earlier change that still waits. */
const FIELD_CHOICES = ['pathMethod', 'fieldSource', 'fieldUpdate'] as const;

/** Reason of an abort that the person asked for. */
const CANCELLED = 'cancelled by the person';
type Outcome = 'done' | 'cancelled' | 'replaced';

/** Computes one rest shape's distances. @param progress called with the finished share */
export type ComputeDistances = (
  shape: RestShape,
  order: 1 | 2,
  progress: (share: number) => void,
  signal: AbortSignal,
) => Promise<NamedArrays>;

/** Computes distances in a worker of its own, which is ended if the signal aborts. */
const inWorker: ComputeDistances = async (shape, order, progress, signal) => {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./distances.worker.ts', import.meta.url), { type: 'module' });
  try {
    const failure = new Promise<never>((_, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message || 'the worker for distances could not be started'));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return await Promise.race([wrap<Marcher>(worker).march(shape, order, proxy(progress)), failure]);
  } finally {
    worker.terminate();
  }
};

/**
 * Computes the distances that the path method `distance-field` needs before a running scene takes it, with progress and a way to cancel. (At a
 * scene's start the pool computes them in its first step.)
 */
export class FieldPreparation {
  private aborting: AbortController | undefined;

  constructor(
    private readonly messages: Pick<Messages, 'progress' | 'hide'>,
    private readonly compute: ComputeDistances = inWorker,
  ) {}

  /**
   * Lets a change of parameters take effect: at once or, if it needs distances first, when they are there. An error in computing them is
   * thrown where they would be needed, by the pool, so the change takes effect then, too.
   * @param apply makes the change
   * @param goBack called instead if the person cancels, with the parameters that stay
   */
  beforeChange(
    running: RunningScene | undefined,
    changed: Partial<SimulationParameters>,
    apply: () => void,
    goBack: (own: Partial<SimulationParameters>) => void,
  ): void {
    if (FIELD_CHOICES.some((name) => name in changed)) this.cancel();
    const session = running?.comparison ? undefined : running?.session;
    if (!session || needsNewStart(changed)) {
      apply();
      return;
    }
    const { pool } = session.opened.backend;
    const parameters = { ...session.simulator.parameters, ...changed };
    const { fieldSource } = parameters;
    if (fieldSource === 'exact' || !this.isNeeded(pool, parameters)) {
      apply();
      return;
    }
    this.prepare(pool, fieldSource).then(
      (outcome) => {
        const { pathMethod, fieldSource, fieldUpdate } = session.simulator.parameters;
        if (outcome === 'done') apply();
        else if (outcome === 'cancelled') goBack({ pathMethod, fieldSource, fieldUpdate });
      },
      () => apply(),
    );
  }

  /** Whether a scene with these parameters needs distances that have to be marched and are not there. */
  isNeeded({ world }: Pick<Pool, 'world'>, parameters: SimulationParameters): boolean {
    const { pathMethod, fieldSource, fieldUpdate } = parameters;
    if (pathMethod !== 'distance-field' || fieldUpdate === 'tetrahedra' || fieldSource === 'exact') return false;
    return world.models.some(({ modelData }) => !modelData[FIELD_DATA[fieldSource]]);
  }

  /**
   * Computes the distances of all models, and hands them to a pool.
   * @returns `cancelled` if the person has cancelled it, `replaced` if another choice or start has; the pool then has what it had
   */
  async prepare(pool: Pick<Pool, 'world' | 'provide'>, source: 'first-order' | 'second-order'): Promise<Outcome> {
    this.cancel();
    const aborting = new AbortController();
    this.aborting = aborting;
    const { models } = pool.world;
    const started = performance.now();
    let isShown = false;
    const show = (share: number) => {
      if (aborting.signal.aborted || performance.now() - started < SHOWN_AFTER) return;
      isShown = true;
      const text = 'Computing the distances to the skin, inside the bodies at rest';
      this.messages.progress(text, share, () => aborting.abort(CANCELLED));
    };
    try {
      const data: NamedArrays[] = [];
      for (const [i, model] of models.entries()) {
        const progress = (share: number) => show((i + share) / models.length);
        data.push(await this.compute(restShapeOf(model), source === 'first-order' ? 1 : 2, progress, aborting.signal));
      }
      await pool.provide(FIELD_DATA[source], data);
      return 'done';
    } catch (error) {
      if (!aborting.signal.aborted) throw error;
      return aborting.signal.reason === CANCELLED ? 'cancelled' : 'replaced';
    } finally {
      if (isShown) this.messages.hide();
      if (this.aborting === aborting) this.aborting = undefined;
    }
  }

  /** Ends a preparation that is under way, because something else was chosen or started. */
  cancel(): void {
    this.aborting?.abort();
    this.aborting = undefined;
  }
}
