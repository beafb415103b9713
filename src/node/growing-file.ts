import { ftruncateSync } from 'node:fs';
import { type OpenedFile, openTarget } from './files.ts';
import { writeWhole } from './print.ts';

/**
 * A file that is valid after each write, such as the recording of a run that may be cut off. It consists of a head, a growing number of
 * pieces, and a tail. Each write overwrites the tail with a new piece, followed by the tail. So if the process is stopped, the pieces
 * written so far form a valid file. `keep` gives the file its final name. Devices and pipes can't be overwritten; they get the tail at the
 * end. A piece may bring a new tail, such as the index of a zip file.
 */
export class GrowingFile {
  private readonly opened: OpenedFile;
  private tail: Uint8Array;
  /** Number of bytes before the tail. */
  private length = 0;

  /** Opens the file and writes head and tail. Throws the system's errors. */
  constructor(path: string, head: string, tail: string | Uint8Array) {
    this.tail = bytesOf(tail);
    this.opened = openTarget(path);
    try {
      this.add(head);
    } catch (error) {
      this.opened.discard();
      throw error;
    }
  }

  /**
   * Adds a piece before the tail. Throws the system's errors; the file then has its earlier content again.
   * @param tail the tail from now on; by default the same
   */
  add(piece: string | Uint8Array, tail = this.tail): void {
    const { file, seekable } = this.opened;
    const bytes = bytesOf(piece);
    if (!seekable) {
      writeWhole(file, bytes);
      this.tail = tail;
      return;
    }
    try {
      writeWhole(file, Buffer.concat([bytes, tail]), this.length);
      this.length += bytes.length;
      this.tail = tail;
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

const bytesOf = (piece: string | Uint8Array): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece);
