import type { Scene, SceneBuild, SceneSizes } from '../scenes/scene.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import type { BackendKind, Runtime } from './runtime.ts';
import { buildScene, closeSession, openSession, prepare } from './session.ts';

/** A frame may take this long to be watched with pleasure [ms]. */
const FRAME_BUDGET = 70;
/** Contacts come after the trial's free fall, and cost about as much again. */
const CONTACT_FACTOR = 2;
/** Frames of the trial; the first ones warm the compiler up and are not counted. */
const WARM_UP_FRAMES = 2;
const TIMED_FRAMES = 3;

const storageKey = (scene: Scene, backend: BackendKind) =>
  `untangle:size:${scene.name}:${backend}:${__UNTANGLE_VERSION__}`;

/** From small up to the scene's own: in the middle, and at the ends. */
const candidates = ({ small, default: own }: SceneSizes): readonly number[] => [
  small,
  Math.round(Math.sqrt(small * own)),
  own,
];

/**
 * A size that this machine can run: small where the scene has no larger one of its own; else from an earlier visit, or from a
 * short trial with small.
 * @param say tells the person what share of the trial is done
 * @returns the size, and what was built on the way where it is of that size
 * @throws NotStarted when the signal says so
 */
export async function chooseSize(
  runtime: Runtime,
  scene: Scene,
  backend: BackendKind,
  workers: number,
  say: (fraction: number) => void,
  signal: AbortSignal,
): Promise<{ readonly size: number; readonly build?: SceneBuild }> {
  const { small, default: own, min, max } = scene.size;
  if (own <= small) return { size: small };
  const remembered = Number(recall(storageKey(scene, backend)));
  if (remembered >= min && remembered <= max) return { size: remembered };
  const build = await buildScene(scene.name, small, (fraction) => say(fraction / 2), signal);
  const parameters = startParameters(scene, small);
  const session = await openSession(runtime, prepare({ scene, size: small, build, backend, workers, parameters }));
  let spent = 0;
  try {
    for (let frame = 0; frame < WARM_UP_FRAMES + TIMED_FRAMES; frame++) {
      signal.throwIfAborted();
      const { ms } = await session.simulator.frame();
      if (frame >= WARM_UP_FRAMES) spent += ms;
      say(0.5 + (frame + 1) / (2 * (WARM_UP_FRAMES + TIMED_FRAMES)));
    }
  } finally {
    await closeSession(session);
  }
  const affordable = (small * FRAME_BUDGET * TIMED_FRAMES) / (CONTACT_FACTOR * spent);
  const size = candidates(scene.size).findLast((candidate) => candidate <= affordable) ?? small;
  remember(storageKey(scene, backend), String(size));
  return size === small ? { size, build } : { size };
}

/** Private windows may refuse storage; then the trial runs at each visit. */
function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is lost but a second trial.
  }
}
