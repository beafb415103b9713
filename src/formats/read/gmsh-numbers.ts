import { MeshFileError } from '../file-mesh.ts';
import type { TextReader } from './text-reader.ts';

/** The numbers of a section of a Gmsh file, as text or binary. */
export interface GmshNumbers {
  /** Reads a whole number that takes 4 bytes in a binary file. */
  int(expected: string): number;
  /** Reads a whole number of Gmsh's type size_t: 8 bytes in a binary file. */
  size(expected: string): number;
  /** Reads a finite number. */
  double(expected: string): number;
  /** Reads how many things follow, of a least number of numbers each, and checks that the file has room for so many. */
  count(things: string, isSize: boolean, numbersEach: number): number;
  /** @throws MeshFileError that tells of the number that was read last */
  refuse(value: number, expected: string): never;
  /** Ends the section: what follows is text again. */
  end(): void;
}

export const textNumbers = (reader: TextReader): GmshNumbers => ({
  int: (expected) => reader.whole(expected, -Infinity),
  size: (expected) => reader.whole(expected),
  double: (expected) => reader.number(expected),
  count: (things, _, numbersEach) => reader.count(things, numbersEach),
  refuse: (value, expected) => reader.refuse(String(value), expected),
  end() {},
});

/** Numbers of a binary section that begins at the reader's place. */
export class BinaryNumbers implements GmshNumbers {
  private at = 0;
  /** Index of the number that was read last. */
  private last = 0;
  private readonly view: DataView;
  /** Index of the section's first byte in the file. */
  private readonly begin: number;

  constructor(
    private readonly reader: TextReader,
    private readonly isLittleEndian: boolean,
  ) {
    this.view = reader.rest();
    this.begin = reader.offset;
  }

  int(expected: string): number {
    return this.view.getInt32(this.take(4, expected), this.isLittleEndian);
  }

  size(expected: string): number {
    const value = Number(this.view.getBigUint64(this.take(8, expected), this.isLittleEndian));
    if (!Number.isSafeInteger(value)) this.refuse(value, expected);
    return value;
  }

  double(expected: string): number {
    const value = this.view.getFloat64(this.take(8, expected), this.isLittleEndian);
    if (!Number.isFinite(value)) this.refuse(value, expected);
    return value;
  }

  count(things: string, isSize: boolean, numbersEach: number): number {
    const expected = `the number of ${things}`;
    const count = isSize ? this.size(expected) : this.int(expected);
    // The smallest number takes 4 bytes.
    if (count < 0 || 4 * count * numbersEach > this.view.byteLength - this.at)
      this.refuse(count, `a number of ${things} for which the rest of the file has room`);
    return count;
  }

  refuse(value: number, expected: string): never {
    throw new MeshFileError(`Byte ${this.begin + this.last} has the number ${value}; expected ${expected}`);
  }

  end(): void {
    this.reader.block(this.at, 'a section');
  }

  private take(bytes: number, expected: string): number {
    const { at } = this;
    if (at + bytes > this.view.byteLength)
      throw new MeshFileError(`Byte ${this.begin + at} ends the file; expected ${expected}`);
    this.at += bytes;
    this.last = at;
    return at;
  }
}
