import { LeftOut, MeshFileError, plural } from '../file-mesh.ts';
import type { FileSurface } from '../file-surface.ts';
import type { GivenFile } from '../given-file.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { ObjCorners } from './obj-corners.ts';
import { ObjMaterials } from './obj-materials.ts';
import { dividePolygon, PolygonBudget } from './polygons.ts';
import { tidySurface } from './raw-surface.ts';
import { coordinate, linearFromSrgb, NO_COLOURS, NO_UVS } from './read-numbers.ts';
import { TextReader } from './text-reader.ts';

/** Statements that are left out, by the names of what they make. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  p: 'points',
  l: 'lines',
  curv: 'curves',
  curv2: 'curves',
  surf: 'free-form surfaces',
};
/** Statements without meaning here: names, smoothing, and what belongs to free forms. */
const SILENT = new Set(
  'g o s mg vp deg bmat step cstype parm trim hole scrv sp end con bevel c_interp d_interp lod shadow_obj trace_obj ctech stech usemap maplib'.split(
    ' ',
  ),
);
const READ = ['v', 'vt', 'vn', 'f', 'fo', 'usemtl', 'mtllib'];
const STATEMENTS = new Set([...READ, ...Object.keys(LEFT_OUT), ...SILENT]);
/** An id of a corner: from 1, or backwards from -1. */
const ID = /^[-+]?\d+$/;

/**
 * Reads an `.obj` file and the materials and textures beside it. Polygons are divided into triangles. Colours of vertices may follow their positions, in
 * sRGB as three takes them. Normals are left out. What only changes the looks is left out with a note where it is wrong: colours and texture coordinates that
 * are no numbers, and ids of texture vertices and normals that aren't there.
 * three's OBJLoader is not used, because it takes NaN and ids of vertices that aren't there without a word; tests compare with it.
 * Source: Alias|Wavefront, Object files, appendix B1.
 * @param beside files among which materials and textures are looked for
 * @throws MeshFileError
 */
export function readObj(bytes: Uint8Array, beside: readonly GivenFile[] = []): FileSurface {
  return new ObjReader(TextReader.open(bytes, '#'), beside).read();
}

class ObjReader {
  private readonly positions = GrowingNumbers.floats();
  private readonly colours = GrowingNumbers.floats();
  private readonly uvs = GrowingNumbers.floats();
  private normalCount = 0;
  private readonly corners = new ObjCorners();
  private readonly materials: ObjMaterials;
  private readonly leftOut = new LeftOut();
  private readonly budget = new PolygonBudget();
  /** Of the present statement: its numbers, or the corners of its face. */
  private readonly numbers = GrowingNumbers.floats();
  private readonly faceVertices = GrowingNumbers.ids();
  /** Texture vertices of the face's corners; -1 for none. */
  private readonly faceUvs = GrowingNumbers.floats();

  constructor(
    private readonly reader: TextReader,
    beside: readonly GivenFile[],
  ) {
    this.materials = new ObjMaterials(beside);
  }

  read(): FileSurface {
    const { reader } = this;
    while (!reader.isAtEnd()) this.readStatement(reader.word('a statement'));
    const { positions, colours, uvs } = this;
    while (colours.length > 0 && colours.length < positions.length) colours.push(1);
    return tidySurface({
      ...this.corners.splitAtSeams(positions.taken(), uvs.taken(), colours.taken()),
      ...this.materials.taken(),
      notes: [...this.materials.notes(), ...this.leftOut.notes(), ...reader.notes()],
    });
  }

  private readStatement(word: string): void {
    const { reader } = this;
    if (word === 'v') this.readVertex();
    else if (word === 'vt') this.readUv();
    else if (word === 'f' || word === 'fo') this.readFace();
    else if (word === 'usemtl') this.materials.use(reader.name());
    else if (word === 'mtllib') this.materials.readLibraries(reader.name());
    else if (!STATEMENTS.has(word)) reader.refuse(word, 'a statement such as v, vt, vn, f, usemtl or mtllib');
    else {
      if (word === 'vn') this.normalCount++;
      else if (Object.hasOwn(LEFT_OUT, word)) this.leftOut.add(LEFT_OUT[word]);
      this.skipStatement();
    }
  }

  /** Reads a word of the present statement. A backslash at the end of a line says that it goes on in the next one. */
  private wordOfStatement(): string | undefined {
    for (;;) {
      const word = this.reader.wordOfLine();
      if (!word?.endsWith('\\')) return word;
      this.reader.restOfLine();
      if (word !== '\\') return word.slice(0, -1);
    }
  }

