/** Whether the scene runs, stands, or goes on by single steps. */
export class Playback {
  private stepsAsked = 0;

  constructor(public isPaused: boolean) {}

  /** Whether a frame is to come. */
  get isMoving(): boolean {
    return !this.isPaused || this.stepsAsked > 0;
  }

  /** The next frame begins. @returns its steps; undefined: as many as it has by itself */
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

/** How long a frame under way may keep the person from what they asked for [ms]. */
const LONGEST = 10_000;

/** Ends what doesn't end by itself: a frame whose worker hangs is never done, and until it is nothing else starts. */
export class HungFrameTimeout {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param end ends what runs */
  constructor(private readonly endWork: () => unknown) {}

  /** Something else was asked for. */
  begin(): void {
    this.timer ??= setTimeout(() => this.endWork(), LONGEST);
  }

  /** The requested work has begun. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
