/** State of playback: the scene runs, is paused, or advances by single steps. */
export class Playback {
  /** Number of single steps that the person has requested and that have not begun. */
  private pendingSteps = 0;

  constructor(public isPaused: boolean) {}

  /** Whether the next frame should be simulated. */
  get isMoving(): boolean {
    return !this.isPaused || this.pendingSteps > 0;
  }

  /** Called when a frame begins. @returns the frame's number of steps; undefined for as many as the scene's parameters say */
  nextSteps(): number | undefined {
    this.pendingSteps = Math.max(0, this.pendingSteps - 1);
    return this.isPaused ? 1 : undefined;
  }

  step(): void {
    this.isPaused = true;
    this.pendingSteps++;
  }

  stop(): void {
    this.isPaused = true;
    this.pendingSteps = 0;
  }
}

/** Maximum time that an unfinished frame may delay the start of another scene [ms]. */
const MAX_DELAY = 10_000;

/** Timeout for a frame that hangs. Without the timeout, a worker that never answers would block the start of other scenes. */
export class HungFrameTimeout {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param endWork ends the running scene's work */
  constructor(private readonly endWork: () => unknown) {}

  /** Starts the timer, unless it already runs. Called when another start is requested. */
  begin(): void {
    this.timer ??= setTimeout(() => this.endWork(), MAX_DELAY);
  }

  /** Stops the timer. Called when the requested start begins. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
