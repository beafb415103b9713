import type { Fields, FieldType } from '../../simulation/records.ts';
import { BINDINGS, type BindingTable } from './bindings.ts';
import { snakeCase, WGSL_CONSTANTS } from './constants.ts';

/** A kernel as its file has it, with all files that it includes. */
export interface KernelText {
  /** Stands in messages. */
  readonly label: string;
  readonly code: string;
  /** The buffers that it can name; default BINDINGS. */
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

/** A kernel's whole WGSL, and the buffers that it declares, by group and binding. */
export interface Assembled {
  readonly code: string;
  readonly declarations: readonly Declaration[];
}

/**
 * What a file says of the buffers that its own text names, each kind on a line: `#reads positions, topology;`. `writes` stands for
 * reading, too; `atomics` are numbers that threads share.
 */
type Use = 'reads' | 'writes' | 'atomics';
const USE = /^#(reads|writes|atomics) ([\w, ]+);$/gm;

/**
 * Puts the constants, the structs and the declarations of its buffers in front of a kernel.
 * @throws Error where a file names a buffer that isn't in the table, or two files want one in ways that exclude each other
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

/** The buffers that all files of a kernel name, and the strongest use of each. */
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

/** A struct in WGSL. */
export const structText = (name: string, fields: Fields): string =>
  `struct ${name} {\n${Object.entries(fields)
    .map(([field, type]) => `  ${snakeCase(field)}: ${typeText(type)},\n`)
    .join('')}}`;

const structTexts = ({ structs }: BindingTable): string[] =>
  Object.entries(structs).map(([name, fields]) => structText(name, fields));
