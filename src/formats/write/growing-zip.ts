import { strToU8, zipSync } from 'fflate/browser';
import { ExportError } from './written-mesh.ts';

/** Most bytes of a zip file, and most files in it, without the format's extension to 64 bits. */
export const ZIP_LIMITS = { bytes: 2 ** 32 - 1, files: 2 ** 16 - 1 } as const;

/** Length of the end record [bytes], and where it has the number of files (twice), the length of the index, and where the index begins. */
const END_LENGTH = 22;
const END = { filesHere: 8, files: 10, indexLength: 12, indexStart: 16 } as const;
/** Place of a file's start in its entry of the index. */
const ENTRY_START = 42;

/**
 * A zip file that grows by one file after the other. Its index stands at the end: `parts` in their order and then `index()` are a whole zip file at any
 * time, so one that is cut off can be made whole by writing the last index again. fflate compresses each file and writes its heads.
 * Source: PKWARE, APPNOTE.TXT, .ZIP File Format Specification, 4.3.
 */
export class GrowingZip {
  private readonly entries: Uint8Array[] = [];
  /** Bytes of all parts, and of all entries of the index. */
  private length = 0;
  private indexLength = 0;

  constructor(private readonly limits: { readonly bytes: number; readonly files: number } = ZIP_LIMITS) {}

  get fileCount(): number {
    return this.entries.length;
  }

  /**
   * Adds a file.
   * @returns the part to write after the parts before it
   * @throws ExportError if the zip file would become too large for the format; the file isn't added then
   */
  add(name: string, content: string | Uint8Array): Uint8Array {
    const single = zipSync({ [name]: typeof content === 'string' ? strToU8(content) : content });
    const end = new DataView(single.buffer, single.byteOffset + single.length - END_LENGTH);
    const start = end.getUint32(END.indexStart, true);
    const entry = single.slice(start, single.length - END_LENGTH);
    const total = this.length + start + this.indexLength + entry.length + END_LENGTH;
    const { bytes, files } = this.limits;
    if (this.fileCount >= files || total > bytes)
      throw new ExportError(
        `The zip file would have ${this.fileCount + 1} files and ${total} bytes with ${name}; expected at most ${files} files and ${bytes} bytes`,
      );
    new DataView(entry.buffer).setUint32(ENTRY_START, this.length, true);
    this.entries.push(entry);
    this.length += start;
    this.indexLength += entry.length;
    return single.subarray(0, start);
  }

  /** Takes the last file back, whose part could not be written. @param part what `add` returned */
  takeBack(part: Uint8Array): void {
    this.indexLength -= this.entries.pop()?.length ?? 0;
    this.length -= part.length;
  }

  /** Returns what stands after the parts. */
  index(): Uint8Array {
    const bytes = new Uint8Array(this.indexLength + END_LENGTH);
    let at = 0;
    for (const entry of this.entries) {
      bytes.set(entry, at);
      at += entry.length;
    }
    const end = new DataView(bytes.buffer, at);
    // 'PK', 5, 6.
    end.setUint32(0, 0x0605_4b50, true);
    end.setUint16(END.filesHere, this.fileCount, true);
    end.setUint16(END.files, this.fileCount, true);
    end.setUint32(END.indexLength, this.indexLength, true);
    end.setUint32(END.indexStart, this.length, true);
    return bytes;
  }
}
