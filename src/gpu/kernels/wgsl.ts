import type { Fields, FieldType } from '../../simulation/tables/records.ts';
import { BINDINGS, type BindingTable } from './bindings.ts';
import { snakeCase, WGSL_CONSTANTS } from './constants.ts';

/** Source of a kernel, with its includes expanded. */
export interface KernelText {
  /** The kernel's name, for error messages. */
  readonly label: string;
  readonly code: string;
  /** Buffers that the kernel may use; BINDINGS by default. */
  readonly table?: BindingTable;
}

/** A buffer that a kernel uses. */
export interface Declaration {
  /** The buffer's name in the table, even if the kernel uses an alias. */
  readonly buffer: string;
  readonly group: number;
  readonly binding: number;
  readonly type: GPUBufferBindingType;
}

/** Complete WGSL of a kernel, and the buffers that the kernel declares, sorted by group and binding. */
export interface Assembled {
  readonly code: string;
  readonly declarations: readonly Declaration[];
}

/**
 * Kind of use of a buffer. A WGSL file declares the buffers of each kind in one line, such as `#reads positions, topology;`. `writes`
 * includes reading; the elements of `atomics` are atomic numbers.
 */
type BufferUse = 'reads' | 'writes' | 'atomics';
const USE_LINE = /^#(reads|writes|atomics) ([\w, ]+);$/gm;
/** Lines of that kind, and those around parts that have another form (subgroup-parts.ts). */
const OWN_LINE = /^#.*/gm;

/**
 * Puts the constants, structs and buffer declarations that a kernel needs in front of its code.
 * @throws Error if a file names a buffer that isn't in the table, or if two files use the same buffer in incompatible ways
 */
export function assemble({ label, code, table = BINDINGS }: KernelText): Assembled {
  const uses = usesOf(label, code);
  const buffers = new Set<string>();
  const declaredBuffers = [...uses].map(([name, use]) => {
    const buffer = table.aliases[name] ?? name;
    if (buffers.has(buffer))
      throw new Error(`${label}: '${name}' is a buffer that this kernel also uses by another name`);
    buffers.add(buffer);
    return declare(label, table, name, buffer, use);
  });
  declaredBuffers.sort((a, b) => a.group - b.group || a.binding - b.binding);
  const lines = declaredBuffers.map(({ text }) => text);
  return {
    code: [WGSL_CONSTANTS, ...structTexts(table), ...lines, code.replace(OWN_LINE, '')].join('\n'),
    declarations: declaredBuffers.map(({ text: _, ...declaration }) => declaration),
  };
}

/** Returns the names in the table of the buffers that a kernel uses. */
export const buffersOf = ({ label, code, table = BINDINGS }: KernelText): string[] =>
  [...usesOf(label, code).keys()].map((name) => table.aliases[name] ?? name);

/** Finds the buffers that a kernel and its includes name. If several files read and write the same buffer, its use is `writes`. */
function usesOf(label: string, code: string): Map<string, BufferUse> {
  const uses = new Map<string, BufferUse>();
  for (const [, use, names] of code.matchAll(USE_LINE)) {
    for (const name of names.split(',').map((word) => word.trim())) {
      const known = uses.get(name) ?? use;
      if (known !== use && (known === 'atomics' || use === 'atomics'))
        throw new Error(`${label}: '${name}' can't be atomic in one place and not in another`);
      uses.set(name, known === 'writes' ? known : (use as BufferUse));
    }
  }
  return uses;
}

function declare(
  label: string,
  { groups }: BindingTable,
  name: string,
  buffer: string,
  use: BufferUse,
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

/** Writes a struct in WGSL. */
export const structText = (name: string, fields: Fields): string =>
  `struct ${name} {\n${Object.entries(fields)
    .map(([field, type]) => `  ${snakeCase(field)}: ${typeText(type)},\n`)
    .join('')}}`;

const structTexts = ({ structs }: BindingTable): string[] =>
  Object.entries(structs).map(([name, fields]) => structText(name, fields));
