/** Whether the scene runs, stands, or goes on by single steps. */
export class Pace {
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
