import type { FrameRow } from '../../simulation/statistics.ts';

/** Maximum number of frames that the chart keeps: as many bars as fit into a wide page. */
export const CAPACITY = 240;

/** Ring buffer of the last CAPACITY frames of one simulation; a comparison has two. It keeps references to the rows, not copies. */
export class FrameWindow {
  private readonly rows = new Array<FrameRow | undefined>(CAPACITY).fill(undefined);
  /** Number of the newest frame, counted from 0; -1 while there is none. */
  last = -1;

  add(row: FrameRow): void {
    this.rows[row.frame % CAPACITY] = row;
    this.last = row.frame;
  }

  /** @returns a frame's row; undefined if the frame is too old, still to come, or was not measured */
  at(frame: number): FrameRow | undefined {
    const row = this.rows[frame % CAPACITY];
    return row?.frame === frame ? row : undefined;
  }

  /** Returns all kept rows, oldest first. */
  all(): FrameRow[] {
    const first = Math.max(0, this.last - CAPACITY + 1);
    return Array.from({ length: this.last - first + 1 }, (_, i) => this.at(first + i)).filter(
      (row) => row !== undefined,
    );
  }
}

/** The scene that the chart is about: texts for the name, the heading and the caption of the SVG file that the person can save. */
export interface ChartSource {
  readonly name: string;
  /** In the scene's own unit. */
  readonly size: number;
  readonly title: string;
  /** Scene, size and machine in one line. */
  readonly origin: string;
}

/** The scene and the frames that the chart shows. */
export interface ChartData extends ChartSource {
  /** The frames, one window per simulation. */
  windows: readonly FrameWindow[];
  /** Names of the two simulations of a comparison; empty if only one runs. */
  sides: readonly string[];
}
