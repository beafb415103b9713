import { MeshFileError } from '../file-mesh.ts';
import { BinaryNumbers, type GmshNumbers } from './gmsh-numbers.ts';
import { ELEMENT_TYPES, type ElementType } from './gmsh-types.ts';
import type { GrowingMesh } from './growing-mesh.ts';
import type { TextReader } from './text-reader.ts';

/** Layouts of the sections of vertices and elements. Versions 2.0 to 2.2 have one layout. */
export type Layout = '1' | '2' | '4.0' | '4.1';

/** The lists that the sections of a file fill. Vertices have tags, in any order, of which elements are made. */
export interface Lists {
  readonly positions: number[];
  /** Index of the vertex of each tag. */
  readonly indices: Map<number, number>;
  readonly mesh: GrowingMesh;
}

/** Reads a section from its number of things on. @param open opens its numbers, once the reader stands before the first one */
export type ReadSection = (reader: TextReader, open: () => GmshNumbers, lists: Lists) => void;

/** Most vertices of a file: engines hold no more entries in a Map. */
const MOST_VERTICES = 2 ** 24 - 1;
/** Most numbers that place a vertex on the part of the geometry to which it belongs. */
const MOST_PARAMETERS = 3;

/** Reads vertices of the versions 1 and 2: a tag and coordinates each. */
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

/** Reads vertices of version 2 that also say to which part of the geometry they belong, and where on it they lie. */
const readParametricNodes: ReadSection = (reader, open, lists) => {
  const count = reader.count('vertices', 1);
  reader.restOfLine();
  const numbers = open();
  for (let i = 0; i < count; i++) {
    const tag = addTag(lists, numbers.int(`the tag of vertex ${i}`), numbers);
    addVertex(lists, tag, numbers);
    const dimension = numbers.int('the dimension of an entity');
    if (dimension < 0 || dimension > 3) numbers.refuse(dimension, 'the dimension of an entity, from 0 to 3');
    numbers.int('the tag of an entity');
    if (!(numbers instanceof BinaryNumbers)) skipParameters(reader);
    // Gmsh writes no parameters for vertices within a volume.
    else for (let k = 0; k < dimension % 3; k++) numbers.double('a parameter of a vertex');
  }
  numbers.end();
};

/** Skips the numbers that are left on a line. Programs differ in how many they write. */
function skipParameters(reader: TextReader): void {
  for (let k = 0; ; k++) {
    const word = reader.wordOfLine();
    if (word === undefined) return;
    if (k === MOST_PARAMETERS) reader.refuse(word, `the end of the line after ${MOST_PARAMETERS} parameters`);
    reader.asNumber(word, 'a parameter of a vertex');
  }
}

