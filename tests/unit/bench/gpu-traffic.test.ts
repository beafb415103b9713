import { describe, expect, it } from 'vitest';
import { SEARCHES } from '../../../bench/gpu/ccd-traffic.ts';
import { TRAFFIC, UNCOUNTED } from '../../../bench/gpu/gpu-traffic.ts';
import { elementsOf } from '../../../bench/gpu/traffic-elements.ts';
import { type StepsDone, WORD } from '../../../bench/gpu/traffic-parts.ts';
import { type KernelName, KERNELS as STEP_KERNELS } from '../../../src/gpu/kernels/kernels.ts';
import { assemble } from '../../../src/gpu/kernels/wgsl.ts';
import { octopi8 } from '../../../src/scenes/octopi-8.ts';
import { startParameters } from '../../../src/scenes/start-parameters.ts';
import { initialCapacities } from '../../../src/simulation/capacities.ts';
import { REBUILD_ON_DEVICE } from '../../../src/simulation/detect/rebuild-passes.ts';
import { type Plan, WORKGROUP_SIZE } from '../../../src/simulation/program/pass.ts';
import { COUNTER_COUNT } from '../../../src/simulation/state.ts';
import { stepProgram } from '../../../src/simulation/step.ts';
import { recordLayout, RECORDS } from '../../../src/simulation/tables/records.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { KERNELS } from '../../fixtures/kernels.ts';

/** Bytes of a WGSL type: a scalar, a vector, or a record with the gaps that its layout has. */
function bytesOfType(type: string): number {
  if (type in RECORDS) return 4 * recordLayout(RECORDS[type as keyof typeof RECORDS]).stride;
  return 4 * Number(/^vec(\d)/.exec(type)?.[1] ?? 1);
}

/**
 * The oracle: counts loads and stores of storage buffers in the shader's own text, each element once, of a record only the fields that are
 * used. It inlines functions and unrolls loops over a vector's coordinates. Valid for kernels that do the same work for every element.
 * @param start the function to count; others count with it where it calls them, but those of `without` don't
 */
