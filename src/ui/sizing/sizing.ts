import type { Scene, SceneSizes } from '../../scenes/scene.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { BackendKind } from '../app/runtime.ts';

/** A frame may take this long to be watched with pleasure [ms]. */
const FRAME_BUDGET = 70;
/** Contacts come after the sizing's free fall, and cost about as much again. */
const CONTACT_FACTOR = 2;
/** Frames of the sizing; the first ones warm the compiler up and are not counted. */
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
 * The size that a scene starts with where nobody chose one: from an earlier visit; else small, which is there soonest, and
 * whose first frames tell whether this machine can run more.
 */
export function firstSize(scene: Scene, backend: BackendKind): { readonly size: number; readonly sizing?: Sizing } {
  const { small, default: own, min, max } = scene.size;
  if (own <= small) return { size: small };
  const remembered = Number(recall(storageKey(scene, backend)));
  if (remembered >= min && remembered <= max) return { size: remembered };
  return { size: small, sizing: new Sizing(scene, backend) };
}

/** Watches the first frames of a scene that runs at small. */
export class Sizing {
  private frames = 0;
  /** Of the timed frames, without drawing [ms]. */
  private spent = 0;
  private isOver = false;
  private larger: number | undefined;
  /** Called once, with a larger size where the machine can run it. */
  onEnd: (larger: number | undefined) => void = () => {};

  constructor(
    private readonly scene: Scene,
    private readonly backend: BackendKind,
  ) {}

  add({ ms, stages }: FrameRow): void {
    this.frames++;
    if (this.frames > WARM_UP_FRAMES) this.spent += ms - stages.render;
    if (this.isOver || this.frames < WARM_UP_FRAMES + TIMED_FRAMES) return;
    const { size } = this.scene;
    const affordable = (size.small * FRAME_BUDGET * TIMED_FRAMES) / (CONTACT_FACTOR * this.spent);
    const chosen = candidates(size).findLast((candidate) => candidate <= affordable) ?? size.small;
    if (chosen > size.small) this.larger = chosen;
    else this.remember(chosen);
    this.end(this.larger);
  }

  /** The person has begun to do something with the scene: it stays as it is. */
  stop(): void {
    if (!this.isOver) this.end(undefined);
  }

  private end(larger: number | undefined): void {
    this.isOver = true;
    this.onEnd(larger);
  }

  /** Something else takes the scene's place: what the sizing would have said no longer matters. */
  drop(): void {
    this.isOver = true;
  }

  /** A scene has started: only then is it known that its size fits into memory. */
  started(scene: Scene, size: number, backend: BackendKind): void {
    if (this.suggested(scene.name, size, backend)) this.remember(size);
  }

  /** Whether a start is what this sizing has asked for. */
  suggested(scene: string, size: number | undefined, backend: BackendKind): boolean {
    return this.larger !== undefined && scene === this.scene.name && size === this.larger && backend === this.backend;
  }

  /** The larger size has failed: later visits stay at small. @returns small */
  failed(): number {
    const { small } = this.scene.size;
    this.remember(small);
    return small;
  }

  private remember(size: number): void {
    remember(storageKey(this.scene, this.backend), String(size));
  }
}

/** Private windows may refuse storage; then the sizing runs at each visit. */
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
    // Nothing is lost but a second sizing.
  }
}
