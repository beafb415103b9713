import { cut } from '../../math/text.ts';

/** Number of names that a note has in full. */
const NAMED = 3;

/** A kind of note, about one thing and about several. Their names follow. */
interface Kind {
  readonly one: string;
  readonly several: string;
}

const texture = (one: string, several: string): Kind => ({
  one: `Texture left out, since ${one}`,
  several: `Textures left out, since ${several}`,
});

const KINDS = {
  missing: texture("its file isn't here", "their files aren't here"),
  unknownImage: texture('it is no PNG, JPEG or WebP', 'they are no PNG, JPEG or WebP'),
  unreadable: texture("it can't be read", "they can't be read"),
  large: texture('all together are too large', 'all together are too large'),
  absent: {
    one: "Material left out, since the file hasn't it",
    several: "Materials left out, since the file hasn't them",
  },
  unreadLooks: { one: "Looks left out, since they can't be read", several: "Looks left out, since they can't be read" },
  rotated: {
    one: 'Rotation of a texture left out, in material',
    several: 'Rotations of textures left out, in materials',
  },
  unneeded: { one: 'Extensions left out', several: 'Extensions left out' },
  needed: {
    one: 'Extension left out, although the file requires it',
    several: 'Extensions left out, although the file requires them',
  },
} as const satisfies Record<string, Kind>;

/** What was left out of a file, by kinds: of each kind a note with the first few names, and how many there are. */
export class GltfNotes {
  private readonly sentences: string[] = [];
  private readonly names = new Map<keyof typeof KINDS, { readonly first: string[]; count: number }>();

  /** Adds a note that a file gets once. */
  tell(sentence: string): void {
    this.sentences.push(sentence);
  }

  add(kind: keyof typeof KINDS, name: string): void {
    const known = this.names.get(kind) ?? { first: [], count: 0 };
    if (known.first.length < NAMED) known.first.push(cut(name));
    known.count++;
    this.names.set(kind, known);
  }

  list(): string[] {
    const named = [...this.names].map(([kind, { first, count }]) => {
      const { one, several } = KINDS[kind];
      const rest = count > first.length ? `, … (${count.toLocaleString('en')} in all)` : '';
      return `${count === 1 ? one : several}: ${first.join(', ')}${rest}.`;
    });
    return [...this.sentences, ...named];
  }
}
