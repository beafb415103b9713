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

type Values = Partial<SimulationParameters>;
type Name = keyof SimulationParameters;

/** Parameters that say whether distances are needed, and which: only these are held back. */
const HELD = ['mode', 'pathMethod', 'fieldSource', 'fieldUpdate'] as const;

/** Returns the named values, as far as they are there. */
const only = (names: readonly Name[], values: Values): Values =>
  Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])));

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
  /** The change that waits, and the source of the distances that are computed for it. */
  private held: Values = {};
  private source: 'first-order' | 'second-order' | undefined;

  constructor(
    private readonly messages: Pick<Messages, 'progress' | 'hide'>,
    private readonly compute: ComputeDistances = inWorker,
  ) {}

  /**
   * Holds back a change of the running scene that needs distances first. Changes that follow meanwhile join it or make it needless.
   * @param take makes the held change, when the distances are there. If computing them has failed, the pool tries again and says why
   * @param goBack called instead if the person cancels, with the values that the scene has
   * @returns what to change at once
   */
  hold(
    running: Pick<RunningScene, 'comparison' | 'session'> | undefined,
    changed: Values,
    take: (held: Values) => void,
    goBack: (values: Values) => void,
  ): Values {
    // The sides of a comparison have their distances computed in the pool, in the next step.
    const session = running?.comparison ? undefined : running?.session;
    if (!session || needsNewStart(changed)) {
      this.end();
      return changed;
    }
    const { pool } = session.opened.backend;
    const present = session.simulator.parameters;
    const wanted = { ...present, ...this.held, ...changed };
    if (wanted.fieldSource === 'exact' || !this.isNeeded(pool, wanted)) {
      const held = this.held;
      this.end();
      return { ...held, ...changed };
    }
    const now = { ...changed };
    for (const name of HELD) delete now[name];
    this.held = { ...this.held, ...only(HELD, changed) };
    if (this.source === wanted.fieldSource) return now;
    this.source = wanted.fieldSource;
    this.prepare(pool, wanted.fieldSource).then(
      (outcome) => {
        if (outcome === 'replaced') return;
        const { held } = this;
        this.forget();
        if (outcome === 'done') take(held);
        else goBack(only(Object.keys(held) as Name[], present));
      },
      () => {
        const { held } = this;
        this.forget();
        take(held);
      },
    );
    return now;
  }

  private forget(): void {
    this.held = {};
    this.source = undefined;
  }

  /** Whether a scene with these parameters needs distances that have to be marched and are not there. */
  isNeeded({ world }: Pick<Pool, 'world'>, parameters: SimulationParameters): boolean {
    const { mode, pathMethod, fieldSource, fieldUpdate } = parameters;
    if (mode === 'off' || mode === 'ccd') return false;
    if (pathMethod !== 'distance-field' || fieldUpdate === 'tetrahedra' || fieldSource === 'exact') return false;
    return world.models.some(({ modelData }) => !modelData[FIELD_DATA[fieldSource]]);
  }

  /**
   * Computes the distances of all models, and hands them to a pool.
   * @returns `cancelled` if the person has cancelled it, `replaced` if another choice or start has; the pool then has what it had
   */
  async prepare(pool: Pick<Pool, 'world' | 'provide'>, source: 'first-order' | 'second-order'): Promise<Outcome> {
    this.aborting?.abort();
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
      aborting.signal.throwIfAborted();
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
  end(): void {
    this.aborting?.abort();
    this.aborting = undefined;
    this.forget();
  }
}