function bytesOf(kernel: KernelName, start = 'main', without: readonly string[] = []): number {
  const { code: whole } = assemble({ label: kernel, code: KERNELS[kernel] });
  const code = whole.replace(/\/\/.*/g, '').replace(/\s+/g, ' ');
  const types = new Map(
    [...code.matchAll(/var<storage[^>]*> (\w+): array<(?:atomic<)?(\w+)/g)].map(([, name, type]) => [name, type]),
  );
  const functions = new Map(
    [...code.matchAll(/fn (\w+)\(/g)].map(({ 1: name, index }) => {
      const open = code.indexOf('(', index);
      const close = behind(code, open, '()');
      const names = split(code.slice(open + 1, close - 1)).map((parameter) => parameter.split(':')[0].trim());
      const body = code.indexOf('{', close);
      return [name, { names, body: code.slice(body + 1, behind(code, body, '{}') - 1) }] as const;
    }),
  );
  for (const name of without) functions.delete(name);
  const loads = new Map<string, number>();
  const stores = new Map<string, number>();
  let calls = 0;

  const read = (text: string): void => {
    for (const { name, inner, end } of uses(text, [...types.keys(), ...functions.keys()])) {
      if (functions.has(name)) call(name, split(inner));
      else {
        const type = types.get(name)!;
        const [suffix, field] = (type in RECORDS && /^\.(\w+)/.exec(text.slice(end))) || ['', undefined];
        const fields: Readonly<Record<string, unknown>> = type in RECORDS ? RECORDS[type as keyof typeof RECORDS] : {};
        const bytes = bytesOfType(field === undefined ? type : (fields[camelCase(field)] as string));
        const element = `${name}[${inner.replace(/\s/g, '').replace(/\(+([\w.]+)\)+/g, '$1')}]${suffix}`;
        const assigned = /^\s*([+-]?)=(?!=)/.exec(text.slice(end + suffix.length));
        if (assigned) stores.set(element, bytes);
        // The packed topology's header and the few materials of bodies stay in caches.
        const isShared = /^topology\[[^[]*(MODEL|BODY|WORLD)_|^inverse_masses\[[^[]*MATERIAL_/.test(element);
        if ((!assigned || assigned[1]) && !isShared) loads.set(element, bytes);
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
  read(unrolled(functions.get(start)!.body));
  return [...loads.values(), ...stores.values()].reduce((sum, bytes) => sum + bytes, 0);
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

/** Unrolls loops `for (var k = a; k < a + 3u; k++)`, also with a = 0. */
const unrolled = (body: string): string =>
  body.replace(
    /for \(var k = (3u \* i|0u); k < (?:3u \* i \+ )?3u; k\+\+\) \{([^}]*)\}/g,
    (_, first: string, inner: string) =>
      [first, `${first} + 1u`, `${first} + 2u`].map((k) => inner.replace(/\bk\b/g, k)).join(' '),
  );

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const { placements, colliders } = octopi8.build(octopi8.size.min);
const { world } = createWorld(placements, colliders);
const ELEMENTS = 1000;

/** Kernels that do the same work for every element. */
const EVEN: readonly KernelName[] = [
  'neoHookean',
  'neoHookeanXpbd',
  'springs',
  'areas',
  'clothTriangles',
  'clothHinges',
  'predict',
  'displace',
  'place',
  'velocities',
  'push',
  'drive',
  'flatten',
  'clearGases',
  'pushSurfaces',
];

it.each(EVEN)('%s moves the bytes that its shader loads and stores', (kernel) => {
  const work = { dispatches: 1, elements: ELEMENTS, indirect: 0, ms: 1 };
  const done: StepsDone = { world, kernels: new Map([[kernel, work]]), counters: [], sweeps: 0, steps: 1 };
  expect(TRAFFIC[kernel]!(done, work).bytes / ELEMENTS).toBe(bytesOf(kernel));
});

describe('the searches of CCD', () => {
  it.each(['vertexFace', 'edgeEdge'] as const)('%s moves the bytes of a node', (kernel) => {
    expect(SEARCHES[kernel].node.bytes).toBe(bytesOf(kernel, 'meets'));
  });

  it('test an element of a leaf with the bytes of their shaders', () => {
    const inOrder = WORD; // read by the walk, before the test
    expect(SEARCHES.vertexFace.test.bytes).toBe(inOrder + bytesOf('vertexFace', 'is_found'));
    const ownPoint = WORD; // the class of an edge's own contact point, if the world has such points
    const sameEnds = 2 * WORD; // which the text names twice, so that they look like others
    expect(SEARCHES.edgeEdge.test.bytes + ownPoint + sameEnds).toBe(inOrder + bytesOf('edgeEdge', 'is_found'));
  });

  it('test a pair with the bytes of their shaders, without what a hit needs', () => {
    const rare = ['keep_hit', 'are_crossed', 'are_brought_together', 'nearest_at_end'];
    expect(SEARCHES.vertexFace.pair.bytes).toBe(bytesOf('vertexFace', 'test_face', rare));
    expect(SEARCHES.edgeEdge.pair.bytes).toBe(bytesOf('edgeEdge', 'test_edge', rare));
  });
});

it.each(['refitLevels', 'sweepLevels'] as const)('%s moves the bytes of an inner node', (kernel) => {
  const first = kernel === 'refitLevels' ? 'refitTets' : 'sweepFaces';
  const work = { dispatches: 1, elements: 0, indirect: 0, ms: 1 };
  const done: StepsDone = { world, kernels: new Map([[first, work]]), counters: [], sweeps: 0, steps: 1 };
  const trees = [...world.faceTrees, ...(kernel === 'refitLevels' ? world.tetTrees : world.edgeTrees)];
  const inner = trees.reduce((sum, { levels }) => sum + 2 ** levels - 1, 0);
  expect(TRAFFIC[kernel]!(done, work).bytes / inner).toBe(bytesOf(kernel, 'join_children'));
});

describe('every kernel of a step has a count', () => {
  it('or is named, with a reason', () => {
    const counted = new Set([...Object.keys(TRAFFIC), ...Object.keys(UNCOUNTED)]);
    expect(Object.keys(STEP_KERNELS).filter((kernel) => !counted.has(kernel))).toEqual([]);
    expect(Object.keys(TRAFFIC).filter((kernel) => kernel in UNCOUNTED)).toEqual([]);
  });

  it.each([
    ['off', 'pool', 'neo-hookean'],
    ['dcd', 'pool', 'mass-spring'],
    ['ccd', 'device', 'neo-hookean-xpbd'],
    ['hybrid', 'device', 'neo-hookean'],
  ] as const)('octopi-8, mode %s, CCD in the %s, %s', (mode, ccdOn, material) => {
    const parameters = { ...startParameters(octopi8, octopi8.size.min), mode, ccdOn, material };
    const made = createWorld(placements, colliders, parameters).world;
    const plan: Plan = { world: made, capacities: initialCapacities(made), counters: {}, last: undefined };
    const { passes } = stepProgram({ parameters, grabs: [] }, made);
    const dispatches = [...REBUILD_ON_DEVICE, ...passes].flatMap((pass) => pass.kernels?.(plan) ?? []);
    const kernels = dispatches
      .filter(({ count, kernel }) => count > 0 && !(kernel in UNCOUNTED))
      .map(({ kernel }) => kernel);
    expect(kernels.length).toBeGreaterThan(0);
    expect([...new Set(kernels)].filter((kernel) => !(kernel in TRAFFIC))).toEqual([]);
    // The table of docs/performance.md names what it divides by, but for kernels that move nothing in nearly all steps.
    const work = { dispatches: 1, elements: ELEMENTS, indirect: 0, ms: 1 };
    const counters = new Uint32Array(COUNTER_COUNT).fill(1);
    const done: StepsDone = { world: made, kernels: new Map(), counters, sweeps: 1, steps: 1 };
    const unnamed = (kernel: string) => elementsOf(kernel as KernelName, done, work).what === 'thread';
    const moves = (kernel: string) => TRAFFIC[kernel as KernelName]!(done, work).bytes > 0;
    expect([...new Set(kernels)].filter((kernel) => unnamed(kernel) && moves(kernel))).toEqual([]);
  });
});

it('kernels of whole bodies move what kernels of colours do, and what places the vertices', () => {
  const iteration = (kernel: KernelName, elements: number): StepsDone => ({
    world,
    kernels: new Map([[kernel, { dispatches: 1, elements, indirect: 0, ms: 1 }]]),
    counters: [],
    sweeps: 0,
    steps: 1,
  });
  const bytes = (kernel: KernelName, elements: number) => {
    const done = iteration(kernel, elements);
    return TRAFFIC[kernel]!(done, done.kernels.get(kernel)!).bytes;
  };
  const threads = WORKGROUP_SIZE * world.bodies.length;
  const moved = bytes('displace', 3 * world.vertexCount) + bytes('place', 3 * world.vertexCount);
  for (const [whole, colour, count] of [
    ['neoHookeanBodies', 'neoHookean', world.tetCount],
    ['neoHookeanXpbdBodies', 'neoHookeanXpbd', world.tetCount],
    ['springsBodies', 'springs', world.springCount],
  ] as const)
    expect(bytes(whole, threads), whole).toBeCloseTo(bytes(colour, count) + moved, 3);
});

it('in hybrid, only the search at the start of a step looks at all points', () => {
  const [steps, dispatches] = [5, 15];
  const elements = dispatches * world.points.firstEdge;
  const work = { dispatches, elements, indirect: 0, ms: 1 };
  const done: StepsDone = { world, kernels: new Map([['containment', work]]), counters: [], sweeps: 0, steps };
  const all = TRAFFIC.containment!({ ...done, mode: 'dcd' }, work);
  const few = TRAFFIC.containment!({ ...done, mode: 'hybrid' }, work);
  expect(few.operations).toBeCloseTo(all.operations / 3, 3);
  const leftOut = 2 * WORD; // class, number of pairs
  expect(few.bytes - elements * leftOut).toBeCloseTo((all.bytes - elements * leftOut) / 3, 3);
});

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