  /** Passes a statement without reading it. Names may end with a backslash, so a line only goes on where the next one is no statement. */
  private skipStatement(): void {
    while (this.reader.restOfLine().endsWith('\\') && !STATEMENTS.has(this.reader.peek() ?? ''));
  }

  private readVertex(): void {
    const { reader, numbers, positions, colours } = this;
    numbers.clear();
    for (let word = this.wordOfStatement(); word !== undefined; word = this.wordOfStatement())
      numbers.push(
        numbers.length < 3
          ? reader.asNumber(word, 'a coordinate of a vertex')
          : reader.asAnyNumber(word, 'a weight or colour of a vertex'),
      );
    const count = numbers.length;
    if (count < 3)
      throw new MeshFileError(`Line ${reader.line} has ${plural(count, 'number')}; expected x, y and z of a vertex`);
    for (let k = 0; k < 3; k++) positions.push(coordinate(numbers.at(k), () => `A coordinate in line ${reader.line}`));
    // A fourth number is the weight in free forms; six or seven end with a colour.
    if (count < 6) return;
    if (![count - 3, count - 2, count - 1].every((i) => Number.isFinite(numbers.at(i)))) {
      this.leftOut.add(NO_COLOURS);
      return;
    }
    // Vertices before the first one with a colour are white, and so are others without one.
    while (colours.length < positions.length - 3) colours.push(1);
    for (let i = count - 3; i < count; i++) colours.push(linearFromSrgb(numbers.at(i)));
  }

  private readUv(): void {
    const { reader, numbers, uvs } = this;
    numbers.clear();
    for (let word = this.wordOfStatement(); word !== undefined; word = this.wordOfStatement())
      numbers.push(reader.asAnyNumber(word, 'a texture coordinate'));
    const u = numbers.length > 0 ? Math.fround(numbers.at(0)) : Number.NaN;
    // The lower left corner of the image is the origin in these files.
    const v = Math.fround(1 - (numbers.length > 1 ? numbers.at(1) : 0));
    const isRight = Number.isFinite(u) && Number.isFinite(v);
    if (!isRight) this.leftOut.add(NO_UVS);
    uvs.push(isRight ? u : Number.NaN);
    uvs.push(v);
  }

  private readFace(): void {
    const { faceVertices, faceUvs, positions, corners, materials } = this;
    faceVertices.clear();
    faceUvs.clear();
    for (let word = this.wordOfStatement(); word !== undefined; word = this.wordOfStatement()) this.readCorner(word);
    const vertices = faceVertices.taken();
    const divided = dividePolygon(vertices, positions.taken(), this.budget);
    if (divided.length === 0) this.leftOut.add('faces of fewer than three corners');
    for (let i = 0; i < divided.length; i++) {
      const corner = divided[i];
      if (i % 3 === 0) materials.pushTriangle();
      corners.push(vertices[corner], faceUvs.at(corner));
    }
  }

  private readCorner(word: string): void {
    const [v, vt = '', vn = '', ...more] = word.split('/');
    if (more.length > 0) this.reader.refuse(word, 'at most three ids of a corner, with / between them');
    const count = this.positions.length / 3;
    const vertex = this.index(v, count);
    if (vertex < 0)
      this.reader.refuse(
        v,
        count === 0
          ? 'vertices before the first face'
          : `a vertex's id, from 1 to ${count}, the number of those before this line`,
      );
    this.faceVertices.push(vertex);
    this.faceUvs.push(this.uvOf(vt));
    if (vn !== '' && this.index(vn, this.normalCount, 'a normal') < 0)
      this.leftOut.add("ids of normals that aren't there");
  }

  /** Returns the index of a corner's texture vertex; -1 for none, or for one without numbers. */
  private uvOf(word: string): number {
    if (word === '') return -1;
    const uv = this.index(word, this.uvs.length / 2, 'a texture vertex');
    if (uv < 0) this.leftOut.add("ids of texture vertices that aren't there");
    return uv >= 0 && Number.isNaN(this.uvs.at(2 * uv)) ? -1 : uv;
  }

  /** Turns an id, from 1 or backwards from -1, into an index. @returns -1 if there is no such thing    @throws MeshFileError if it is no id of `thing` */
  private index(word: string, count: number, thing = ''): number {
    const isId = ID.test(word);
    if (!isId && thing) this.reader.refuse(word, `the id of ${thing}`);
    const value = isId ? Number(word) : 0;
    const index = value > 0 ? value - 1 : count + value;
    return value === 0 || index < 0 || index >= count ? -1 : index;
  }
}
