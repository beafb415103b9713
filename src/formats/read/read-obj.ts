import type { SurfaceMaterial } from '../../mesh/drawn-surface.ts';
import { LeftOut, MeshFileError, plural } from '../file-mesh.ts';
import type { FileSurface } from '../file-surface.ts';
import { findBeside, type GivenFile } from '../given-file.ts';
import { dividePolygon } from './polygons.ts';
import { PLAIN, tidySurface } from './raw-surface.ts';
import { readMtl } from './read-mtl.ts';
import { coordinate, linearFromSrgb } from './read-numbers.ts';
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

/**
 * Reads an `.obj` file and the materials and textures beside it. Polygons are divided into triangles. Colours of vertices may follow their positions, in
 * sRGB as three takes them. Normals are left out.
 * three's OBJLoader is not used, because it takes NaN and ids of vertices that aren't there without a word; tests compare with it.
 * Source: Alias|Wavefront, Object files, appendix B1.
 * @param beside files among which materials and textures are looked for
 * @throws MeshFileError
 */
export function readObj(bytes: Uint8Array, beside: readonly GivenFile[] = []): FileSurface {
  return new ObjReader(TextReader.open(bytes, '#'), beside).read();
}

class ObjReader {
  private readonly positions: number[] = [];
  private readonly colours: number[] = [];
  private readonly uvs: number[] = [];
  private normalCount = 0;
  /** Vertex and texture vertex of each corner, of 3 corners per triangle. -1 is no texture vertex. */
  private readonly corners: number[] = [];
  private readonly cornerUvs: number[] = [];
  private readonly materials: SurfaceMaterial[] = [];
  /** Index of the first material of each name. */
  private readonly materialIds = new Map<string, number>();
  private readonly readLibraryFiles = new Set<GivenFile>();
  private readonly materialOf: number[] = [];
  private material = -1;
  private readonly notes: string[] = [];
  private readonly leftOut = new LeftOut();

  constructor(
    private readonly reader: TextReader,
    private readonly beside: readonly GivenFile[],
  ) {}

  read(): FileSurface {
    const { reader } = this;
    while (!reader.isAtEnd()) {
      const word = reader.word('a statement');
      if (word === 'v') this.readVertex();
      else if (word === 'vt') this.readUv();
      else if (word === 'vn') {
        this.normalCount++;
        reader.restOfLine();
      } else if (word === 'f' || word === 'fo') this.readFace();
      else if (word === 'usemtl') this.useMaterial(reader.name());
      else if (word === 'mtllib') this.readLibraries(reader.name());
      else if (Object.hasOwn(LEFT_OUT, word)) {
        this.leftOut.add(LEFT_OUT[word]);
        this.skipStatement();
      } else if (SILENT.has(word)) this.skipStatement();
      else reader.refuse(word, 'a statement such as v, vt, vn, f, usemtl or mtllib');
    }
    return this.toSurface();
  }

  /** The words of the present statement. A backslash at the end of a line says that it goes on in the next one. */
  private *words(): Generator<string> {
    for (;;) {
      const word = this.reader.wordOfLine();
      if (word === undefined) return;
      const goesOn = word.endsWith('\\');
      if (goesOn) this.reader.restOfLine();
      if (word !== '\\') yield goesOn ? word.slice(0, -1) : word;
    }
  }

  private skipStatement(): void {
    for (const _ of this.words());
  }

  private readVertex(): void {
    const numbers = this.numbersOfStatement('a coordinate of a vertex');
    if (numbers.length < 3)
      throw new MeshFileError(
        `Line ${this.reader.line} has ${plural(numbers.length, 'number')}; expected x, y and z of a vertex`,
      );
    const vertex = this.positions.length / 3;
    for (const value of numbers.slice(0, 3)) this.positions.push(this.coordinate(value));
    // A fourth number is the weight in free forms; six or seven end with a colour.
    if (numbers.length < 6) return;
    // Vertices before the first one with a colour are white.
    while (this.colours.length < 3 * vertex) this.colours.push(1);
    this.colours.push(...numbers.slice(-3).map(linearFromSrgb));
  }

  private readUv(): void {
    const [u, v = 0] = this.numbersOfStatement('a texture coordinate');
    if (u === undefined)
      throw new MeshFileError(`Line ${this.reader.line} has no numbers; expected texture coordinates`);
    // The lower left corner of the image is the origin in these files.
    this.uvs.push(this.coordinate(u), this.coordinate(1 - v));
  }

  private numbersOfStatement(expected: string): number[] {
    const numbers: number[] = [];
    for (const word of this.words()) numbers.push(this.reader.asNumber(word, expected));
    return numbers;
  }

  private coordinate(value: number): number {
    return coordinate(value, () => `A coordinate in line ${this.reader.line}`);
  }

