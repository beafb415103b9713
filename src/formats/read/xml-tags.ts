import { MeshFileError } from '../file-mesh.ts';

/** A tag of an XML file. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** A tag that is empty opens and closes its element. */
  readonly kind: 'opens' | 'closes' | 'empty';
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Index of the character after it. */
  readonly end: number;
}

const NEWLINE = 10;
/** Longest tag [characters]: a longer one lacks its end. */
const LONGEST_TAG = 10_000;
/** An attribute, or a character without meaning. It is matched from place to place, so that a long word is read once, not from each of its characters. */
const ATTRIBUTE = /([\w:.-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?|[\s\S]/gy;

/**
 * Reads the tags of an XML file one by one, without comments and declarations. Nothing is nested or checked: VTK's files with raw data aren't XML
 * after all, so no parser of XML reads them.
 */
export class XmlTags {
  private at = 0;
  private line = 1;

  constructor(private readonly text: string) {}

  /** Reads the next tag. @returns undefined if there is none    @throws MeshFileError if it doesn't end */
  next(): Tag | undefined {
    for (;;) {
      const begin = this.text.indexOf('<', this.at);
      if (begin < 0) return undefined;
      this.goTo(begin);
      const isComment = this.text.startsWith('<!--', begin);
      const closing = isComment ? '-->' : '>';
      const close = this.text.indexOf(closing, begin);
      if (!isComment && close > begin + LONGEST_TAG)
        throw new MeshFileError(
          `Line ${this.line} begins a tag of ${close - begin} characters; expected at most ${LONGEST_TAG}`,
        );
      if (close < 0) throw new MeshFileError(`Line ${this.line} begins a tag that doesn't end; expected '${closing}'`);
      const { line } = this;
      this.goTo(close + closing.length);
      const inner = this.text.slice(begin + 1, close);
      if (isComment || inner.startsWith('?') || inner.startsWith('!')) continue;
      return { ...parse(inner), line, end: this.at };
    }
  }

  /** The text from a tag to the next one. */
  textAfter({ end }: Tag): string {
    const next = this.text.indexOf('<', end);
    return this.text.slice(end, next < 0 ? undefined : next);
  }

  private goTo(at: number): void {
    for (; this.at < at; this.at++) if (this.text.charCodeAt(this.at) === NEWLINE) this.line++;
  }
}

function parse(inner: string): Pick<Tag, 'name' | 'attributes' | 'kind'> {
  const name = /^\/?\s*([\w:.-]*)/.exec(inner)?.[1] ?? '';
  const attributes: Record<string, string> = {};
  if (!inner.includes('=')) return { name, attributes, kind: kindOf(inner) };
  for (const [, key, double, single] of inner.matchAll(ATTRIBUTE)) {
    const value = double ?? single;
    if (value !== undefined) attributes[key] = value;
  }
  return { name, attributes, kind: kindOf(inner) };
}

const kindOf = (inner: string): Tag['kind'] =>
  inner.startsWith('/') ? 'closes' : inner.endsWith('/') ? 'empty' : 'opens';
