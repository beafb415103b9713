import type { FrameRow } from '../../simulation/statistics.ts';

/** Frames that the chart remembers: what fits into a wide page. */
export const CAPACITY = 240;

/** The last frames of one side. It keeps the rows themselves: a new one takes the place of the oldest. */
export class FrameWindow {
  private readonly rows = new Array<FrameRow | undefined>(CAPACITY).fill(undefined);
  /** Number of the last frame; -1 before the first. */
  last = -1;

  add(row: FrameRow): void {
    this.rows[row.frame % CAPACITY] = row;
    this.last = row.frame;
  }

  /** @returns undefined where that frame is too old, is still to come, or never came */
  at(frame: number): FrameRow | undefined {
    const row = this.rows[frame % CAPACITY];
    return row?.frame === frame ? row : undefined;
  }

  /** From the oldest on. */
  all(): FrameRow[] {
    const first = Math.max(0, this.last - CAPACITY + 1);
    return Array.from({ length: this.last - first + 1 }, (_, i) => this.at(first + i)).filter(
      (row) => row !== undefined,
    );
  }
}

/** The scene that runs, for the chart's file. */
export interface ChartSource {
  readonly name: string;
  readonly title: string;
  /** What was measured on what. */
  readonly origin: string;
}

/** Frames that the chart shows. */
export interface ChartData extends ChartSource {
  windows: readonly FrameWindow[];
  /** What each side is called where there are two; else none. */
  sides: readonly string[];
}
