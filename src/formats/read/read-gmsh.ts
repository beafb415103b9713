import { cut } from '../../math/text.ts';
import { type FileMesh, MeshFileError } from '../file-mesh.ts';
import { BinaryNumbers, textNumbers } from './gmsh-numbers.ts';
import { type Layout, type Lists, SECTIONS } from './gmsh-sections.ts';
import { GrowingMesh } from './growing-mesh.ts';
import { TextReader } from './text-reader.ts';

/** What is said to a person whose file has another version. */
const VERSIONS = 'version 1, 2.0 to 2.2, 4.0 or 4.1, as which Gmsh can save it anew';

/** How the numbers of a file are stored. */
interface Encoding {
  readonly layout: Layout;
  readonly isBinary: boolean;
  readonly isLittleEndian: boolean;
}

/**
 * Reads a `.msh` file of Gmsh, version 1, 2 or 4, the latter two as text or binary: its tetrahedra, and its triangles and quadrilaterals as triangles. Elements of
 * higher order are taken by their corners. Other elements and physical groups are left out.
 * Source: Gmsh reference manual, section 10.1, MSH file format, and 10.2, legacy formats.
 * @throws MeshFileError
 */
export function readGmsh(bytes: Uint8Array): FileMesh {
  const reader = TextReader.open(bytes, '', true);
  const { layout, isBinary, isLittleEndian } = readFormat(reader);
  const lists: Lists = { positions: [], indices: new Map(), mesh: new GrowingMesh() };
  const sections = SECTIONS[layout];
  // Numbers begin on the line after the section's name or its number of things.
  const numbers = () => (isBinary ? new BinaryNumbers(reader, isLittleEndian) : textNumbers(reader));
  const seen = new Set<string>();
  while (!reader.isAtEnd()) {
    const word = reader.word('a section');
    if (!/^\$[A-Za-z]/.test(word)) reader.refuse(word, 'a section such as $Nodes');
    const section = word.slice(1);
    const name = section.toLowerCase();
    if (Object.hasOwn(sections, name)) {
      sections[name](reader, numbers, lists);
      reader.keyword(`$End${section}`);
      seen.add(name);
    } else skipSection(reader, section);
  }
  const isOld = layout === '1';
  const found = (...names: string[]) => names.some((name) => seen.has(name));
  if (!found('nodes', 'parametricnodes', 'nod')) refuseEnd(reader, isOld ? '$NOD' : '$Nodes');
  if (!found('elements', 'elm')) refuseEnd(reader, isOld ? '$ELM' : '$Elements');
  return lists.mesh.finish(lists.positions);
}

function refuseEnd(reader: TextReader, section: string): never {
  throw new MeshFileError(`Line ${reader.line} ends the file; expected a section ${section}`);
}

/** Reads the section that tells the version; a file of version 1 has none, and begins with its vertices. */
function readFormat(reader: TextReader): Encoding {
  while (reader.peek()?.toLowerCase() === '$comments') skipSection(reader, reader.word('a section').slice(1));
  if (reader.peek()?.toLowerCase() === '$nod') return { layout: '1', isBinary: false, isLittleEndian: false };
  reader.keyword('$MeshFormat');
  const layout = readLayout(reader);
  const isBinary = reader.whole('0 for text or 1 for binary', 0, 1) === 1;
  reader.whole('8, the size of a number', 8, 8);
  const isLittleEndian = isBinary && readByteOrder(reader);
  reader.keyword('$EndMeshFormat');
  return { layout, isBinary, isLittleEndian };
}

function readLayout(reader: TextReader): Layout {
  const word = reader.word('the version');
  const version = reader.asNumber(word, VERSIONS);
  if (version >= 2 && version < 3) return '2';
  if (version === 4) return '4.0';
  return version === 4.1 ? '4.1' : reader.refuse(word, VERSIONS);
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
  const end = `$end${section.toLowerCase()}`;
  while (reader.left > 0) if (reader.restOfLine().toLowerCase().endsWith(end)) return;
  const name = cut(section);
  throw new MeshFileError(`Line ${begin} begins a section $${name}, which doesn't end; expected $End${name}`);
}
