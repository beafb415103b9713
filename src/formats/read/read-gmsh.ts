import { type FileMesh, LeftOut, MeshFileError } from '../file-mesh.ts';
import { BinaryNumbers, type GmshNumbers, textNumbers } from './gmsh-numbers.ts';
import { TextReader } from './text-reader.ts';

/** An element type of Gmsh. */
interface ElementType {
  readonly vertices: number;
  readonly name: string;
}

const TRIANGLE = 2;
const TETRAHEDRON = 4;
/** Types by number. Source: Gmsh reference manual, section 10.1, MSH file format. */
const TYPES: Readonly<Record<number, ElementType>> = {
  1: { vertices: 2, name: 'lines' },
  [TRIANGLE]: { vertices: 3, name: 'triangles' },
  3: { vertices: 4, name: 'quadrilaterals' },
  [TETRAHEDRON]: { vertices: 4, name: 'tetrahedra' },
  5: { vertices: 8, name: 'hexahedra' },
  6: { vertices: 6, name: 'prisms' },
  7: { vertices: 5, name: 'pyramids' },
  8: { vertices: 3, name: 'quadratic lines' },
  9: { vertices: 6, name: 'quadratic triangles' },
  10: { vertices: 9, name: 'quadratic quadrilaterals' },
  11: { vertices: 10, name: 'quadratic tetrahedra' },
  12: { vertices: 27, name: 'quadratic hexahedra' },
  13: { vertices: 18, name: 'quadratic prisms' },
  14: { vertices: 14, name: 'quadratic pyramids' },
  15: { vertices: 1, name: 'points' },
  16: { vertices: 8, name: 'quadrilaterals of 8 vertices' },
  17: { vertices: 20, name: 'hexahedra of 20 vertices' },
  18: { vertices: 15, name: 'prisms of 15 vertices' },
  19: { vertices: 13, name: 'pyramids of 13 vertices' },
  21: { vertices: 10, name: 'cubic triangles' },
  26: { vertices: 4, name: 'cubic lines' },
  29: { vertices: 20, name: 'cubic tetrahedra' },
};

/** The lists that the sections of a file fill. Vertices have tags, in any order, of which elements are made. */
interface Lists {
  readonly positions: number[];
  /** Index of the vertex of each tag. */
  readonly indices: Map<number, number>;
  readonly tets: number[];
  readonly triangles: number[];
  readonly leftOut: LeftOut;
}

/**
 * Reads a `.msh` file of Gmsh, version 2.2 or 4.1, as text or binary: its tetrahedra and triangles. Other elements and physical groups are left out.
 * Source: Gmsh reference manual, section 10.1, MSH file format.
 * @throws MeshFileError
 */
export function readGmsh(bytes: Uint8Array): FileMesh {
  const reader = TextReader.open(bytes, '', true);
  reader.keyword('$MeshFormat');
  const version = reader.word('the version');
  if (version !== '2.2' && version !== '4.1') reader.refuse(version, 'version 2.2 or 4.1');
  const isBinary = reader.whole('0 for text or 1 for binary', 0, 1) === 1;
  reader.whole('8, the size of a number', 8, 8);
  const isLittleEndian = isBinary && readByteOrder(reader);
  reader.keyword('$EndMeshFormat');
  const lists: Lists = { positions: [], indices: new Map(), tets: [], triangles: [], leftOut: new LeftOut() };
  const seen = new Set<string>();
  while (!reader.isAtEnd()) {
    const word = reader.word('a section');
    if (!/^\$[A-Za-z]/.test(word)) reader.refuse(word, 'a section such as $Nodes');
    const section = word.slice(1);
    if (section === 'Nodes' || section === 'Elements') {
      // Its numbers begin on the next line, with which binary ones begin at once if the version is 4.1.
      const old = version === '2.2';
      const numbers = () => (isBinary ? new BinaryNumbers(reader, isLittleEndian) : textNumbers(reader));
      if (section === 'Nodes') (old ? readNodes2 : readNodes4)(reader, numbers, lists);
      else (old ? readElements2 : readElements4)(reader, numbers, lists);
      reader.keyword(`$End${section}`);
    } else skipSection(reader, section);
    seen.add(section);
  }
  for (const section of ['Nodes', 'Elements'])
    if (!seen.has(section))
      throw new MeshFileError(`Line ${reader.line} ends the file; expected a section $${section}`);
  const { positions, tets, triangles, leftOut } = lists;
  return {
    positions: Float64Array.from(positions),
    tets: Uint32Array.from(tets),
    triangles: Uint32Array.from(triangles),
    notes: leftOut.notes(),
  };
}

/** Reads the number 1, which shows the order of bytes. @returns whether the lowest comes first */
function readByteOrder(reader: TextReader): boolean {
  reader.restOfLine();
  const { offset } = reader;
  const one = reader.block(4, 'a number');
  const isLittleEndian = one.getInt32(0, true) === 1;
  if (!isLittleEndian && one.getInt32(0, false) !== 1)
    throw new MeshFileError(
      `Byte ${offset} has the number ${one.getInt32(0, true)}; expected 1, which shows the order of bytes`,
    );
  return isLittleEndian;
}

