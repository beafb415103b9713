import { expect, it } from 'vitest';
import { type StepsDone, TRAFFIC } from '../../../bench/gpu/gpu-traffic.ts';
import type { KernelName } from '../../../src/gpu/kernels/kernels.ts';
import { KERNELS } from '../../fixtures/kernels.ts';
import { assemble } from '../../../src/gpu/kernels/wgsl.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { octopi8 } from '../../../src/scenes/octopi-8.ts';

/**
 * The oracle: counts loads and stores of storage buffers in the shader's own text, each element once. It inlines functions and
 * unrolls loops over a vector's coordinates. Valid for kernels that do the same work for every element.
 */
function bytesOf(kernel: KernelName): number {
  const { code: whole } = assemble({ label: kernel, code: KERNELS[kernel] });
  const code = whole.replace(/\/\/.*/g, '').replace(/\s+/g, ' ');
  const buffers = [...code.matchAll(/var<storage[^>]*> (\w+)/g)].map(([, name]) => name);
  const functions = new Map(
    [...code.matchAll(/fn (\w+)\(/g)].map(({ 1: name, index }) => {
      const open = code.indexOf('(', index);
      const close = behind(code, open, '()');
      const names = split(code.slice(open + 1, close - 1)).map((parameter) => parameter.split(':')[0].trim());
      const body = code.indexOf('{', close);
      return [name, { names, body: code.slice(body + 1, behind(code, body, '{}') - 1) }] as const;
    }),
  );
  const loads = new Set<string>();
  const stores = new Set<string>();
  let calls = 0;

  const read = (text: string): void => {
    for (const { name, inner, end } of uses(text, [...buffers, ...functions.keys()])) {
      if (functions.has(name)) call(name, split(inner));
      else {
        const element = `${name}[${inner.replace(/\s/g, '').replace(/\(+([\w.]+)\)+/g, '$1')}]`;
        const assigned = /^\s*([+-]?)=(?!=)/.exec(text.slice(end));
        if (assigned) stores.add(element);
        // The packed topology's header and the few materials of bodies stay in caches.
        const isShared = /^topology\[[^[]*(MODEL|BODY|WORLD)_|^inverse_masses\[[^[]*MATERIAL_/.test(element);
        if ((!assigned || assigned[1]) && !isShared) loads.add(element);
        read(inner);
      }
    }
  };
  const call = (name: string, given: readonly string[]): void => {
    for (const word of given) read(word);
    const { names, body } = functions.get(name)!;
    const locals = [...body.matchAll(/(?:let|var) (\w+)/g)].map(([, local]) => [local, `${local}_${++calls}`] as const);
    const values = new Map([...locals, ...names.map((parameter, i) => [parameter, `(${given[i]})`] as const)]);
    read(unrolled(body).replace(/(?<![.\w])[a-z_]\w*/g, (word) => values.get(word) ?? word));
  };
  read(unrolled(functions.get('main')!.body));
  return 4 * (loads.size + stores.size);
}

/** Index behind the bracket that closes the one at `open`. */
function behind(text: string, open: number, [begin, end]: string): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === begin) depth++;
    if (text[at] === end && --depth === 0) return at + 1;
  }
  throw new Error(`no ${end} in ${text.slice(open, open + 40)}`);
}

/** Splits at commas outside of parentheses. */
function split(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if ('([<'.includes(letter)) depth++;
    if (')]>'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** Outermost uses of names: elements of a buffer, or calls of a function. */
function* uses(text: string, names: readonly string[]) {
  const found = new RegExp(`(?<![.\\w])(${names.join('|')})([[(])`, 'g');
  for (let match = found.exec(text); match; match = found.exec(text)) {
    const open = found.lastIndex - 1;
    const end = behind(text, open, match[2] === '[' ? '[]' : '()');
    yield { name: match[1], inner: text.slice(open + 1, end - 1), end };
    found.lastIndex = end;
  }
}

/** Unrolls loops `for (var k = a; k < a + 3u; k++)`. */
const unrolled = (body: string): string =>
  body.replace(/for \(var k = (3u \* i); k < 3u \* i \+ 3u; k\+\+\) \{([^}]*)\}/g, (_, first: string, inner: string) =>
    [first, `${first} + 1u`, `${first} + 2u`].map((k) => inner.replace(/\bk\b/g, k)).join(' '),
  );

const { placements, colliders } = octopi8.build(octopi8.size.min);
const { world } = createWorld(placements, colliders);
const ELEMENTS = 1000;

it.each(['neoHookean', 'springs', 'predict', 'displace', 'place', 'velocities'] as const)(
  '%s moves the bytes that its shader loads and stores',
  (kernel) => {
    const work = { dispatches: 1, elements: ELEMENTS, indirect: 0, ms: 1 };
    const done: StepsDone = { world, kernels: new Map([[kernel, work]]), counters: [], sweeps: 0, steps: 1 };
    expect(TRAFFIC[kernel]!(done, work).bytes / ELEMENTS).toBe(bytesOf(kernel));
  },
);

it("least memory traffic is below all loads and stores, but includes each element's own data", () => {
  const work = { dispatches: 1, elements: world.tetCount, indirect: 0, ms: 1 };
  const done: StepsDone = { world, kernels: new Map(), counters: [], sweeps: 0, steps: 1 };
  const { bytes, least = bytes } = TRAFFIC.neoHookean!(done, work);
  const columns = 4 * (4 + 6 + 1 + 2 * 9) * world.tetCount;
  expect(least).toBeLessThan(bytes);
  // Every vertex is in some tetrahedron, so its displacement is read and written, and x0 and inverse mass are read; some
  // vertices' moments too.
  expect(least).toBeGreaterThan(columns + 40 * world.vertexCount);
  expect(least).toBeLessThanOrEqual(columns + 64 * world.vertexCount);
});
