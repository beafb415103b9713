/** Whether the scene runs, is paused, or advances by single steps. */
export class Playback {
  /** Number of single steps that the person requested and that are not simulated yet. */
  private stepsAsked = 0;

  constructor(public isPaused: boolean) {}

  /** Whether the next frame should be simulated. */
  get isMoving(): boolean {
    return !this.isPaused || this.stepsAsked > 0;
  }

  /** Called when a frame begins. @returns its number of steps; undefined for the scene's own number */
  nextSteps(): number | undefined {
    this.stepsAsked = Math.max(0, this.stepsAsked - 1);
    return this.isPaused ? 1 : undefined;
  }

  step(): void {
    this.isPaused = true;
    this.stepsAsked++;
  }

  stop(): void {
    this.isPaused = true;
    this.stepsAsked = 0;
  }
}

/** Time that a frame under way may delay the start of another scene [ms]. */
const LONGEST_DELAY = 10_000;

/** Ends a frame that hangs: without it, a frame whose worker never answers would block the start of anything else. */
export class HungFrameTimeout {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param endWork ends the running scene's work */
  constructor(private readonly endWork: () => unknown) {}

  /** Starts the timer: another scene was asked for. */
  begin(): void {
    this.timer ??= setTimeout(() => this.endWork(), LONGEST_DELAY);
  }

  /** Stops the timer: the other scene is being started. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
