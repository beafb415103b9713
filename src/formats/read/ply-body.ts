import { beginning } from '../../math/text.ts';
import { MeshFileError } from '../file-mesh.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import type { PlyElement, PlyHeader, PlyProperty, PlyType } from './ply-header.ts';
import { fillingNote, isBlank, isFiller } from './text-bytes.ts';
import type { TextReader } from './text-reader.ts';

/** Takes what an element's things have, one after another. */
export interface PlyTaker {
  number?(thing: number, property: PlyProperty, value: number): void;
  /** @param values good until the next one is read */
  list?(thing: number, property: PlyProperty, values: Float64Array): void;
}

/** Reads numbers after a header, from text or from bytes. */
export class PlyBody {
  private readonly view: DataView;
  private readonly begin: number;
  private at = 0;
  /** The list that was read last. */
  private readonly values = GrowingNumbers.floats();

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

  /** Names the place of what was read last for messages: its line, or the byte after it. */
  before(): string {
    return `before ${this.isText ? `the end of line ${this.reader.line}` : `byte ${this.begin + this.at}`}`;
  }

  /** Reads all things of an element. @param taker what becomes of them */
  read(element: PlyElement, taker: PlyTaker): void {
    this.checkRoom(element);
    const { name, count, properties } = element;
    if (properties.length === 0) return;
    for (let thing = 0; thing < count; thing++)
      for (const property of properties)
        if (property.lengthType) {
          this.readList(property.lengthType, property, thing, name);
          taker.list?.(thing, property, this.values.taken());
        } else {
          const value = this.number(property.type, property, thing, name);
          taker.number?.(thing, property, value);
        }
  }

  /** Checks that nothing follows but blanks and filling. @returns a sentence if there is filling    @throws MeshFileError */
  end(): string[] {
    const { reader, view, at, begin } = this;
    if (this.isText) {
      reader.checkEnd();
      return reader.notes();
    }
    const rest = new Uint8Array(view.buffer, view.byteOffset + at, view.byteLength - at);
    if (!rest.every((byte) => isBlank(byte) || isFiller(byte)))
      throw new MeshFileError(
        `Byte ${begin + at} begins ${rest.length} bytes after the last element; expected the end of the file`,
      );
    return rest.some(isFiller) ? [fillingNote(rest.length)] : [];
  }

  /** Checks that the rest of the file is long enough for an element, before anybody makes room for it. */
  checkRoom({ name, count, properties }: PlyElement): void {
    const size = this.isText
      ? // A word takes a character and a blank.
        2 * properties.length
      : properties.reduce((sum, { type, lengthType }) => sum + (lengthType ?? type).size, 0);
    const left = this.isText ? this.reader.left + 1 : this.view.byteLength - this.at;
    if (count * size > left)
      throw new MeshFileError(
        `The header promises ${count.toLocaleString('en')} things of '${beginning(name)}'; expected no more than the ${left.toLocaleString('en')} bytes that follow have room for`,
      );
  }

  private number(type: PlyType, property: PlyProperty, thing: number, element: string): number {
    if (this.isText) return this.numberOfText(property, thing, element);
    const { view, at, begin } = this;
    if (at + type.size > view.byteLength)
      throw new MeshFileError(
        `The file ends at byte ${begin + view.byteLength}; expected ${type.size} bytes from byte ${begin + at} on, for ${placeOf(property, thing, element)}`,
      );
    this.at += type.size;
    return type.read(view, at, this.format === 'binary_little_endian');
  }

  private numberOfText(property: PlyProperty, thing: number, element: string): number {
    // A place is only named if there is something to say about it.
    try {
      // Some programs write normals and qualities that aren't finite. Whoever uses a value checks it, as in binary files.
      return this.reader.asAnyNumber(this.reader.word('a number'), 'a number');
    } catch (error) {
      if (!(error instanceof MeshFileError)) throw error;
      throw new MeshFileError(`${error.message} for ${placeOf(property, thing, element)}`, { cause: error });
    }
  }

  private readList(lengthType: PlyType, property: PlyProperty, thing: number, element: string): void {
    const { type } = property;
    const length = this.number(lengthType, property, thing, element);
    const left = this.isText ? (this.reader.left + 1) / 2 : (this.view.byteLength - this.at) / type.size;
    if (!Number.isInteger(length) || length < 0 || length > left)
      throw new MeshFileError(
        `The list ${placeOf(property, thing, element)}, ${this.before()}, has ${length} numbers; expected a whole number, no greater than the rest of the file has room for`,
      );
    this.values.clear();
    this.values.reserve(length);
    for (let i = 0; i < length; i++) this.values.push(this.number(type, property, thing, element));
  }
}

const placeOf = (property: PlyProperty, thing: number, element: string): string =>
  `'${beginning(property.name)}' of number ${thing} of '${beginning(element)}'`;
