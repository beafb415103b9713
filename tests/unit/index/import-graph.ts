import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseAst } from 'vite';

/** A node of the syntax tree, as far as it is looked at. */
interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A module as its importers meet it. */
export interface Module {
  readonly path: string;
  /** Kinds of statements at its top level, exports unwrapped; imports and types left out. */
  readonly statements: readonly string[];
  /** Names of packages, and of Node's modules, that it imports. */
  readonly packages: readonly string[];
  /** Identifiers that aren't names of members. */
  readonly identifiers: ReadonlySet<string>;
}

/** All modules that a file imports, itself first; not those that it loads when something is asked for. */
export function importGraph(entry: string): Module[] {
  const modules = new Map<string, Module>();
  const todo = [resolve(entry)];
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    if (modules.has(path)) continue;
    const { body } = parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }) as unknown as { body: Node[] };
    const values = body.filter((node) => node.importKind !== 'type' && node.exportKind !== 'type');
    const specifiers = values.flatMap(({ source }) => (source ? [(source as { value: string }).value] : []));
    // A suffix such as ?simd makes the build read the same file in another way.
    for (const specifier of specifiers)
      if (specifier.startsWith('.')) todo.push(resolve(dirname(path), specifier.replace(/\?[\w-]+$/, '')));
    const own = values.filter(({ type, source }) => type !== 'ImportDeclaration' && !source);
    modules.set(path, {
      path,
      statements: own.map((node) => ((node.declaration as Node | null) ?? node).type),
      packages: specifiers.filter((specifier) => !specifier.startsWith('.')),
      identifiers: new Set(own.flatMap(identifiersOf)),
    });
  }
  return [...modules.values()];
}

function identifiersOf(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name as string];
  return Object.entries(node).flatMap(([member, value]) => {
    const isName = (member === 'property' || member === 'key') && !node.computed;
    if (isName) return [];
    return [value].flat().flatMap((child) => (isNode(child) ? identifiersOf(child) : []));
  });
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
