import type { Scene } from '../scenes/scene.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import type { BackendKind, Runtime } from './runtime.ts';
import { buildScene, closeSession, openSession } from './session.ts';

/** A frame may take this long to be watched with pleasure [ms]. */
const FRAME_BUDGET = 70;
/** Contacts come after the trial's free fall, and cost about as much again. */
const CONTACT_FACTOR = 2;
/** Sizes that are offered, tetrahedra a body; the first is what the trial runs. */
const SIZES = [3000, 6000, 10000, 14800] as const;
/** Frames of the trial; the first ones warm the compiler up and are not counted. */
const WARM_UP_FRAMES = 2;
const TIMED_FRAMES = 3;

const storageKey = (scene: Scene, backend: BackendKind) =>
  `untangle:size:${scene.name}:${backend}:${__UNTANGLE_VERSION__}`;

/**
 * A size that this machine can run: from an earlier visit, or from a short trial with the smallest.
 * @param say tells the person what share of the trial is done
 */
export async function chooseSize(
  runtime: Runtime,
  scene: Scene,
  backend: BackendKind,
  workers: number,
  say: (fraction: number) => void,
): Promise<number> {
  const remembered = Number(recall(storageKey(scene, backend)));
  if (remembered >= scene.size.min && remembered <= scene.size.max) return remembered;
  const size = SIZES[0];
  const build = await buildScene(scene.name, size, (fraction) => say(fraction / 2));
  const parameters = { ...defaultParameters(), ...scene.parameters };
  const session = await openSession(runtime, { scene, size, build, backend, workers, parameters });
  let spent = 0;
  try {
    for (let frame = 0; frame < WARM_UP_FRAMES + TIMED_FRAMES; frame++) {
      const { ms } = await session.simulator.frame();
      if (frame >= WARM_UP_FRAMES) spent += ms;
      say(0.5 + (frame + 1) / (2 * (WARM_UP_FRAMES + TIMED_FRAMES)));
    }
  } finally {
    await closeSession(session);
  }
  const affordable = (size * FRAME_BUDGET * TIMED_FRAMES) / (CONTACT_FACTOR * spent);
  const chosen = SIZES.findLast((candidate) => candidate <= affordable) ?? size;
  remember(storageKey(scene, backend), String(chosen));
  return chosen;
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
