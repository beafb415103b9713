import { ftruncateSync } from 'node:fs';
import { type OpenedFile, openTarget } from './files.ts';
import { writeWhole } from './print.ts';

/**
 * A file that is valid after each write, such as the recording of a run that may be cut off. It consists of a head, a growing number of
 * pieces, and a tail. Each write overwrites the tail with a new piece, followed by the tail. So if the process is stopped, the pieces
 * written so far form a valid file. `keep` gives the file its final name. Devices and pipes can't be overwritten; they get the tail at the
 * end.
 */
export class GrowingFile {
  private readonly opened: OpenedFile;
  private readonly tail: Buffer;
  /** Number of bytes before the tail. */
  private length = 0;

  /** Opens the file and writes head and tail. Throws the system's errors. */
  constructor(path: string, head: string, tail: string) {
    this.tail = Buffer.from(tail);
    this.opened = openTarget(path);
    try {
      this.add(head);
    } catch (error) {
      this.opened.discard();
      throw error;
    }
  }

  /** Adds a piece before the tail. Throws the system's errors; the file then has its earlier content again. */
  add(piece: string): void {
    const { file, seekable } = this.opened;
    const bytes = Buffer.from(piece);
    if (!seekable) {
      writeWhole(file, bytes);
      return;
    }
    try {
      writeWhole(file, Buffer.concat([bytes, this.tail]), this.length);
      this.length += bytes.length;
    } catch (error) {
      // Restore the old tail. This works even on a full disk, because the file already had these bytes.
      if (this.length > 0) writeWhole(file, this.tail, this.length);
      ftruncateSync(file, this.length > 0 ? this.length + this.tail.length : 0);
      throw error;
    }
  }

  get seekable(): boolean {
    return this.opened.seekable;
  }

  /** Completes the file and gives it its final name. Throws the system's errors, or an OutputError if renaming fails. */
  keep(): void {
    const { opened, tail } = this;
    if (!opened.seekable) writeWhole(opened.file, tail);
    opened.keep();
  }

  discard(): void {
    this.opened.discard();
  }
}
