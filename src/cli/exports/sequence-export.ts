import { cut, quoted } from '../../math/text.ts';
import { ExportError } from '../../formats/write/written-mesh.ts';
import type { FrameSample } from '../../record/export/frame-sample.ts';
import { OutputError } from '../../node/errors.ts';
import { outputError } from '../../node/files.ts';
import { beforeInterruption } from '../../node/interruption.ts';
import { tell } from '../../node/print.ts';
import { plural } from '../recordings/summary.ts';

/** Files of a sequence while they are being written. All methods throw the system's errors, UsageError, OutputError or ExportError. */
export interface SequenceFiles {
  /** Adds a frame. If it can't be written, the files are as before. */
  add(sample: FrameSample): void;
  /** Names all files that were written, for the message: those beside the target too. */
  readonly written: string;
  /** Completes the files with the frames so far, and gives them their names. */
  keep(): void;
  /** Removes the files. */
  discard(): void;
}

/** Most files that a message names one by one. */
const MAX_NAMED = 12;

/** Names files for a message: the first ones, and how many more there are. */
export function named(paths: readonly string[]): string {
  const rest = paths.length - MAX_NAMED;
  return `${paths.slice(0, MAX_NAMED).map(cut).join(', ')}${rest > 0 ? ` and ${rest} more of such names` : ''}`;
}

/**
 * Writes a run's frames to files as they are computed. However the run ends, the files are whole, with the frames that were completed; only if the
 * process is killed, they have temporary names.
 */
export class SequenceExport {
  private readonly removeHandler: () => void;
  private count = 0;
  private isOpen = true;

  /**
   * @param path the target, for messages
   * @param withFields whether the files need velocities and contacts
   */
  constructor(
    private readonly path: string,
    private readonly files: SequenceFiles,
    readonly withFields: boolean,
  ) {
    this.removeHandler = beforeInterruption(() => this.close());
  }

  /** @throws OutputError if the frame can't be written; those before it are kept */
  add(sample: FrameSample): void {
    if (!this.isOpen) return;
    try {
      this.files.add(sample);
      this.count++;
    } catch (error) {
      const { message } = this.explained(error);
      this.end();
      throw new OutputError(
        `${message}; ${this.count === 0 ? 'not even one frame was written' : `${plural(this.count, 'frame')} before it ${this.count === 1 ? 'is' : 'are'} kept`}`,
      );
    }
  }

  /** Keeps the frames so far. @throws OutputError */
  close(): void {
    if (!this.isOpen) return;
    this.end();
    tell(
      this.count === 0
        ? `no frame was completed: ${quoted(this.path)} isn't written`
        : `wrote ${this.files.written}, ${plural(this.count, 'frame')}`,
    );
  }

  private end(): void {
    this.isOpen = false;
    this.removeHandler();
    try {
      if (this.count === 0) this.files.discard();
      else this.files.keep();
    } catch (error) {
      throw this.explained(error);
    }
  }

  private explained(error: unknown): Error {
    if (error instanceof ExportError) return new OutputError(`can't write ${quoted(this.path)}: ${error.message}`);
    return outputError(this.path, error);
  }
}
