import { type FileMesh, LeftOut, MeshFileError } from '../file-mesh.ts';
import { type CellLists, sortCells } from './vtk-cells.ts';
import { TextReader } from './text-reader.ts';

/** Types of numbers by their names in the file: bytes per number, and how one is read. Binary files of this format are big-endian. */
const TYPES: Readonly<
  Record<string, { readonly size: number; readonly read: (view: DataView, at: number) => number }>
> = {
  char: { size: 1, read: (view, at) => view.getInt8(at) },
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
  float: { size: 4, read: (view, at) => view.getFloat32(at) },
  double: { size: 8, read: (view, at) => view.getFloat64(at) },
};

/** Name of the list of positions in messages. */
const COORDINATES = 'coordinates';
/** Characters of a wrong first line that a message shows. */
const SHOWN = 24;

/**
 * Reads a legacy `.vtk` file, text or binary: an unstructured grid's tetrahedra and triangles, or polygonal data. Fields are left out.
 * Source: Kitware, VTK File Formats, simple legacy formats, versions 2.0 to 5.1.
 * @throws MeshFileError
 */
export function readVtk(bytes: Uint8Array): FileMesh {
  const reader = TextReader.open(bytes, '', true);
  const head = reader.restOfLine();
  if (!/^# vtk DataFile Version/i.test(head))
    throw new MeshFileError(`Line 1 is '${head.slice(0, SHOWN)}'; expected '# vtk DataFile Version'`);
  reader.restOfLine();
  const encoding = reader.word("'ASCII' or 'BINARY'").toUpperCase();
  if (encoding !== 'ASCII' && encoding !== 'BINARY') reader.refuse(encoding, "'ASCII' or 'BINARY'");
  // A text with other bytes in it is damaged.
  const file = new VtkReader(encoding === 'BINARY' ? reader : reopened(bytes), encoding === 'BINARY');
  return file.read();
}

/** Opens a text file again, now to refuse what is no text. */
function reopened(bytes: Uint8Array): TextReader {
  const reader = TextReader.open(bytes);
  reader.restOfLine();
  reader.restOfLine();
  reader.word("'ASCII'");
  return reader;
}

class VtkReader {
  private positions: Float64Array | undefined;
  private readonly leftOut = new LeftOut();

  constructor(
    private readonly reader: TextReader,
    private readonly isBinary: boolean,
  ) {}

  read(): FileMesh {
    const { reader } = this;
    reader.keyword('DATASET');
    const kind = reader.word('UNSTRUCTURED_GRID or POLYDATA');
    const isGrid = kind.toUpperCase() === 'UNSTRUCTURED_GRID';
    if (!isGrid && kind.toUpperCase() !== 'POLYDATA') reader.refuse(kind, 'UNSTRUCTURED_GRID or POLYDATA');
    let lists: CellLists | undefined;
    let types: Float64Array | undefined;
    const seen = new Set<string>();
    while (!reader.isAtEnd()) {
      const word = reader.word('a keyword');
      const name = word.toUpperCase();
      if (seen.has(name)) reader.refuse(word, 'each list once');
      if (name !== 'METADATA') seen.add(name);
      if (name === 'POINTS') this.positions = this.readPoints();
      else if (name === (isGrid ? 'CELLS' : 'POLYGONS')) lists = this.readCells();
      else if (name === 'CELL_TYPES') types = this.readNumbers(reader.count('cells', 0), 'int', 'types of cells');
      else if (name === 'METADATA') this.skipMetadata();
      // Only data of points and cells may follow.
      else if (name === 'POINT_DATA' || name === 'CELL_DATA') break;
      else if (name === 'FIELD') this.skipField();
      else if (!isGrid && ['VERTICES', 'LINES', 'TRIANGLE_STRIPS'].includes(name)) {
        const skipped = this.readCells();
        this.leftOut.add(name.toLowerCase().replace('_', ' '), skipped.offsets.length - 1);
      } else reader.refuse(word, isGrid ? 'POINTS, CELLS or CELL_TYPES' : 'POINTS or POLYGONS');
    }
    const { positions } = this;
    if (!positions) throw new MeshFileError(`Line ${reader.line} ends the list of keywords; expected POINTS`);
    if (!lists) throw new MeshFileError(`Line ${reader.line} ends the list of keywords; expected cells`);
    if (isGrid && !types) throw new MeshFileError(`Line ${reader.line} ends the list of keywords; expected CELL_TYPES`);
    return { positions, ...sortCells(lists, types, positions.length / 3, this.leftOut), notes: this.leftOut.notes() };
  }

  private readPoints(): Float64Array {
    const count = this.reader.count('points', 0);
    return this.readNumbers(3 * count, this.reader.word('the type of numbers'), COORDINATES);
  }

  /** Reads lists of cells as versions up to 4 write them, a number of vertices before each cell's, or as version 5 does, offsets first. */
  private readCells(): CellLists {
    const { reader } = this;
    const cells = reader.whole('the number of cells');
    const size = reader.whole('the number of words of the cells');
    if (reader.peek()?.toUpperCase() === 'OFFSETS') {
      reader.keyword('OFFSETS');
      const offsets = this.readNumbers(cells, reader.word('the type of numbers'), 'offsets of cells');
      reader.keyword('CONNECTIVITY');
      const vertices = this.readNumbers(size, reader.word('the type of numbers'), 'vertices of cells');
      return { offsets, vertices, where: `before line ${reader.line}` };
    }
    if (cells > size)
      throw new MeshFileError(
        `Line ${reader.line} promises ${cells.toLocaleString('en')} cells in ${size.toLocaleString('en')} words; expected as many words or more`,
      );
    return divide(this.readNumbers(size, 'int', 'cells'), cells, reader);
  }

  private readNumbers(count: number, typeName: string, what: string): Float64Array {
    const { reader } = this;
    if (!Object.hasOwn(TYPES, typeName.toLowerCase()))
      reader.refuse(typeName, `a type of numbers: ${Object.keys(TYPES).join(', ')}`);
    const type = TYPES[typeName.toLowerCase()];
    if (count * (this.isBinary ? type.size : 2) > reader.left + 1)
      throw new MeshFileError(
        `Line ${reader.line} promises ${count.toLocaleString('en')} ${what}; expected no more than the rest of the file has room for`,
      );
    const numbers = new Float64Array(count);
    if (!this.isBinary) {
      for (let i = 0; i < count; i++) numbers[i] = reader.number(`a number of ${what}`);
      return numbers;
    }
    reader.restOfLine();
    const view = reader.block(count * type.size, what);
    const begin = reader.offset - view.byteLength;
    for (let i = 0; i < count; i++) {
      numbers[i] = type.read(view, i * type.size);
      // Fields are skipped, and may hold NaN.
      if (what === COORDINATES && !Number.isFinite(numbers[i]))
        throw new MeshFileError(
          `Byte ${begin + i * type.size} has the number ${numbers[i]} as one of the coordinates; expected a finite number`,
        );
    }
    return numbers;
  }

  /** Skips a list of named arrays, as programs write the time into. */
  private skipField(): void {
    const { reader } = this;
    reader.word('the name of a field');
    const arrays = reader.count('arrays', 4);
    for (let array = 0; array < arrays; array++) {
      reader.word('the name of an array');
      const components = reader.whole('the number of components');
      const count = components * reader.whole('the number of tuples');
      this.readNumbers(count, reader.word('the type of numbers'), 'a field');
    }
  }

  /** Skips the lines up to the next empty one. */
  private skipMetadata(): void {
    this.reader.restOfLine();
    while (this.reader.left > 0 && this.reader.restOfLine() !== '');
  }
}

/** Divides a list in which each cell's number of vertices comes before its vertices. */
function divide(words: Float64Array, cells: number, reader: TextReader): CellLists {
  const offsets = new Float64Array(cells + 1);
  const vertices = new Float64Array(Math.max(0, words.length - cells));
  let at = 0;
  for (let cell = 0; cell < cells; cell++) {
    const count = words[at++];
    if (!(Number.isInteger(count) && count >= 0 && at + count <= words.length))
      throw new MeshFileError(
        `Cell ${cell}, before line ${reader.line}, has ${count ?? 'no number of'} vertices; expected no more than the list of cells holds`,
      );
    for (let k = 0; k < count; k++) vertices[offsets[cell] + k] = words[at + k];
    at += count;
    offsets[cell + 1] = offsets[cell] + count;
  }
  if (at !== words.length)
    throw new MeshFileError(
      `The list of cells before line ${reader.line} has ${words.length} words, of which ${cells} cells take ${at}; expected no more words`,
    );
  return { offsets, vertices, where: `before line ${reader.line}` };
}
