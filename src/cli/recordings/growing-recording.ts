import { quoted } from '../../math/text.ts';
import { type GrowingFormat, growingCsv, growingJson, toCsv, toJson } from '../../record/formats.ts';
import type { Recording } from '../../record/recording.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { OutputError, UsageError } from '../../node/errors.ts';
import { outputError, tellWritten, writeText } from '../../node/files.ts';
import { GrowingFile } from '../../node/growing-file.ts';
import { beforeInterruption } from '../../node/interruption.ts';
import { tell } from '../../node/print.ts';
import { plural } from './summary.ts';

const CSV = /\.csv$/i;

/** Receives a run's frames as they are computed. */
export interface RowSink {
  /** @throws OutputError if the row can't be written; the rows before it are kept */
  add(row: FrameRow): void;
  /** Ends the recording, also after a failed run; its rows are kept. @throws OutputError */
  close(): void;
}

/** A recording's file that grows by one row per frame and stays valid whatever ends the run. */
export class GrowingRecording implements RowSink {
  private readonly file: GrowingFile;
  private readonly format: GrowingFormat;
  private readonly forget: () => void;
  private count = 0;
  private open = true;

  /**
   * @param path ends in .csv or .json, which selects the format
   * @param recording returns the recording so far; its frames, and the step that broke the simulation, come later
   * @throws OutputError
   */
  constructor(
    private readonly path: string,
    private readonly recording: () => Recording,
  ) {
    this.format = (CSV.test(path) ? growingCsv : growingJson)(recording());
    this.file = this.write(() => new GrowingFile(path, this.format.head, this.format.tail));
    this.forget = beforeInterruption(() => this.keep());
  }

  add(row: FrameRow): void {
    if (!this.open) return;
    try {
      this.write(() => this.file.add(this.format.row(row, this.count)));
      this.count++;
    } catch (error) {
      const { message } = error as Error;
      this.keepQuietly();
      throw new OutputError(
        `${message}; ${this.count === 0 ? 'no frame fitted' : `it holds the first ${plural(this.count, 'frame')}`}`,
      );
    }
  }

  close(): void {
    if (!this.open) return;
    const recording = this.recording();
    // `broke` and `inputs` stand at the file's start but are known only at the run's end, so the file is written again. A pipe
    // can't be written again.
    const isComplete = !recording.broke && recording.inputs.length === 0;
    if (isComplete || !this.file.seekable) {
      this.keep();
      return;
    }
    const text = (CSV.test(this.path) ? toCsv : toJson)(recording);
    try {
      writeText(this.path, text);
    } catch (error) {
      this.keep();
      throw error;
    }
    this.finish(() => this.file.discard());
    tellWritten(this.path);
  }

  private keep(): void {
    if (!this.open) return;
    const { path, count } = this;
    this.keepQuietly();
    tell(
      count === 0
        ? `no frame was completed: ${quoted(path)} isn't written`
        : `wrote ${path}, ${plural(count, 'frame')}`,
    );
  }

  /** Moves the file to its final name if it has a frame, else deletes it. */
  private keepQuietly(): void {
    if (this.count === 0) this.finish(() => this.file.discard());
    else this.finish(() => this.write(() => this.file.keep()));
  }

  private finish(last: () => void): void {
    this.open = false;
    this.forget();
    last();
  }

  /** @throws OutputError */
  private write<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw outputError(this.path, error);
    }
  }
}

/** Writes a finished recording; on a full disk, the frames that fit. @throws OutputError */
export function saveRecording(path: string, recording: Recording): void {
  const file = new GrowingRecording(path, () => recording);
  for (const row of recording.frames) file.add(row);
  file.close();
}

/**
 * Opens a recording whose failure doesn't stop the run: the error is printed instead.
 * @param failed called after each such error
 */
export function forgiving(path: string, recording: () => Recording, failed: () => void): RowSink {
  let file: GrowingRecording | undefined;
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof OutputError || error instanceof UsageError)) throw error;
      tell(error.message);
      failed();
    }
  };
  attempt(() => {
    file = new GrowingRecording(path, recording);
  });
  return { add: (row) => attempt(() => file?.add(row)), close: () => attempt(() => file?.close()) };
}
