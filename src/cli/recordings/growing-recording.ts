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

/** Gets a run's frames as they come. */
export interface RowSink {
  /** @throws OutputError where there is no room for it: what came before is kept */
  add(row: FrameRow): void;
  /** The run is over, or failed: what came is kept. @throws OutputError */
  close(): void;
}

/** A recording's file, which grows by a row a frame, and survives whatever ends the run. */
export class GrowingRecording implements RowSink {
  private readonly file: GrowingFile;
  private readonly format: GrowingFormat;
  private readonly forget: () => void;
  private count = 0;
  private open = true;

  /**
   * @param path its name says the format
   * @param recording of a run that begins: its frames, and how it broke, come later
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
    // These fields stand at a file's start but are known only at a run's end; the reader of a pipe has passed them.
    const isSaid = !recording.broke && recording.inputs.length === 0;
    if (isSaid || !this.file.seekable) {
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
    tell(count === 0 ? `no frame was done: ${quoted(path)} isn't written` : `wrote ${path}, ${plural(count, 'frame')}`);
  }

  /** Lets the file take its place as it is, where it has a frame. */
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

/** Writes a recording that is done; on a full disk what fits of it. @throws OutputError */
export function saveRecording(path: string, recording: Recording): void {
  const file = new GrowingRecording(path, () => recording);
  for (const row of recording.frames) file.add(row);
  file.close();
}

/** A recording beside work that goes on without it, where there is no room for it: that is told. @param failed called then */
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
