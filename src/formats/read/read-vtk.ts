import { beginning } from '../../math/text.ts';
import { type FileMesh, MeshFileError } from '../file-mesh.ts';
import { GrowingMesh } from './growing-mesh.ts';
import { type CellLists, POLYGON, sortCells, STRIP } from './vtk-cells.ts';
import { TextReader } from './text-reader.ts';
import { A_TYPE, numbersOfType, skipField, skipMetadata } from './vtk-fields.ts';

/** Name of the list of positions in messages. */
const COORDINATES = 'coordinates';

/**
 * Reads a legacy `.vtk` file, text or binary: an unstructured grid's tetrahedra, triangles and polygons, or the polygons and strips of polygonal data. Fields are
 * left out.
 * Source: Kitware, VTK File Formats, simple legacy formats, versions 2.0 to 5.1.
 * @throws MeshFileError
 */
export function readVtk(bytes: Uint8Array): FileMesh {
  const reader = TextReader.open(bytes, '', true);
  const head = reader.restOfLine();
  if (!/^# vtk DataFile Version/i.test(head))
    throw new MeshFileError(`Line 1 is '${beginning(head)}'; expected '# vtk DataFile Version'`);
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
  private readonly mesh = new GrowingMesh();

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
    const lists: { readonly cells: CellLists; readonly type?: number }[] = [];
    let types: Float64Array | undefined;
    const seen = new Set<string>();
    while (!reader.isAtEnd()) {
      const word = reader.word('a keyword');
      const name = word.toUpperCase();
      if (seen.has(name)) reader.refuse(word, 'each list once');
      if (name !== 'METADATA') seen.add(name);
      if (name === 'POINTS') this.positions = this.readPoints();
      else if (isGrid && name === 'CELLS') lists.push({ cells: this.readCells() });
      else if (isGrid && name === 'CELL_TYPES')
        types = this.readNumbers(reader.count('cells', 0), 'int', 'types of cells');
      else if (!isGrid && name === 'POLYGONS') lists.push({ cells: this.readCells(), type: POLYGON });
      else if (!isGrid && name === 'TRIANGLE_STRIPS') lists.push({ cells: this.readCells(), type: STRIP });
      else if (!isGrid && (name === 'VERTICES' || name === 'LINES'))
        this.mesh.leftOut.add(name.toLowerCase(), this.readCells().offsets.length - 1);
      else if (name === 'METADATA') skipMetadata(reader);
      else if (name === 'FIELD') skipField(reader, this.isBinary);
      // Only data of points and cells may follow.
      else if (name === 'POINT_DATA' || name === 'CELL_DATA') break;
      else reader.refuse(word, isGrid ? 'POINTS, CELLS or CELL_TYPES' : 'POINTS, POLYGONS or TRIANGLE_STRIPS');
    }
    const { positions, mesh } = this;
    if (!positions) throw new MeshFileError(`Line ${reader.line} ends the list of keywords; expected POINTS`);
    if (isGrid && lists.length === 0)
      throw new MeshFileError(`Line ${reader.line} ends the list of keywords; expected CELLS`);
    if (isGrid && !types) throw new MeshFileError(`Line ${reader.line} ends the list of keywords; expected CELL_TYPES`);
    for (const { cells, type } of lists)
      sortCells({ cells, types: type ?? types!, positions, first: 0, count: positions.length / 3 }, mesh);
    return mesh.finish(positions);
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
    const type = numbersOfType(typeName) ?? reader.refuse(typeName, A_TYPE);
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
      if (what === COORDINATES && !Number.isFinite(numbers[i]))
        throw new MeshFileError(
          `Byte ${begin + i * type.size} has the number ${numbers[i]} as one of the coordinates; expected a finite number`,
        );
    }
    return numbers;
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
