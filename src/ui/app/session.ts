import { proxy, wrap } from 'comlink';
import { type BrokenStateError, createWorld, Simulator } from '../../index.ts';
import { boundaryIndex } from '../../render/bodies.ts';
import type { OwnScene } from '../../scenes/own/scene-file.ts';
import type { Scene, SceneBuild } from '../../scenes/scene.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { UnsupportedError } from '../../simulation/world/check-support.ts';
import type { World } from '../../simulation/world/world.ts';
import type { Builder } from './build.worker.ts';
import type { BackendKind, OpenedBackend, Runtime } from './runtime.ts';

/** A scene that runs on a backend. */
export interface Session {
  readonly scene: Scene;
  readonly size: number;
  readonly build: SceneBuild;
  readonly world: World;
  /** Positions at the start [m], 3 per vertex. */
  readonly positions: Float32Array;
  readonly opened: OpenedBackend;
  readonly simulator: Simulator;
  /** Vertex ids of all boundary faces, 3 per face. */
  readonly faces: Uint32Array;
  /** Parameters at the start, for recordings. */
  readonly startParameters: SimulationParameters;
  /** The error that broke the state, if one did. A session with a broken state no longer runs. */
  broken?: BrokenStateError;
}

/** Thrown if a start was cancelled, if the scene needs too much memory, or if the code of the 2D page could not be fetched. */
export class NotStarted extends Error {}

/**
 * Maximum number of attempts to start a worker whose script can't be loaded. If the server answers 304 without the headers for shared
 * memory, WebKit refuses the cached script. WebKit then drops the script from its cache, so the next attempt succeeds.
 */
const MAX_STARTS = 3;

/** Thrown if the worker's script couldn't be fetched or parsed. The worker's error event then has no message. */
class WorkerNotLoaded extends Error {}

/**
 * Builds a scene in a worker of its own.
 * @param source name of a scene of the list, or the person's own scene
 * @param progress called with the fraction that is done, 0 to 1
 * @throws the signal's reason if the signal aborts
 */
export async function buildScene(
  source: string | OwnScene,
  size: number,
  progress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<SceneBuild> {
  for (let starts = 1; ; starts++) {
    try {
      return await buildOnce(source, size, progress, signal);
    } catch (error) {
      if (!(error instanceof WorkerNotLoaded) || starts === MAX_STARTS) throw error;
    }
  }
}

async function buildOnce(...[source, size, progress, signal]: Parameters<typeof buildScene>): Promise<SceneBuild> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./build.worker.ts', import.meta.url), { type: 'module' });
  try {
    const failure = new Promise<never>((_, reject) => {
      worker.onerror = ({ message }) =>
        reject(message ? new Error(message) : new WorkerNotLoaded('the building worker could not be started'));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return await Promise.race([wrap<Builder>(worker).build(source, size, proxy(progress)), failure]);
  } finally {
    worker.terminate();
  }
}

/** A built scene, and the backend, workers and parameters with which it will run. */
export interface SessionRequest {
  readonly scene: Scene;
  readonly size: number;
  readonly build: SceneBuild;
  readonly backend: BackendKind;
  readonly workers: number;
  readonly parameters: SimulationParameters;
}

/** A session before it has a backend: the built scene laid out as a world. */
export interface Prepared extends SessionRequest {
  readonly world: World;
  /** Positions at the start [m], 3 per vertex. */
  readonly positions: Float32Array;
}

/**
 * Lays out a built scene as a world.
 * @throws NotStarted if the scene's bodies can't be simulated with these parameters, so that the page goes back to what it shows
 */
export function prepare(request: SessionRequest): Prepared {
  const { build, parameters } = request;
  try {
    return { ...request, ...createWorld(build.placements, build.colliders, parameters, build.script, build.air) };
  } catch (error) {
    throw error instanceof UnsupportedError ? new NotStarted(`${error.message}.`) : error;
  }
}

/**
 * Checks whether a state fits what was built, before the scene that is shown closes.
 * @returns a function that lets the new session go on from the state
 * @throws NotStarted if it doesn't fit, as the returned function does
 */
export type Resumption = (prepared: Prepared) => (session: Session) => Promise<void>;

/** Starts a built scene on a backend. */
export async function openSession(runtime: Runtime, prepared: Prepared): Promise<Session> {
  const { scene, size, build, backend, workers, world, positions, parameters } = prepared;
  const opened = await runtime.open(backend, world, positions, parameters, workers);
  const simulator = new Simulator(opened.backend, parameters);
  const startParameters = { ...simulator.parameters };
  return { scene, size, build, world, positions, opened, simulator, faces: boundaryIndex(world), startParameters };
}

export const closeSession = (session: Session): Promise<void> => session.opened.close();
