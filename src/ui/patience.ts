/** How long a frame under way may keep the person from what they asked for [ms]. */
const LONGEST = 10_000;

/** Ends what doesn't end by itself: a frame whose worker hangs is never done, and until it is nothing else starts. */
export class Patience {
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
