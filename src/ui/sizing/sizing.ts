import type { Scene, SceneSizes } from '../../scenes/scene.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { BackendKind } from '../app/runtime.ts';
import { recall, remember } from '../app/storage.ts';

/** Maximum time of a frame that is still pleasant to watch [ms]. */
const FRAME_BUDGET = 70;
/**
 * Expected ratio of a frame's time with contacts to a frame's time without. In the timed frames, bodies still fall freely; contacts
 * come later.
 */
const CONTACT_FACTOR = 2;
/** Number of first frames that are not timed, because the browser still compiles the code in them. */
const WARM_UP_FRAMES = 2;
/** Number of frames that are timed after the warm-up. */
const TIMED_FRAMES = 3;

const storageKey = (scene: Scene, backend: BackendKind) =>
  `untangle:size:${scene.name}:${backend}:${__UNTANGLE_VERSION__}`;

/** Returns the sizes to choose from, ascending: the small and the default size, and between them the geometric mean of both. */
const candidates = ({ small, default: defaultSize }: SceneSizes): readonly number[] => [
  small,
  Math.round(Math.sqrt(small * defaultSize)),
  defaultSize,
];

/**
 * Chooses the size that a scene starts with if neither the person nor the link chose one. The scene starts
 * with the size that an earlier visit found, if there was one, else with its small size, which loads fastest.
 * @returns the size; also a sizing if the first frames should show whether this machine can run a larger size
 */
export function firstSize(scene: Scene, backend: BackendKind): { readonly size: number; readonly sizing?: Sizing } {
  const { small, default: defaultSize, min, max } = scene.size;
  if (defaultSize <= small) return { size: small };
  const remembered = Number(recall(storageKey(scene, backend)));
  if (remembered >= min && remembered <= max) return { size: remembered };
  return { size: small, sizing: new Sizing(scene, backend) };
}

/** Times the first frames of a scene that started with its small size, and suggests a larger size if the machine can run it. */
export class Sizing {
  private frames = 0;
  /** Total time of the timed frames, without drawing [ms]. */
  private timedMs = 0;
  private isOver = false;
  private largerSize: number | undefined;
  /** Called once at the end, with a larger size if the machine can run it. */
  onEnd: (larger: number | undefined) => void = () => {};

  constructor(
    private readonly scene: Scene,
    private readonly backend: BackendKind,
  ) {}

  add({ ms, stages }: FrameRow): void {
    this.frames++;
    if (this.frames > WARM_UP_FRAMES) this.timedMs += ms - stages.render;
    if (this.isOver || this.frames < WARM_UP_FRAMES + TIMED_FRAMES) return;
    const { size } = this.scene;
    // A frame's time grows in proportion to the size.
    const affordable = (size.small * FRAME_BUDGET * TIMED_FRAMES) / (CONTACT_FACTOR * this.timedMs);
    const chosen = candidates(size).findLast((candidate) => candidate <= affordable) ?? size.small;
    if (chosen > size.small) this.largerSize = chosen;
    else this.remember(chosen);
    this.end(this.largerSize);
  }

  /** Ends without a larger size, because the person has begun to use the scene. */
  stop(): void {
    if (!this.isOver) this.end(undefined);
  }

  private end(larger: number | undefined): void {
    this.isOver = true;
    this.onEnd(larger);
  }

  /** Ends without calling `onEnd`, because another scene replaces the timed one. */
  drop(): void {
    this.isOver = true;
  }

  /** Called after each start. If the scene has started at the suggested size, the size fits into memory and is remembered. */
  afterStart(scene: Scene, size: number, backend: BackendKind): void {
    if (this.hasSuggested(scene.name, size, backend)) this.remember(size);
  }

  /** Whether a start uses the size that this sizing suggested. */
  hasSuggested(scene: string, size: number | undefined, backend: BackendKind): boolean {
    return (
      this.largerSize !== undefined && scene === this.scene.name && size === this.largerSize && backend === this.backend
    );
  }

  /** Called if the larger size failed. Later visits then start at the small size. @returns the small size */
  forgetLargerSize(): number {
    const { small } = this.scene.size;
    this.remember(small);
    return small;
  }

  /** If the browser refuses, the sizing runs again at the next visit. */
  private remember(size: number): void {
    remember(storageKey(this.scene, this.backend), String(size));
  }
}
