import type { Fields, FieldType } from '../../simulation/records.ts';
import { BINDINGS, type BindingTable } from './bindings.ts';
import { snakeCase, WGSL_CONSTANTS } from './constants.ts';

/** Source of a kernel, with its includes expanded. */
export interface KernelText {
  /** Name used in error messages. */
  readonly label: string;
  readonly code: string;
  /** Buffers that it may use; BINDINGS by default. */
  readonly table?: BindingTable;
}

/** A buffer that a kernel uses. */
export interface Declaration {
  /** Its name in the table. */
  readonly buffer: string;
  readonly group: number;
  readonly binding: number;
  readonly type: GPUBufferBindingType;
}

/** Complete WGSL of a kernel, and the buffers that it declares, sorted by group and binding. */
export interface Assembled {
  readonly code: string;
  readonly declarations: readonly Declaration[];
}

/**
 * How a file uses buffers. It declares this with one line per kind: `#reads positions, topology;`. `writes` includes reading; `atomics`
 * are buffers of atomic numbers.
 */
type Use = 'reads' | 'writes' | 'atomics';
const USE = /^#(reads|writes|atomics) ([\w, ]+);$/gm;

/**
 * Puts the constants, structs and buffer declarations that a kernel needs in front of its code.
 * @throws Error if a file names a buffer that isn't in the table, or if two files use one in incompatible ways
 */
export function assemble({ label, code, table = BINDINGS }: KernelText): Assembled {
  const used = usesOf(label, code);
  const buffers = new Set<string>();
  const declared = [...used].map(([name, use]) => {
    const buffer = table.aliases[name] ?? name;
    if (buffers.has(buffer)) throw new Error(`${label}: '${name}' is a buffer that it uses by another name, too`);
    buffers.add(buffer);
    return declare(label, table, name, buffer, use);
  });
  declared.sort((a, b) => a.group - b.group || a.binding - b.binding);
  const lines = declared.map(({ text }) => text);
  return {
    code: [WGSL_CONSTANTS, ...structTexts(table), ...lines, code.replace(USE, '')].join('\n'),
    declarations: declared.map(({ text: _, ...declaration }) => declaration),
  };
}

/** Buffers that a kernel and its includes name, with the strongest use of each. */
function usesOf(label: string, code: string): Map<string, Use> {
  const used = new Map<string, Use>();
  for (const [, use, names] of code.matchAll(USE)) {
    for (const name of names.split(',').map((word) => word.trim())) {
      const known = used.get(name) ?? use;
      if (known !== use && (known === 'atomics' || use === 'atomics'))
        throw new Error(`${label}: '${name}' can't be atomic in one place and not in another`);
      used.set(name, known === 'writes' ? known : (use as Use));
    }
  }
  return used;
}

function declare(
  label: string,
  { groups }: BindingTable,
  name: string,
  buffer: string,
  use: Use,
): Declaration & { readonly text: string } {
  const group = groups.findIndex((names) => buffer in names);
  if (group < 0) throw new Error(`${label}: no buffer is called '${name}'`);
  const binding = Object.keys(groups[group]).indexOf(buffer);
  const contents = groups[group][buffer];
  const at = `@group(${group}) @binding(${binding})`;
  if (group === 0) return { buffer, group, binding, type: 'uniform', text: `${at} var<uniform> ${name}: ${contents};` };
  const [element, length] = typeof contents === 'string' ? [contents] : contents;
  const type = use === 'atomics' ? `atomic<${element}>` : element;
  const access = use === 'reads' ? 'read' : 'read_write';
  return {
    buffer,
    group,
    binding,
    type: use === 'reads' ? 'read-only-storage' : 'storage',
    text: `${at} var<storage, ${access}> ${name}: ${arrayText(type, length)};`,
  };
}

const arrayText = (element: string, length?: number): string =>
  length === undefined ? `array<${element}>` : `array<${element}, ${length}>`;

const typeText = (type: FieldType): string => (typeof type === 'string' ? type : arrayText(...type));

/** WGSL text of a struct. */
export const structText = (name: string, fields: Fields): string =>
  `struct ${name} {\n${Object.entries(fields)
    .map(([field, type]) => `  ${snakeCase(field)}: ${typeText(type)},\n`)
    .join('')}}`;

const structTexts = ({ structs }: BindingTable): string[] =>
  Object.entries(structs).map(([name, fields]) => structText(name, fields));
