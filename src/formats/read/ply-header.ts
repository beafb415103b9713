import { beginning } from '../../math/text.ts';
import { MeshFileError } from '../file-mesh.ts';
import type { TextReader } from './text-reader.ts';

/** A type of numbers: bytes per number, and how one is read. */
export interface PlyType {
  readonly size: number;
  readonly read: (view: DataView, at: number, isLittle: boolean) => number;
  /** Greatest value of a colour's component, which means 1. */
  readonly one: number;
  /** Greatest number of a type without negative ones: its bits are those of -1. */
  readonly greatest?: number;
}

const INT8: PlyType = { size: 1, read: (view, at) => view.getInt8(at), one: 127 };
const UINT8: PlyType = { size: 1, read: (view, at) => view.getUint8(at), one: 255, greatest: 255 };
const INT16: PlyType = { size: 2, read: (view, at, isLittle) => view.getInt16(at, isLittle), one: 32_767 };
const UINT16: PlyType = {
  size: 2,
  read: (view, at, isLittle) => view.getUint16(at, isLittle),
  one: 65_535,
  greatest: 65_535,
};
const INT32: PlyType = { size: 4, read: (view, at, isLittle) => view.getInt32(at, isLittle), one: 2_147_483_647 };
const UINT32: PlyType = {
  size: 4,
  read: (view, at, isLittle) => view.getUint32(at, isLittle),
  one: 4_294_967_295,
  greatest: 4_294_967_295,
};
const FLOAT32: PlyType = { size: 4, read: (view, at, isLittle) => view.getFloat32(at, isLittle), one: 1 };
const FLOAT64: PlyType = { size: 8, read: (view, at, isLittle) => view.getFloat64(at, isLittle), one: 1 };

/** Types by their names, old and new. */
const TYPES: Readonly<Record<string, PlyType>> = {
  char: INT8,
  int8: INT8,
  uchar: UINT8,
  uint8: UINT8,
  short: INT16,
  int16: INT16,
  ushort: UINT16,
  uint16: UINT16,
  int: INT32,
  int32: INT32,
  uint: UINT32,
  uint32: UINT32,
  float: FLOAT32,
  float32: FLOAT32,
  double: FLOAT64,
  float64: FLOAT64,
};

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** Type of a list's length; none if the property is a number. */
  readonly lengthType?: PlyType;
}

/** A list of things that have the same properties. */
export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
}

export interface PlyHeader {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
}

const FORMATS: readonly PlyHeader['format'][] = ['ascii', 'binary_little_endian', 'binary_big_endian'];

const isRemark = (keyword = ''): boolean => keyword === 'comment' || keyword === 'obj_info';

/** Reads a header up to the end of its last line. @throws MeshFileError */
export function readPlyHeader(reader: TextReader): PlyHeader {
  reader.keyword('ply');
  while (isRemark(reader.peek())) reader.restOfLine();
  reader.keyword('format');
  const word = reader.word('a format');
  const format = FORMATS.find((name) => name === word.toLowerCase());
  if (!format) reader.refuse(word, `a format: ${FORMATS.join(', ')}`);
  const version = reader.word("the version '1.0'");
  if (version !== '1.0') reader.refuse(version, "the version '1.0'");
  const elements: PlyElement[] = [];
  // Sets, since a header may name things by the thousand.
  const names = new Set<string>();
  let properties = new Set<string>();
  for (;;) {
    const keyword = reader.word("'end_header'");
    if (keyword === 'end_header') break;
    if (keyword === 'element') {
      const name = reader.word("an element's name");
      if (names.has(name)) reader.refuse(name, 'each element once');
      names.add(name);
      properties = new Set();
      elements.push({ name, count: reader.whole(`the number of things in '${beginning(name)}'`), properties: [] });
    } else if (keyword === 'property') readProperty(reader, elements.at(-1), properties);
    else if (isRemark(keyword)) reader.restOfLine();
    else reader.refuse(keyword, "'element', 'property', 'comment' or 'end_header'");
  }
  reader.restOfLine();
  return { format, elements };
}

/** @param names of the element's properties so far */
function readProperty(reader: TextReader, element: PlyElement | undefined, names: Set<string>): void {
  if (!element) throw new MeshFileError(`Line ${reader.line} has a property of nothing; expected an element before it`);
  const word = reader.word('a type of numbers');
  const isList = word === 'list';
  const lengthType = isList ? typeOf(reader, reader.word('the type of lengths')) : undefined;
  const type = typeOf(reader, isList ? reader.word('a type of numbers') : word);
  const name = reader.word("a property's name");
  if (names.has(name)) reader.refuse(name, 'each property once');
  names.add(name);
  element.properties.push({ name, type, ...(lengthType && { lengthType }) });
}

function typeOf(reader: TextReader, word: string): PlyType {
  if (!Object.hasOwn(TYPES, word)) reader.refuse(word, `a type of numbers: ${Object.keys(TYPES).join(', ')}`);
  return TYPES[word];
}