  private readFace(): void {
    const vertices: number[] = [];
    const uvs: number[] = [];
    for (const word of this.words()) {
      const [v, vt = '', vn = '', ...more] = word.split('/');
      if (more.length > 0) this.reader.refuse(word, 'at most three ids of a corner, with / between them');
      vertices.push(this.id(v, this.positions.length / 3, 'vertex'));
      uvs.push(vt === '' ? -1 : this.id(vt, this.uvs.length / 2, 'texture vertex'));
      if (vn !== '') this.id(vn, this.normalCount, 'normal');
    }
    if (vertices.length < 3)
      throw new MeshFileError(
        `Line ${this.reader.line} has a face of ${plural(vertices.length, 'corner')}; expected at least three`,
      );
    for (const i of dividePolygon(vertices, this.positions)) {
      this.corners.push(vertices[i]);
      this.cornerUvs.push(uvs[i]);
    }
    for (let i = 2; i < vertices.length; i++) this.materialOf.push(this.material);
  }

  /** Turns an id, from 1 or backwards from -1, into an index. */
  private id(word: string, count: number, thing: string): number {
    const value = /^[-+]?\d+$/.test(word) ? Number(word) : 0;
    const index = value > 0 ? value - 1 : count + value;
    if (value === 0 || index < 0 || index >= count)
      this.reader.refuse(word, `a ${thing}'s id, from 1 to ${count}, the number of those before this line`);
    return index;
  }

  private useMaterial(name: string): void {
    const known = this.materialIds.get(name);
    if (known !== undefined) {
      this.material = known;
      return;
    }
    this.notes.push(`Material '${name}' isn't described; it is drawn grey.`);
    this.material = this.addMaterial({ ...PLAIN, name });
  }

  private addMaterial(material: SurfaceMaterial): number {
    const id = this.materials.push(material) - 1;
    if (!this.materialIds.has(material.name)) this.materialIds.set(material.name, id);
    return id;
  }

  /** Reads files of materials. Names may have blanks, so a line is one name if there is such a file. */
  private readLibraries(names: string): void {
    const whole = findBeside(this.beside, names);
    for (const name of whole ? [names] : new Set(names.split(/\s+/))) {
      const file = whole ?? findBeside(this.beside, name);
      if (!file) this.notes.push(`Materials left out, since their file isn't here: ${name}.`);
      if (!file || this.readLibraryFiles.has(file)) continue;
      this.readLibraryFiles.add(file);
      for (const material of readMtl(file, this.beside, this.notes)) this.addMaterial(material);
    }
  }

  private toSurface(): FileSurface {
    const notes = [...this.notes, ...this.leftOut.notes()];
    const { colours, materialOf } = this;
    while (colours.length > 0 && colours.length < this.positions.length) colours.push(1);
    // Faces before the first material have a plain one, if others have one.
    const plain = materialOf.includes(-1) && materialOf.some((m) => m >= 0) ? this.materials.push(PLAIN) - 1 : 0;
    const hasMaterial = materialOf.some((m) => m >= 0);
    return tidySurface({
      ...this.splitAtSeams(),
      ...(hasMaterial && { materialOf: materialOf.map((m) => (m < 0 ? plain : m)) }),
      materials: this.materials,
      notes,
    });
  }

  /** Makes a vertex for each pair of vertex and texture vertex, in their order. */
  private splitAtSeams(): {
    positions: Float64Array;
    triangles: Uint32Array;
    uvs?: Float32Array;
    colours?: Float32Array | undefined;
  } {
    const { positions, colours, uvs, corners, cornerUvs } = this;
    const hasColours = colours.length > 0;
    if (!cornerUvs.some((uv) => uv >= 0))
      return {
        positions: Float64Array.from(positions),
        triangles: Uint32Array.from(corners),
        colours: hasColours ? Float32Array.from(colours) : undefined,
      };
    // A pair as a whole number: products of the counts stay far below 2^53. Corners without texture vertex have the first place.
    const places = uvs.length / 2 + 1;
    const pairs = new Float64Array(corners.length);
    for (let i = 0; i < pairs.length; i++) pairs[i] = corners[i] * places + cornerUvs[i] + 1;
    const vertices = uniqueOf(pairs);
    const ids = new Map<number, number>();
    vertices.forEach((pair, id) => {
      ids.set(pair, id);
    });
    const rows = <T extends Float32Array | Float64Array>(
      taken: T,
      values: number[],
      perRow: number,
      row: (pair: number) => number,
    ): T => {
      vertices.forEach((pair, id) => {
        const index = row(pair);
        if (index >= 0) for (let k = 0; k < perRow; k++) taken[perRow * id + k] = values[perRow * index + k];
      });
      return taken;
    };
    const triangles = new Uint32Array(pairs.length);
    for (let i = 0; i < pairs.length; i++) triangles[i] = ids.get(pairs[i])!;
    const vertexOf = (pair: number) => Math.floor(pair / places);
    return {
      positions: rows(new Float64Array(3 * vertices.length), positions, 3, vertexOf),
      triangles,
      uvs: rows(new Float32Array(2 * vertices.length), uvs, 2, (pair) => (pair % places) - 1),
      colours: hasColours ? rows(new Float32Array(3 * vertices.length), colours, 3, vertexOf) : undefined,
    };
  }
}

/** Each number once, in ascending order. */
function uniqueOf(numbers: Float64Array): Float64Array {
  const sorted = numbers.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[count - 1]) sorted[count++] = sorted[i];
  return sorted.subarray(0, count);
}
