import { expect, it } from 'vitest';
import shortestPath2d from '../../../../shaders/path-2d/shortest-path.wgsl';
import { BINDINGS, type BindingTable } from '../../../../src/gpu/kernels/bindings.ts';
import { prefersSubgroups } from '../../../../src/gpu/device.ts';
import { KERNELS } from '../../../fixtures/kernels.ts';
import { BINDINGS_2D } from '../../../../src/gpu/path-2d/bindings.ts';
import { assembleWithSubgroups } from '../../../../src/gpu/kernels/subgroup-parts.ts';
import { assemble } from '../../../../src/gpu/kernels/wgsl.ts';

const table: BindingTable = {
  structs: { Pair: { firstOf: 'vec3f', ids: ['u32', 2] }, Told: { count: 'u32' } },
  groups: [{ told: 'Told' }, { pairs: 'Pair', numbers: 'f32', counts: ['u32', 4] }],
  aliases: { moves: 'numbers' },
};
const made = (code: string) => assemble({ label: 'kernel', code, table });
/** The lines that declare buffers. */
const declared = (code: string): string[] =>
  made(code)
    .code.split('\n')
    .filter((line) => line.startsWith('@group'));

it('declares what a kernel names, by group and binding, and leaves the rest as it is', () => {
  const { code, declarations } = made('#reads pairs, told;\n#writes numbers;\nfn main() {}\n');
  expect(code).toContain(
    'struct Pair {\n  first_of: vec3f,\n  ids: array<u32, 2>,\n}\nstruct Told {\n  count: u32,\n}',
  );
  expect(code).toMatch(/\n\n\nfn main\(\) \{\}\n$/);
  expect(declared('#reads pairs, told;\n#writes numbers;\n')).toEqual([
    '@group(0) @binding(0) var<uniform> told: Told;',
    '@group(1) @binding(0) var<storage, read> pairs: array<Pair>;',
    '@group(1) @binding(1) var<storage, read_write> numbers: array<f32>;',
  ]);
  expect(declarations).toEqual([
    { buffer: 'told', group: 0, binding: 0, type: 'uniform' },
    { buffer: 'pairs', group: 1, binding: 0, type: 'read-only-storage' },
    { buffer: 'numbers', group: 1, binding: 1, type: 'storage' },
  ]);
});

it('takes the strongest of what its files want, in the words of the page, too', () => {
  const written = ['@group(1) @binding(1) var<storage, read_write> numbers: array<f32>;'];
  expect(declared('#reads numbers;\n#writes numbers;\n#reads numbers;')).toEqual(written);
  expect(declared('#writes numbers,counts;\n').slice(0, 1)).toEqual(written);
  expect(declared('#atomics counts;')).toEqual([
    '@group(1) @binding(2) var<storage, read_write> counts: array<atomic<u32>, 4>;',
  ]);
});

it('gives a second name the buffer of the first, and a kernel one of them', () => {
  expect(declared('#reads moves;')).toEqual(['@group(1) @binding(1) var<storage, read> moves: array<f32>;']);
  expect(made('#reads moves;').declarations[0].buffer).toBe('numbers');
  expect(() => made('#reads moves, numbers;')).toThrow(
    "kernel: 'numbers' is a buffer that this kernel also uses by another name",
  );
});

it('says which buffer is wrong', () => {
  expect(() => made('#reads nothing;')).toThrow("kernel: no buffer is called 'nothing'");
  expect(() => made('#reads counts;\n#atomics counts;')).toThrow("'counts' can't be atomic in one place");
  expect(() => made('#atomics counts;\n#writes counts;')).toThrow("'counts' can't be atomic in one place");
});

it.each([
  [['subgroups'], false, true],
  [['subgroups'], true, false],
  [[], false, false],
])('a device with the features %j, emulated by software: %s, uses subgroups by default: %s', (names, isSlow, uses) => {
  const features = new Set(names) as GPUSupportedFeatures;
  const adapterInfo = { isFallbackAdapter: isSlow } as GPUAdapterInfo;
  expect(prefersSubgroups({ features, adapterInfo })).toBe(uses);
});

