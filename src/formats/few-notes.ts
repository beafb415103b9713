import { cut } from '../math/text.ts';

/** Most notes of one kind that are shown. A person sees by them what the others say. */
const MOST_ALIKE = 4;
/** Most kinds of notes that are shown. Readers have less, unless a file makes kinds of its own. */
const MOST_KINDS = 12;

/** Notes of a kind: those that are shown, and how many aren't. */
interface Kind {
  readonly shown: Set<string>;
  more: number;
}

/**
 * The first notes of each kind, each once and cut if it is long, and counts of the rest. All readers of meshes hand their notes through this, so that no file
 * floods a page or a terminal.
 */
export function fewNotes(notes: readonly string[]): string[] {
  const kinds = new Map<string, Kind>();
  let others = 0;
  for (const note of new Set(notes)) {
    const start = startOf(note);
    const kind = kinds.get(start);
    if (!kind && kinds.size === MOST_KINDS) others++;
    else if (!kind) kinds.set(start, { shown: new Set([cut(note)]), more: 0 });
    else if (kind.shown.size < MOST_ALIKE) kind.shown.add(cut(note));
    else kind.more++;
  }
  const few = [...kinds.values()].flatMap(({ shown, more }) => [
    ...shown,
    ...(more > 0 ? [`Notes like the one before: ${more.toLocaleString('en')} more.`] : []),
  ]);
  return others > 0 ? [...few, `Notes of other kinds: ${others.toLocaleString('en')} more.`] : few;
}

/** Returns the beginning that all notes of a kind share: the words before the first name or number. */
const startOf = (note: string): string => note.slice(0, note.search(/['\d:]|$/));
