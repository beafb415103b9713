import { MeshFileError } from '../file-mesh.ts';
import type { PlyElement, PlyHeader, PlyProperty, PlyType } from './ply-header.ts';
import type { TextReader } from './text-reader.ts';

/** Words for numbers that aren't finite, as C's libraries write them. */
const NOT_FINITE = /^[-+]?(?:nan(?:\(\w*\))?|inf(?:inity)?)$/i;

/** Takes what an element's things have, one after another. */
export interface PlyTaker {
  number?(thing: number, property: PlyProperty, value: number): void;
  list?(thing: number, property: PlyProperty, values: readonly number[]): void;
}

/** Reads numbers after a header, from text or from bytes. */
export class PlyBody {
  private readonly view: DataView;
  private readonly begin: number;
  private at = 0;

  constructor(
    private readonly reader: TextReader,
    private readonly format: PlyHeader['format'],
  ) {
    this.view = reader.rest();
    this.begin = reader.offset;
  }

  /** Whether the format is text. */
  get isText(): boolean {
    return this.format === 'ascii';
  }

  /** End of the value that was read last, for messages: its line, or the byte after it. */
  get end(): number {
    return this.isText ? this.reader.line : this.begin + this.at;
  }

  /** Names a place for messages. @param end as above */
  before(end = this.end): string {
    return `before ${this.isText ? `the end of line ${end}` : `byte ${end}`}`;
  }

  /** Reads all things of an element. @param taker what becomes of them */
  read(element: PlyElement, taker: PlyTaker): void {
    this.checkRoom(element);
    const { name, count, properties } = element;
    if (properties.length === 0) return;
    for (let thing = 0; thing < count; thing++)
      for (const property of properties) {
        const place = () => `'${property.name}' of number ${thing} of '${name}'`;
        if (property.lengthType) {
          const values = this.list(property.lengthType, property.type, place);
          taker.list?.(thing, property, values);
        } else {
          const value = this.number(property.type, place);
          taker.number?.(thing, property, value);
        }
      }
  }

  /** @throws MeshFileError if more follows than blanks */
  checkEnd(): void {
    const { reader, view, at, begin, isText } = this;
    if (isText) reader.checkEnd();
    else if (!this.hasOnlyBlanksLeft())
      throw new MeshFileError(
        `Byte ${begin + at} begins ${view.byteLength - at} bytes after the last element; expected the end of the file`,
      );
  }

  /** Checks that the rest of the file is long enough for an element, before anybody makes room for it. */
  private checkRoom({ name, count, properties }: PlyElement): void {
    const size = this.isText
      ? // A word takes a character and a blank.
        2 * properties.length
      : properties.reduce((sum, { type, lengthType }) => sum + (lengthType ?? type).size, 0);
    const left = this.isText ? this.reader.left + 1 : this.view.byteLength - this.at;
    if (count * size > left)
      throw new MeshFileError(
        `The header promises ${count.toLocaleString('en')} things of '${name}'; expected no more than the ${left.toLocaleString('en')} bytes that follow have room for`,
      );
  }

  private number(type: PlyType, place: () => string): number {
    if (this.isText) {
      // A place is only named if there is something to say about it.
      try {
        const word = this.reader.word('a number');
        // Some programs write normals and qualities that aren't finite. Whoever uses a value checks it, as in binary files.
        return NOT_FINITE.test(word) ? Number.NaN : this.reader.asNumber(word, 'a number');
      } catch (error) {
        if (!(error instanceof MeshFileError)) throw error;
        throw new MeshFileError(`${error.message} for ${place()}`, { cause: error });
      }
    }
    const { view, at, begin } = this;
    if (at + type.size > view.byteLength)
      throw new MeshFileError(
        `The file ends at byte ${begin + view.byteLength}; expected ${type.size} bytes from byte ${begin + at} on, for ${place()}`,
      );
    this.at += type.size;
    return type.read(view, at, this.format === 'binary_little_endian');
  }

  private list(lengthType: PlyType, type: PlyType, place: () => string): number[] {
    const length = this.number(lengthType, place);
    const left = this.isText ? (this.reader.left + 1) / 2 : (this.view.byteLength - this.at) / type.size;
    if (!Number.isInteger(length) || length < 0 || length > left)
      throw new MeshFileError(
        `The list ${place()}, ${this.before()}, has ${length} numbers; expected a whole number, no greater than the rest of the file has room for`,
      );
    const values: number[] = [];
    for (let i = 0; i < length; i++) values.push(this.number(type, place));
    return values;
  }

  private hasOnlyBlanksLeft(): boolean {
    for (let i = this.at; i < this.view.byteLength; i++)
      if (!/\s/.test(String.fromCharCode(this.view.getUint8(i)))) return false;
    return true;
  }
}
