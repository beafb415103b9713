import { cut, quoted } from '../../math/text.ts';
import { growingCsv } from '../../record/csv.ts';
import { type GrowingFormat, growingJson, partsOf } from '../../record/formats.ts';
import type { Recording } from '../../record/recording.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { OutputError, UsageError } from '../../node/errors.ts';
import { outputError, tellWritten } from '../../node/files.ts';
import { GrowingFile } from '../../node/growing-file.ts';
import { beforeInterruption } from '../../node/interruption.ts';
import { tell } from '../../node/print.ts';
import { CSV_NAME } from './csv-recording.ts';
import { plural } from './summary.ts';

const formatOf = (path: string, recording: Recording): GrowingFormat =>
  (CSV_NAME.test(path) ? growingCsv : growingJson)(recording);

/** Receives a run's frames as they are computed, for example to write them to a recording's file. */
export interface RowSink {
  /** Adds a frame's row. @throws OutputError if the row can't be written; the rows before it stay in the recording */
  add(row: FrameRow): void;
  /** Ends the recording, also after a failed run, and keeps its rows. @throws OutputError */
  close(): void;
}

/** A recording's file. It grows by one row per frame and is valid after each row, so that it stays usable however the run ends. */
export class GrowingRecording implements RowSink {
  private readonly file: GrowingFile;
  private readonly format: GrowingFormat;
  /** Removes the handler that closes the file if a signal ends the process. */
  private readonly removeHandler: () => void;
  /** Number of rows in the file. */
  private count = 0;
  private open = true;

  /**
   * @param path ends in .csv or .json, which selects the format
   * @param recording returns the recording so far. Opening the file uses only its settings. Later, `add` writes the frames, and `close`
   *   writes the step that broke the simulation, if any.
   * @throws OutputError if the file can't be written
   */
  constructor(
    private readonly path: string,
    private readonly recording: () => Recording,
  ) {
    this.format = formatOf(path, recording());
    this.file = this.withOutputError(() => new GrowingFile(path, this.format.head, this.format.tail));
    this.removeHandler = beforeInterruption(() => this.closeAndTell());
  }

  add(row: FrameRow): void {
    if (!this.open) return;
    try {
      this.withOutputError(() => this.file.add(this.format.row(row, this.count)));
      this.count++;
    } catch (error) {
      const { message } = error as Error;
      this.closeFile();
      throw new OutputError(
        `${message}; ${this.count === 0 ? 'not even one frame was written' : `it holds the first ${plural(this.count, 'frame')}`}`,
      );
    }
  }

  close(): void {
    if (!this.open) return;
    const recording = this.recording();
    // `broke` and `inputs` stand at the file's start but are known only at the run's end, so the whole file is written again. If the
    // path is a pipe, it can't be written again.
    const isComplete = !recording.broke && recording.inputs.length === 0;
    if (isComplete || this.count === 0 || !this.file.seekable) {
      this.closeAndTell();
      return;
    }
    try {
      this.withOutputError(() => this.writeAgain(recording));
    } catch (error) {
      this.closeAndTell();
      throw error;
    }
    this.closeWith(() => this.file.discard());
    tellWritten(this.path);
  }

  /** Writes the finished recording. It goes into the file in parts, since it may be longer than the longest string. */
  private writeAgain(recording: Recording): void {
    // The tail is a part of its own.
    const file = new GrowingFile(this.path, '', '');
    try {
      for (const part of partsOf(formatOf(this.path, recording), recording)) file.add(part);
    } catch (error) {
      file.discard();
      throw error;
    }
    file.keep();
  }

  private closeAndTell(): void {
    if (!this.open) return;
    const { path, count } = this;
    this.closeFile();
    tell(
      count === 0
        ? `no frame was completed: ${quoted(path)} isn't written`
        : `wrote ${cut(path)}, ${plural(count, 'frame')}`,
    );
  }

  /** Moves the file to its final name if the file has a frame, otherwise deletes the file. */
  private closeFile(): void {
    if (this.count === 0) this.closeWith(() => this.file.discard());
    else this.closeWith(() => this.withOutputError(() => this.file.keep()));
  }

  /** Stops accepting rows. @param finalStep moves or deletes the file */
  private closeWith(finalStep: () => void): void {
    this.open = false;
    this.removeHandler();
    finalStep();
  }

  /** Calls a function that writes the file. @throws OutputError instead of the system's error */
  private withOutputError<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw outputError(this.path, error);
    }
  }
}

/** Writes a finished recording. If the disk becomes full, the frames that fit are kept. @throws OutputError */
export function saveRecording(path: string, recording: Recording): void {
  const file = new GrowingRecording(path, () => recording);
  for (const row of recording.frames) file.add(row);
  file.close();
}

/**
 * Opens a recording that doesn't stop the run if its file can't be written: the error is printed instead.
 * @param onFailure called after each printed error
 */
export function openForgivingRecording(path: string, recording: () => Recording, onFailure: () => void): RowSink {
  let file: GrowingRecording | undefined;
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof OutputError || error instanceof UsageError)) throw error;
      tell(error.message);
      onFailure();
    }
  };
  attempt(() => {
    file = new GrowingRecording(path, recording);
  });
  return { add: (row) => attempt(() => file?.add(row)), close: () => attempt(() => file?.close()) };
}
