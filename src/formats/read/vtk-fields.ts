import { MeshFileError } from '../file-mesh.ts';
import type { TextReader } from './text-reader.ts';

/** A type of numbers: bytes per number, and how one is read. */
interface NumberType {
  readonly size: number;
  readonly read: (view: DataView, at: number) => number;
}

/** Types of numbers by their names in the file, in small letters. Binary files of this format are big-endian. */
const TYPES: Readonly<Record<string, NumberType>> = {
  char: { size: 1, read: (view, at) => view.getInt8(at) },
  signed_char: { size: 1, read: (view, at) => view.getInt8(at) },
  unsigned_char: { size: 1, read: (view, at) => view.getUint8(at) },
  short: { size: 2, read: (view, at) => view.getInt16(at) },
  unsigned_short: { size: 2, read: (view, at) => view.getUint16(at) },
  int: { size: 4, read: (view, at) => view.getInt32(at) },
  unsigned_int: { size: 4, read: (view, at) => view.getUint32(at) },
  long: { size: 8, read: (view, at) => Number(view.getBigInt64(at)) },
  unsigned_long: { size: 8, read: (view, at) => Number(view.getBigUint64(at)) },
  // VTK writes ids as int, whatever their size in memory. Source: vtkDataReader.cxx.
  vtkidtype: { size: 4, read: (view, at) => view.getInt32(at) },
  vtktypeint32: { size: 4, read: (view, at) => view.getInt32(at) },
  vtktypeint64: { size: 8, read: (view, at) => Number(view.getBigInt64(at)) },
  vtktypeint8: { size: 1, read: (view, at) => view.getInt8(at) },
  vtktypeuint8: { size: 1, read: (view, at) => view.getUint8(at) },
  vtktypeint16: { size: 2, read: (view, at) => view.getInt16(at) },
  vtktypeuint16: { size: 2, read: (view, at) => view.getUint16(at) },
  vtktypeuint32: { size: 4, read: (view, at) => view.getUint32(at) },
  vtktypeuint64: { size: 8, read: (view, at) => Number(view.getBigUint64(at)) },
  float: { size: 4, read: (view, at) => view.getFloat32(at) },
  double: { size: 8, read: (view, at) => view.getFloat64(at) },
};

/** What a message expects where a file names another type. */
export const A_TYPE = `a type of numbers: ${Object.keys(TYPES).join(', ')}`;

export function numbersOfType(name: string): NumberType | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(TYPES, key) ? TYPES[key] : undefined;
}

/** Fields that hold something else than numbers: bits, of which binary files pack eight in a byte, and texts. */
const BITS = 'bit';
const TEXTS = ['string', 'utf8_string'];
/** Name that stands for an array that isn't there. */
const NO_ARRAY = 'NULL_ARRAY';

/** Skips a list of named arrays, as programs write the time into. The arrays may hold anything, also NaN and texts. */
export function skipField(reader: TextReader, isBinary: boolean): void {
  reader.word('the name of a field');
  const arrays = reader.count('arrays', 1);
  for (let array = 0; array < arrays; array++) {
    // What is known of an array may follow it.
    if (reader.peek()?.toUpperCase() === 'METADATA') {
      reader.word('METADATA');
      skipMetadata(reader);
    }
    if (reader.word('the name of an array').toUpperCase() === NO_ARRAY) continue;
    const components = reader.whole('the number of components');
    const tuples = reader.whole('the number of tuples');
    const type = reader.word('the type of numbers');
    skipValues(reader, components * tuples, type, isBinary);
  }
}

/** Skips the lines up to the next empty one. */
export function skipMetadata(reader: TextReader): void {
  reader.restOfLine();
  while (reader.left > 0 && reader.restOfLine() !== '');
}

function skipValues(reader: TextReader, count: number, typeName: string, isBinary: boolean): void {
  const name = typeName.toLowerCase();
  const isText = TEXTS.includes(name);
  const type = numbersOfType(name);
  if (!type && !isText && name !== BITS) reader.refuse(typeName, `${A_TYPE}, ${[BITS, ...TEXTS].join(', ')}`);
  // Each value takes at least a bit, a line's end, or a character and a blank.
  const least = isBinary ? (isText ? count : Math.ceil(count * (type?.size ?? 1 / 8))) : isText ? count : 2 * count;
  if (least > reader.left + 1)
    throw new MeshFileError(
      `Line ${reader.line} promises ${count.toLocaleString('en')} values of a field; expected no more than the rest of the file has room for`,
    );
  if (isBinary || isText) reader.restOfLine();
  if (isText && isBinary) for (let i = 0; i < count; i++) skipBinaryText(reader);
  else if (isText) for (let i = 0; i < count; i++) reader.restOfLine();
  else if (isBinary) reader.block(least, 'a field');
  else for (let i = 0; i < count; i++) reader.word('a value of a field');
}

/** Skips a text of a binary file. The highest two bits of its length tell how many bytes that takes, from 8 to 1. Source: vtkDataReader.cxx. */
function skipBinaryText(reader: TextReader): void {
  const first = reader.left > 0 ? reader.rest().getUint8(0) : 0;
  const width = 8 >> (first >> 6);
  const view = reader.block(width, 'the length of a text');
  let length = first & 0x3f;
  for (let i = 1; i < width; i++) length = 256 * length + view.getUint8(i);
  reader.block(length, 'a text');
}
