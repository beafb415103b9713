import type { SurfaceMaterial } from '../../mesh/drawn-surface.ts';
import { MeshFileError } from '../file-mesh.ts';
import { findBeside, type GivenFile } from '../given-file.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { PLAIN } from './raw-surface.ts';
import { readMtl } from './read-mtl.ts';

/** Most materials of a file; files of programs have some thousands. A list of more would take more memory than the mesh. */
const MOST_MATERIALS = 1e6;
/** Most different names of files of materials, and lines of several, that are looked for, each among all given files. */
const MOST_LIBRARIES = 1000;

/** Materials that an OBJ names, and the one of each triangle. */
export class ObjMaterials {
  private readonly all: SurfaceMaterial[] = [];
  /** Index of the first material of each name. */
  private readonly ids = new Map<string, number>();
  private readonly libraryNames = new Set<string>();
  private readonly readFiles = new Set<GivenFile>();
  private librariesLeftOut = 0;
  /** Material per triangle, from 1; 0 is none. Triangles before the first material only stand here if one with a material follows. */
  private readonly ofTriangle = GrowingNumbers.ids();
  private current = 0;
  private triangleCount = 0;
  private readonly found: string[] = [];

  constructor(private readonly beside: readonly GivenFile[]) {}

  use(name: string): void {
    const known = this.ids.get(name);
    if (known === undefined) {
      this.found.push(`Material '${name}' isn't described; it is drawn grey.`);
      this.add({ ...PLAIN, name });
      this.current = this.all.length;
    } else this.current = known + 1;
  }

  /** Counts a triangle, which has the material that was used last. */
  pushTriangle(): void {
    if (this.current > 0) {
      while (this.ofTriangle.length < this.triangleCount) this.ofTriangle.push(0);
      this.ofTriangle.push(this.current);
    }
    this.triangleCount++;
  }

  /** Reads files of materials. Names may have blanks, so a line is one name if there is such a file. */
  readLibraries(names: string): void {
    const parts = names.split(/\s+/);
    if (this.readNamed(names) !== 'missing') return;
    if (parts.length === 1) this.tellMissing(names);
    else for (const name of parts) if (this.readNamed(name) === 'missing') this.tellMissing(name);
  }

  /** Reads the file of a name. Each name is looked for once. @returns whether there is none of the name, if it wasn't looked for before */
  private readNamed(name: string): 'missing' | 'done' {
    if (this.libraryNames.has(name)) return 'done';
    if (this.libraryNames.size === MOST_LIBRARIES) {
      this.librariesLeftOut++;
      return 'done';
    }
    this.libraryNames.add(name);
    const file = findBeside(this.beside, name);
    if (file) this.readLibrary(file);
    return file ? 'done' : 'missing';
  }

  private tellMissing(name: string): void {
    this.found.push(`Materials left out, since their file isn't here: ${name}.`);
  }

  private readLibrary(file: GivenFile): void {
    if (this.readFiles.has(file)) return;
    this.readFiles.add(file);
    for (const material of this.materialsOf(file)) this.add(material);
  }

  /** Reads a file of materials. One that can't be read, as in UTF-16, only takes the looks from the mesh. */
  private materialsOf(file: GivenFile): SurfaceMaterial[] {
    try {
      return readMtl(file, this.beside, this.found);
    } catch (error) {
      if (!(error instanceof MeshFileError)) throw error;
      this.found.push(`Materials left out: ${error.message}.`);
      return [];
    }
  }

  private add(material: SurfaceMaterial): void {
    if (this.all.length === MOST_MATERIALS)
      throw new MeshFileError(
        `The file has more than ${MOST_MATERIALS.toLocaleString('en')} materials; expected at most as many`,
      );
    const id = this.all.push(material) - 1;
    if (!this.ids.has(material.name)) this.ids.set(material.name, id);
  }

  /** Sentences about materials that aren't there. */
  notes(): string[] {
    const more = this.librariesLeftOut;
    return more > 0
      ? [...this.found, `Names of files of materials left out: ${more.toLocaleString('en')}.`]
      : this.found;
  }

  /** The materials, and which of them each triangle has. Triangles before the first material have a plain one, if others have one. */
  taken(): { materials: SurfaceMaterial[]; materialOf?: Uint32Array } {
    const { all, ofTriangle } = this;
    if (ofTriangle.length === 0) return { materials: all };
    const materialOf = ofTriangle.taken();
    const materials = materialOf.includes(0) ? [...all, PLAIN] : all;
    return { materials, materialOf: materialOf.map((m) => (m === 0 ? all.length : m - 1)) };
  }
}
