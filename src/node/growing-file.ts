import { ftruncateSync } from 'node:fs';
import { type OpenedFile, openTarget } from './files.ts';
import { writeWhole } from './print.ts';

/**
 * A file that is valid at every moment: each added piece is written together with the tail, over the old tail. Whatever stops
 * the process, the pieces so far form a valid file. It gets its final name when it is kept.
 */
export class GrowingFile {
  private readonly opened: OpenedFile;
  private readonly tail: Buffer;
  /** Bytes before the tail. */
  private length = 0;

  /** @param head the file's start    @param tail the file's end. @throws the system's errors */
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

  /** Adds a piece before the tail. @throws the system's errors; the file is then as it was before */
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
      // Restores the old tail, which fits even on a full disk because the file already has these bytes.
      if (this.length > 0) writeWhole(file, this.tail, this.length);
      ftruncateSync(file, this.length > 0 ? this.length + this.tail.length : 0);
      throw error;
    }
  }

  get seekable(): boolean {
    return this.opened.seekable;
  }

  /** Completes the file and renames it to its target. @throws the system's errors, OutputError */
  keep(): void {
    const { opened, tail } = this;
    if (!opened.seekable) writeWhole(opened.file, tail);
    opened.keep();
  }

  discard(): void {
    this.opened.discard();
  }
}