it('the kernels of prefix sums have another form for subgroups, with the same buffers', () => {
  const names = Object.entries(KERNELS).flatMap(([name, code]) => (code.includes('#part') ? [name] : []));
  expect(names.sort()).toEqual([
    'hitBlocks',
    'hitContacts',
    'hitSums',
    'radixScatter',
    'radixSums',
    'scanBlocks',
    'scanSums',
  ]);
  for (const label of names) {
    const code = KERNELS[label as keyof typeof KERNELS];
    const fast = assembleWithSubgroups({ features: new Set(['subgroups']) as GPUSupportedFeatures }, { label, code });
    expect(fast.code).toMatch(/^enable subgroups;\n.*subgroupInclusiveAdd/s);
    const plain = assemble({ label, code });
    for (const text of [plain.code, fast.code]) {
      expect(text).not.toMatch(/^#/m);
      expect(text.match(/fn prefix_sum/g)).toHaveLength(1);
    }
    expect(plain.code).not.toContain('subgroup');
    expect(fast.declarations).toEqual(plain.declarations);
  }
  const none = { features: new Set() as GPUSupportedFeatures };
  expect(() => assembleWithSubgroups(none, { label: 'k', code: '' })).toThrow('k: the device has no subgroups');
});

it.each(Object.entries(KERNELS))('%s uses 8 storage buffers at most', (label, code) => {
  const storage = assemble({ label, code }).declarations.filter(({ type }) => type !== 'uniform');
  expect(storage.length).toBeGreaterThan(0);
  expect(storage.length).toBeLessThanOrEqual(8);
});

/** Every file's own text, without what it includes. */
const FILES = import.meta.glob<string>('/shaders/**/*.wgsl', { query: '?raw', import: 'default', eager: true });
const NAMES = [...BINDINGS.groups, BINDINGS.aliases].flatMap((names) => Object.keys(names));

/** By hand from a text without comments: what it does with each buffer that it names. */
function found(text: string): string[] {
  return NAMES.flatMap((name) => {
    const uses = [...text.matchAll(new RegExp(`(?<![.\\w])${name}(?=[.[])|&${name}\\b`, 'g'))];
    if (uses.length === 0) return [];
    if (new RegExp(`\\batomic\\w+\\(&${name}\\[`).test(text)) return [`atomics ${name}`];
    return [uses.some(({ index }) => isStored(text, index + name.length)) ? `writes ${name}` : `reads ${name}`];
  }).sort();
}

/** Whether what begins at a place, its elements and fields, stands at the left of an assignment. */
function isStored(text: string, from: number): boolean {
  let at = from;
  for (let depth = 0; depth > 0 || /[[\].\w]/.test(text[at]); at++) {
    if (text[at] === '[') depth++;
    if (text[at] === ']' && --depth < 0) return false;
  }
  return /^\s*([-+*/|&^]?=(?!=)|\+\+|--)/.test(text.slice(at));
}

it.each(Object.keys(FILES))('%s names the buffers that its own text uses, and how', (file) => {
  const lines = [...FILES[file].matchAll(/^#(reads|writes|atomics) (.*);$/gm)];
  const said = lines.flatMap(([, use, names]) => names.split(', ').map((name) => `${use} ${name}`));
  expect(said.sort()).toEqual(found(FILES[file].replace(/\/\/.*|^#.*/gm, '')));
});

it('the 2D kernel finds its buffers in its own table', () => {
  const { declarations } = assemble({ label: '2D', code: shortestPath2d, table: BINDINGS_2D });
  expect(declarations.map(({ buffer }) => buffer)).toEqual(BINDINGS_2D.groups.flatMap((names) => Object.keys(names)));
});
