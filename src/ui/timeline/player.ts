import type { KeptFrames } from './kept-frames.ts';

/**
 * Most time between two paints that playing follows [s]. After a longer pause, such as that of a hidden tab, playing goes on from where
 * it was.
 */
const MAX_GAP = 1;

/** Chooses the kept frame that is shown: the one that the person has moved to, or while playing the next one whose time has come. */
export class Player {
  /** Simulated seconds per second: 1 plays at the speed that the bodies would have in reality. */
  speed = 1;
  /** Whether playing begins again after the last frame, instead of ending there. */
  loops = false;
  private shownIndex = 0;
  /** Simulated time that playing has reached [s]; undefined while it stands still. */
  private reached: number | undefined;

  constructor(private readonly frames: KeptFrames) {}

  get isPlaying(): boolean {
    return this.reached !== undefined;
  }

  /** Index of the chosen frame, 0 for the oldest. */
  get index(): number {
    return this.shownIndex;
  }

  /** Chooses a frame. Playing goes on from there. @param index an index beyond either end chooses the frame at that end */
  moveTo(index: number): void {
    this.shownIndex = Math.max(0, Math.min(index, this.frames.count - 1));
    if (this.isPlaying) this.reached = this.timeAt(this.shownIndex);
  }

  /** Begins to play from the chosen frame; from the oldest one if the newest is chosen. */
  play(): void {
    if (this.isAtEnd) this.shownIndex = 0;
    this.reached = this.timeAt(this.shownIndex);
  }

  stop(): void {
    this.reached = undefined;
  }

  /** Goes on playing. @param seconds time since the last call [s] */
  advance(seconds: number): void {
    if (this.reached === undefined) return;
    if (this.isAtEnd) {
      if (this.loops) this.play();
      else this.stop();
      return;
    }
    this.reached += this.speed * Math.min(seconds, MAX_GAP);
    while (!this.isAtEnd && this.timeAt(this.shownIndex + 1) <= this.reached) this.shownIndex++;
  }

  private get isAtEnd(): boolean {
    return this.shownIndex >= this.frames.count - 1;
  }

  private timeAt(index: number): number {
    return this.frames.at(index)?.time ?? 0;
  }
}