const readElements1: ReadSection = (reader, open, lists) => {
  const count = reader.count('elements', 1);
  reader.restOfLine();
  const numbers = open();
  for (let i = 0; i < count; i++) {
    numbers.int(`the tag of element ${i}`);
    const type = readType(numbers, `the type of element ${i}`);
    for (const what of ['physical', 'elementary']) numbers.int(`the ${what} group of element ${i}`);
    const vertices = numbers.int(`the number of vertices of element ${i}`);
    if (vertices !== type.vertices)
      numbers.refuse(vertices, `${type.vertices}, the number of vertices of one of the ${type.name}`);
    addElement(lists, type, numbers, () => numbers.int(`a vertex of element ${i}`));
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

/** Reads vertices of the versions 4.0 and 4.1, which have blocks of them; in version 4.1, a block's tags come before its coordinates. */
const nodesOf4 =
  (isNew: boolean): ReadSection =>
  (reader, open, lists) => {
    reader.restOfLine();
    const numbers = open();
    const { blocks, promised } = readHead(numbers, isNew, 'vertices');
    let sum = 0;
    for (let block = 0; block < blocks; block++) {
      const dimension = readEntity(numbers, isNew);
      const isParametric = numbers.int('0 or 1, whether vertices have parameters') === 1;
      const count = numbers.count('vertices of a block', true, 4);
      sum += count;
      const tags = isNew
        ? Array.from({ length: count }, () => addTag(lists, numbers.size('the tag of a vertex'), numbers))
        : undefined;
      for (let i = 0; i < count; i++) {
        addVertex(lists, tags?.[i] ?? addTag(lists, numbers.int('the tag of a vertex'), numbers), numbers);
        for (let k = 0; isParametric && k < dimension; k++) numbers.double('a parameter of a vertex');
      }
    }
    checkSum(sum, promised, 'vertices');
    numbers.end();
  };

const elementsOf4 =
  (isNew: boolean): ReadSection =>
  (reader, open, lists) => {
    reader.restOfLine();
    const numbers = open();
    const { blocks, promised } = readHead(numbers, isNew, 'elements');
    const readId = (expected: string) => (isNew ? numbers.size(expected) : numbers.int(expected));
    let sum = 0;
    for (let block = 0; block < blocks; block++) {
      readEntity(numbers, isNew);
      const type = readType(numbers, 'the type of the elements');
      const count = numbers.count('elements of a block', true, 2);
      sum += count;
      for (let i = 0; i < count; i++) {
        const tag = readId('the tag of an element');
        addElement(lists, type, numbers, () => readId(`a vertex of element ${tag}`));
      }
    }
    checkSum(sum, promised, 'elements');
    numbers.end();
  };

/** Sections by their names, in small letters, for each layout. */
export const SECTIONS: Readonly<Record<Layout, Readonly<Record<string, ReadSection>>>> = {
  '1': { nod: readNodes2, elm: readElements1 },
  '2': { nodes: readNodes2, parametricnodes: readParametricNodes, elements: readElements2 },
  '4.0': { nodes: nodesOf4(false), elements: elementsOf4(false) },
  '4.1': { nodes: nodesOf4(true), elements: elementsOf4(true) },
};

/** Reads the first numbers of a section of version 4. */
function readHead(numbers: GmshNumbers, isNew: boolean, things: string): { blocks: number; promised: number } {
  const blocks = numbers.count(`blocks of ${things}`, true, 3);
  const promised = numbers.size(`the number of ${things}`);
  if (isNew) for (const what of ['least', 'greatest']) numbers.size(`the ${what} tag`);
  return { blocks, promised };
}

/** Reads the part of the geometry to which a block belongs. @returns its dimension */
function readEntity(numbers: GmshNumbers, isNew: boolean): number {
  if (!isNew) numbers.int('the tag of an entity');
  const dimension = numbers.int('the dimension of an entity');
  if (dimension < 0 || dimension > 3) numbers.refuse(dimension, 'the dimension of an entity, from 0 to 3');
  if (isNew) numbers.int('the tag of an entity');
  return dimension;
}

function checkSum(sum: number, promised: number, things: string): void {
  if (sum !== promised)
    throw new MeshFileError(
      `The blocks of ${things} have ${sum} together; expected ${promised}, as the section's first line promises`,
    );
}

function addTag({ indices }: Lists, tag: number, numbers: GmshNumbers): number {
  if (indices.has(tag)) numbers.refuse(tag, 'a tag that no vertex before has');
  if (indices.size === MOST_VERTICES)
    numbers.refuse(tag, `the end of the vertices, since at most ${MOST_VERTICES.toLocaleString('en')} are read`);
  indices.set(tag, indices.size);
  return tag;
}

function addVertex({ positions }: Lists, tag: number, numbers: GmshNumbers): void {
  for (const axis of ['x', 'y', 'z']) positions.push(numbers.double(`the coordinate ${axis} of vertex ${tag}`));
}

function readType(numbers: GmshNumbers, expected: string): ElementType {
  const number = numbers.int(expected);
  const type = ELEMENT_TYPES.get(number);
  return type ?? numbers.refuse(number, `${expected}: one of Gmsh's with a fixed number of vertices, such as 4`);
}

function addElement(
  { indices, mesh, positions }: Lists,
  type: ElementType,
  numbers: GmshNumbers,
  readVertex: () => number,
): void {
  const vertices: number[] = [];
  for (let k = 0; k < type.vertices; k++) {
    const tag = readVertex();
    vertices.push(indices.get(tag) ?? numbers.refuse(tag, 'the tag of a vertex that the file has'));
  }
  if (type.kind) mesh.add(type.kind, vertices, positions);
  else mesh.leftOut.add(type.name);
}
