import { ftruncateSync } from 'node:fs';
import { type OpenedFile, openTarget } from './files.ts';
import { writeWhole } from './print.ts';

/**
 * A file that is whole at every moment: its end is written again behind each piece that is added, in one go. Whatever stops
 * the process, the pieces until then are a file of the same kind. It appears under its name when it is kept.
 */
export class GrowingFile {
  private readonly opened: OpenedFile;
  private readonly tail: Buffer;
  /** Bytes before the tail. */
  private length = 0;

  /** @param head what it starts with    @param tail what it ends with. @throws as the system does */
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

  /** @throws where the system refuses it: the file is then as it was before */
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
      // The old tail's place is the file's own: that needs no room.
      if (this.length > 0) writeWhole(file, this.tail, this.length);
      ftruncateSync(file, this.length > 0 ? this.length + this.tail.length : 0);
      throw error;
    }
  }

  get seekable(): boolean {
    return this.opened.seekable;
  }

  /** Lets it take its place. */
  keep(): void {
    const { opened, tail } = this;
    if (!opened.seekable) writeWhole(opened.file, tail);
    opened.keep();
  }

  discard(): void {
    this.opened.discard();
  }
}
