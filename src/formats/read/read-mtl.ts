import type { SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';
import { findBeside, type GivenFile, imageOf, named } from '../given-file.ts';
import { LeftOut, MeshFileError } from '../file-mesh.ts';
import { PLAIN } from './raw-surface.ts';
import { linearFromSrgb } from './read-numbers.ts';
import { decimalOf } from './text-numbers.ts';
import { TextReader } from './text-reader.ts';

/** Most different names of textures of a file, each of which is looked for among all given files. */
const MOST_TEXTURES = 1000;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Options of a texture's line, by the greatest number of words that follow each. */
const OPTIONS: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-boost': 1,
  '-bm': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-o': 3,
  '-s': 3,
  '-t': 3,
  '-texres': 1,
  '-type': 1,
};
const NUMBER = /^[-+.\d]/;
/**
 * Reads an `.mtl` file of materials: colour (Kd, in sRGB as three takes it), opacity (d or Tr), roughness and metalness (Pr and Pm), textures of colour
 * and of normals (map_Kd and norm). The rest has no meaning for metallic-roughness materials and is left out. So are values that are no finite numbers and
 * textures without a name, with a note: other ways to give a colour (Kd spectral, Kd xyz) begin with a word, too.
 * Source: Alias|Wavefront, Object files, appendix B1; the physically based extension of Clara.io.
 * @param files textures are looked for among these
 * @param notes gets sentences about what is wrong, and about textures that aren't there
 * @throws MeshFileError that names the file
 */
export function readMtl(file: GivenFile, files: readonly GivenFile[], notes: string[]): SurfaceMaterial[] {
  // Files without any material have no bytes with some programs.
  if (file.bytes.length === 0) return [];
  return named(file.name, () => {
    const reader = TextReader.open(file.bytes, '#');
    const materials: Writable<SurfaceMaterial>[] = [];
    const textures = new Textures(files, notes);
    const leftOut = new LeftOut();
    while (!reader.isAtEnd()) {
      const word = reader.word('a keyword');
      const material = materials.at(-1);
      if (word === 'newmtl') materials.push({ ...PLAIN, name: reader.name() });
      else if (material && Object.hasOwn(ENTRIES, word.toLowerCase())) {
        const name = word.toLowerCase();
        const isRead = ENTRIES[name](reader, material, (texture) => textures.find(texture));
        if (!isRead)
          leftOut.add(
            Object.hasOwn(TEXTURES, name)
              ? `textures of '${word}' in '${file.name}' that have no name`
              : `values of '${word}' in '${file.name}' that are no numbers`,
          );
      } else reader.restOfLine();
    }
    notes.push(...leftOut.notes(), ...reader.notes().map((note) => `${file.name}: ${note}`));
    return materials;
  });
}

type FindTexture = (name: string) => TextureImage | undefined;
/** Reads an entry's values into a material. @returns whether there are such values, or is a name */
type Entry = (reader: TextReader, material: Writable<SurfaceMaterial>, find: FindTexture) => boolean;

/** Reads a number of the present line. @returns NaN if the next word is no finite one; `missing` if there is no word */
function numberOfLine(reader: TextReader, missing = Number.NaN): number {
  const word = reader.wordOfLine();
  const value = word === undefined ? missing : decimalOf(word);
  return value !== undefined && Number.isFinite(value) ? value : Number.NaN;
}

/** An entry of one number from 0 to 1. */
const share =
  (set: (material: Writable<SurfaceMaterial>, value: number) => void): Entry =>
  (reader, material) => {
    const value = numberOfLine(reader);
    if (Number.isNaN(value)) return false;
    set(material, Math.min(1, Math.max(0, value)));
    return true;
  };

const opacity = share((material, value) => {
  material.opacity = value;
});

/** An entry of a texture. */
const texture =
  (kind: 'colourTexture' | 'normalTexture'): Entry =>
  (reader, material, find) => {
    const name = textureName(reader);
    if (name === '') return false;
    const image = find(name);
    if (image) material[kind] = image;
    return true;
  };

const TEXTURES: Readonly<Record<string, Entry>> = { map_kd: texture('colourTexture'), norm: texture('normalTexture') };

const ENTRIES: Readonly<Record<string, Entry>> = {
  ...TEXTURES,
  kd: (reader, material) => {
    const red = numberOfLine(reader);
    // A single number is grey.
    const green = numberOfLine(reader, red);
    const blue = numberOfLine(reader, green);
    if (![red, green, blue].every(Number.isFinite)) return false;
    material.colour = [linearFromSrgb(red), linearFromSrgb(green), linearFromSrgb(blue)];
    return true;
  },
  d: (reader, material, find) => {
    if (reader.peek() === '-halo') reader.word('-halo');
    return opacity(reader, material, find);
  },
  tr: share((material, value) => {
    material.opacity = 1 - value;
  }),
  pr: share((material, value) => {
    material.roughness = value;
  }),
  pm: share((material, value) => {
    material.metalness = value;
  }),
};

/** Reads the name of a texture, which may have blanks, after its options. @returns an empty one if there is none */
function textureName(reader: TextReader): string {
  const words = reader.name().split(/\s+/);
  const last = words.length - 1;
  let at = 0;
  while (at < last && Object.hasOwn(OPTIONS, words[at])) {
    let following = OPTIONS[words[at++]];
    const isText = !NUMBER.test(words[at]);
    for (; following > 0 && at < last && (isText ? following === 1 : NUMBER.test(words[at])); following--) at++;
  }
  return words.slice(at).join(' ');
}

/** Images by the names that a file of materials gives them, each looked for once. */
class Textures {
  private readonly found = new Map<string, TextureImage | undefined>();

  constructor(
    private readonly files: readonly GivenFile[],
    private readonly notes: string[],
  ) {}

  find(name: string): TextureImage | undefined {
    if (this.found.has(name)) return this.found.get(name);
    if (this.found.size === MOST_TEXTURES) {
      this.notes.push(
        `Texture left out, since the file names more than ${MOST_TEXTURES.toLocaleString('en')} of them.`,
      );
      return undefined;
    }
    const image = findTexture(name, this.files, this.notes);
    this.found.set(name, image);
    return image;
  }
}

function findTexture(name: string, files: readonly GivenFile[], notes: string[]): TextureImage | undefined {
  const file = findBeside(files, name);
  if (!file) {
    notes.push(`Texture left out, since its file isn't here: ${name}.`);
    return undefined;
  }
  try {
    const image = imageOf(file.bytes);
    if (!image) notes.push(`Texture left out, since it is no PNG, JPEG or WebP: ${file.name}.`);
    return image;
  } catch (error) {
    if (!(error instanceof MeshFileError)) throw error;
    notes.push(`Texture left out: ${error.message}.`);
    return undefined;
  }
}