/** Skips a section without use here. */
function skipSection(reader: TextReader, section: string): void {
  const begin = reader.line;
  reader.restOfLine();
  while (reader.left > 0) if (reader.restOfLine().endsWith(`$End${section}`)) return;
  throw new MeshFileError(`Line ${begin} begins a section $${section}, which doesn't end; expected $End${section}`);
}

type ReadSection = (reader: TextReader, numbers: () => GmshNumbers, lists: Lists) => void;

const readNodes2: ReadSection = (reader, open, lists) => {
  const count = reader.count('vertices', 1);
  reader.restOfLine();
  const numbers = open();
  for (let i = 0; i < count; i++) {
    const tag = addTag(lists, numbers.int(`the tag of vertex ${i}`), numbers);
    addVertex(lists, tag, numbers);
  }
  numbers.end();
};

const readElements2: ReadSection = (reader, open, lists) => {
  const count = reader.count('elements', 1);
  reader.restOfLine();
  const numbers = open();
  const isBinary = numbers instanceof BinaryNumbers;
  for (let i = 0; i < count; ) {
    // Binary files have blocks of elements of one type.
    if (!isBinary) numbers.int(`the tag of element ${i}`);
    const type = readType(numbers, `the type of element ${i}`);
    const inBlock = isBinary ? numbers.count('elements of a block', false, 1) : 1;
    if (inBlock < 1 || inBlock > count - i)
      throw new MeshFileError(
        `Element ${i} begins a block of ${inBlock} elements; expected 1 to the ${count - i} that are left`,
      );
    const tags = numbers.count('groups of an element', false, 1);
    for (let k = 0; k < inBlock; k++) {
      if (isBinary) numbers.int(`the tag of element ${i + k}`);
      for (let t = 0; t < tags; t++) numbers.int(`a group of element ${i + k}`);
      addElement(lists, type, numbers, () => numbers.int(`a vertex of element ${i + k}`));
    }
    i += inBlock;
  }
  numbers.end();
};

const readNodes4: ReadSection = (reader, open, lists) => {
  reader.restOfLine();
  const numbers = open();
  const blocks = numbers.count('blocks of vertices', true, 3);
  const promised = numbers.size('the number of vertices');
  for (const what of ['least', 'greatest']) numbers.size(`the ${what} tag`);
  let sum = 0;
  for (let block = 0; block < blocks; block++) {
    const dimension = numbers.int('the dimension of an entity');
    numbers.int('the tag of an entity');
    const isParametric = numbers.int('0 or 1, whether vertices have parameters') === 1;
    const count = numbers.count('vertices of a block', true, 4);
    sum += count;
    const tags = Array.from({ length: count }, () => addTag(lists, numbers.size('the tag of a vertex'), numbers));
    for (const tag of tags) {
      addVertex(lists, tag, numbers);
      for (let k = 0; isParametric && k < dimension; k++) numbers.double('a parameter of a vertex');
    }
  }
  checkSum(sum, promised, 'vertices');
  numbers.end();
};

const readElements4: ReadSection = (reader, open, lists) => {
  reader.restOfLine();
  const numbers = open();
  const blocks = numbers.count('blocks of elements', true, 3);
  const promised = numbers.size('the number of elements');
  for (const what of ['least', 'greatest']) numbers.size(`the ${what} tag`);
  let sum = 0;
  for (let block = 0; block < blocks; block++) {
    numbers.int('the dimension of an entity');
    numbers.int('the tag of an entity');
    const type = readType(numbers, 'the type of the elements');
    const count = numbers.count('elements of a block', true, 2);
    sum += count;
    for (let i = 0; i < count; i++) {
      const tag = numbers.size('the tag of an element');
      addElement(lists, type, numbers, () => numbers.size(`a vertex of element ${tag}`));
    }
  }
  checkSum(sum, promised, 'elements');
  numbers.end();
};

function checkSum(sum: number, promised: number, things: string): void {
  if (sum !== promised)
    throw new MeshFileError(
      `The blocks of ${things} have ${sum} together; expected ${promised}, as the section's first line promises`,
    );
}

function addTag({ indices }: Lists, tag: number, numbers: GmshNumbers): number {
  if (indices.has(tag)) numbers.refuse(tag, 'a tag that no vertex before has');
  indices.set(tag, indices.size);
  return tag;
}

function addVertex({ positions }: Lists, tag: number, numbers: GmshNumbers): void {
  for (const axis of ['x', 'y', 'z']) positions.push(numbers.double(`the coordinate ${axis} of vertex ${tag}`));
}

function readType(numbers: GmshNumbers, expected: string): number {
  const type = numbers.int(expected);
  if (!TYPES[type]) numbers.refuse(type, `${expected}, from 1 to 19, or 21, 26, 29`);
  return type;
}

function addElement(lists: Lists, type: number, numbers: GmshNumbers, readVertex: () => number): void {
  const { vertices, name } = TYPES[type];
  const list = type === TETRAHEDRON ? lists.tets : type === TRIANGLE ? lists.triangles : undefined;
  for (let k = 0; k < vertices; k++) {
    const tag = readVertex();
    const index = lists.indices.get(tag);
    if (index === undefined) numbers.refuse(tag, 'the tag of a vertex of the section $Nodes');
    list?.push(index);
  }
  if (!list) lists.leftOut.add(name);
}
