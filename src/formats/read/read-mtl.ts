import type { SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';
import { findBeside, type GivenFile, imageOf, named } from '../given-file.ts';
import { MeshFileError } from '../file-mesh.ts';
import { PLAIN } from './raw-surface.ts';
import { linearFromSrgb } from './read-numbers.ts';
import { TextReader } from './text-reader.ts';

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
 * and of normals (map_Kd and norm). The rest has no meaning for metallic-roughness materials and is left out.
 * Source: Alias|Wavefront, Object files, appendix B1; the physically based extension of Clara.io.
 * @param files textures are looked for among these
 * @param notes gets sentences about textures that aren't there
 * @throws MeshFileError that names the file
 */
export function readMtl(file: GivenFile, files: readonly GivenFile[], notes: string[]): SurfaceMaterial[] {
  // Files without any material have no bytes with some programs.
  if (file.bytes.length === 0) return [];
  return named(file.name, () => {
    const reader = TextReader.open(file.bytes, '#');
    const materials: Writable<SurfaceMaterial>[] = [];
    while (!reader.isAtEnd()) {
      const word = reader.word('a keyword');
      const material = materials.at(-1);
      if (word === 'newmtl') materials.push({ ...PLAIN, name: reader.name() });
      else if (material && Object.hasOwn(ENTRIES, word.toLowerCase()))
        ENTRIES[word.toLowerCase()](reader, material, (name) => findTexture(name, files, notes));
      else reader.restOfLine();
    }
    return materials;
  });
}

type FindTexture = (name: string) => TextureImage | undefined;
type Entry = (reader: TextReader, material: Writable<SurfaceMaterial>, find: FindTexture) => void;

const share = (reader: TextReader, expected: string): number => Math.min(1, Math.max(0, reader.number(expected)));

const ENTRIES: Readonly<Record<string, Entry>> = {
  kd: (reader, material) => {
    const first = reader.word('a colour');
    // 'spectral' and 'xyz' begin other ways to give a colour, which hardly any program writes.
    if (!NUMBER.test(first)) reader.refuse(first, 'red, green and blue');
    const red = reader.asNumber(first, 'red, a number');
    const [second, third] = [reader.wordOfLine(), reader.wordOfLine()];
    // A single number is grey.
    const green = second === undefined ? red : reader.asNumber(second, 'green');
    const blue = third === undefined ? green : reader.asNumber(third, 'blue');
    material.colour = [linearFromSrgb(red), linearFromSrgb(green), linearFromSrgb(blue)];
  },
  d: (reader, material) => {
    if (reader.peek() === '-halo') reader.word('-halo');
    material.opacity = share(reader, 'the opacity');
  },
  tr: (reader, material) => {
    material.opacity = 1 - share(reader, 'the transparency');
  },
  pr: (reader, material) => {
    material.roughness = share(reader, 'the roughness');
  },
  pm: (reader, material) => {
    material.metalness = share(reader, 'the metalness');
  },
  map_kd: (reader, material, find) => {
    const image = find(textureName(reader));
    if (image) material.colourTexture = image;
  },
  norm: (reader, material, find) => {
    const image = find(textureName(reader));
    if (image) material.normalTexture = image;
  },
};

/** Reads the name of a texture, which may have blanks, after its options. */
function textureName(reader: TextReader): string {
  const words = reader.name().split(/\s+/);
  while (words.length > 1 && Object.hasOwn(OPTIONS, words[0])) {
    let following = OPTIONS[words.shift()!];
    const isText = !NUMBER.test(words[0]);
    while (following > 0 && words.length > 1 && (isText ? following === 1 : NUMBER.test(words[0]))) {
      words.shift();
      following--;
    }
  }
  const name = words.join(' ');
  if (name === '') throw new MeshFileError(`Line ${reader.line - 1} has no name of a texture; expected one`);
  return name;
}

function findTexture(name: string, files: readonly GivenFile[], notes: string[]): TextureImage | undefined {
  const file = findBeside(files, name);
  const image = file && imageOf(file.bytes);
  if (!file) notes.push(`Texture left out, since its file isn't here: ${name}.`);
  else if (!image) notes.push(`Texture left out, since it is no PNG, JPEG or WebP: ${file.name}.`);
  return image;
}
