import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assemblyScript } from '../../../tools/lift/assembly-script.ts';
import { compile } from '../../../tools/lift/compile.ts';
import { float32Script } from '../../../tools/lift/float32-script.ts';
import { readKernel } from '../../../tools/lift/kernel.ts';
import { F32X4, F64X2, type Lanes } from '../../../tools/lift/lanes.ts';
import { ANCHOR_TEXT, inParts } from '../../../tools/lift/parts.ts';

const PARAMETERS =
  'x: Float32Array, y: Float32Array, ids: Uint32Array, base: Index, begin: Index, end: Index, s: number';

/** A kernel's text, with the body of its loop. */
const kernel = (body: string, head = 'let i = begin; i < end; i++') =>
  `const HALF = 0.5;\nexport function run(${PARAMETERS}): void {\n  for (${head}) {\n${body}\n  }\n}\n`;

const read = (text: string) => readKernel(text, 'run.ts', 'run');
const lift = (text: string, lanes: Lanes = F64X2) => assemblyScript(read(text), lanes);

type Run = (
  x: number[],
  y: number[],
  ids: number[],
  range: [number, number],
  s: number,
) => { x: number[]; y: number[] };

/** Compiles a kernel. @returns a function that runs it on x and y, which have up to 60 numbers each, and returns them */
async function compiled(body: string, lanes?: Lanes): Promise<Run> {
  const { bytes } = await compile(ANCHOR_TEXT + lift(kernel(body), lanes), 'run');
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: true });
  const module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
  const run = new WebAssembly.Instance(module, { env: { memory } }).exports.run as (...values: number[]) => void;
  return (x, y, ids, range, s) => {
    const [xs, ys] = [new Float32Array(memory.buffer, 16, x.length), new Float32Array(memory.buffer, 272, y.length)];
    xs.set(x);
    ys.set(y);
    new Uint32Array(memory.buffer, 528, ids.length).set(ids);
    run(16, 272, 528, 0, ...range, s);
    return { x: [...xs], y: [...ys] };
  };
}

const runLifted = async (body: string, ...values: Parameters<Run>) => (await compiled(body))(...values);

describe('what is lifted', () => {
  it('computes on each element of the range, in float64, and writes float32', async () => {
    const { x, y } = await runLifted(
      'const a = x[i];\ny[i] = s * a + HALF;',
      [1, 2, 3, 4],
      [9, 9, 9, 9],
      [0],
      [1, 4],
      1 / 3,
    );
    expect(x).toEqual([1, 2, 3, 4]);
    expect(y).toEqual([9, ...[2, 3, 4].map((a) => Math.fround((1 / 3) * a + 0.5))]);
  });

  it('reads and writes through ids', async () => {
    const { y } = await runLifted(
      'const v = base + ids[i];\ny[v] += x[i];',
      [1, 2, 3],
      [10, 20, 30],
      [2, 0, 1],
      [0, 3],
      0,
    );
    expect(y).toEqual([12, 23, 31]);
  });

  it.each([1, 2, 3, 4, 5])('writes nothing for skipped elements, %i of which are in the range', async (end) => {
    const marks = [0, 1, 0, 0, 1];
    const { y } = await runLifted(
      'const m = x[i];\nif (!(m > 0)) continue;\ny[i] = -m;',
      marks,
      [-0, -0, -0, -0, -0],
      [0],
      [0, end],
      0,
    );
    expect(y).toEqual(marks.map((m, i) => (m > 0 && i < end ? -1 : -0)));
  });

  it.each([
    ['two lanes', F64X2],
    ['four lanes', F32X4],
  ] as const)('writes what two skips leave, in every pattern of up to seven elements: %s', async (_, lanes) => {
    const run = await compiled('const a = x[i];\nif (a === 1) continue;\nif (a === 2) continue;\ny[i] = a + 5;', lanes);
    for (let count = 0; count <= 7; count++)
      for (let pattern = 0; pattern < 3 ** count; pattern++) {
        const marks = Array.from({ length: count }, (_, i) => Math.floor(pattern / 3 ** i) % 3);
        const { y } = run(marks, [...marks.map(() => -0), 9], [0], [0, count], 0);
        expect(y).toEqual([...marks.map((mark) => (mark === 0 ? 5 : -0)), 9]);
      }
  });

  it('in float32 gives the bits of four lanes, also of literals', async () => {
    const body = 'const a = x[i] * (1 / 3) - 0.1;\ny[i] = a * s + HALF / 0.3;';
    const values = Array.from({ length: 50 }, (_, i) => i - 7.3);
    const { y } = (await compiled(body, F32X4))(values, values, [0], [0, 50], 1.7);
    const script = float32Script(read(kernel(body))).replace('export function run', 'return function');
    const [x32, y32] = [Float32Array.from(values), Float32Array.from(values)];
    new Function(script)()(x32, y32, [0], 0, 0, 50, 1.7);
    expect([...y32]).toEqual(y);
    expect(y).not.toEqual((await runLifted(body, values, values, [0], [0, 50], 1.7)).y);
  });

  it.each([
    ['Math.sqrt(Math.abs(a))', (a: number) => Math.sqrt(Math.abs(a))],
    ['Math.min(a, -0)', (a: number) => Math.min(a, -0)],
    ['Math.max(a, -0)', (a: number) => Math.max(a, -0)],
    ['Math.fround(a * s)', (a: number) => Math.fround(a * 0.1)],
    ['a / (HALF - s)', (a: number) => a / (0.5 - 0.1)],
    ['-a', (a: number) => -a],
  ])('%s', async (text, expected) => {
    const values = [0, -0, 1.5, -2, 1e-40, 3e38, Number.POSITIVE_INFINITY];
    const { y } = await runLifted(`const a = x[i];\ny[i] = ${text};`, values, values, [0], [0, values.length], 0.1);
    expect(y).toEqual(values.map((a) => Math.fround(expected(Math.fround(a)))));
  });
});

it('lifts the examples of docs/kernels.md', async () => {
  const loops = [...readFileSync('docs/kernels.md', 'utf8').matchAll(/```ts\n([^`]*)```/g)];
  expect(loops.length).toBe(3);
  for (const [, loop] of loops) {
    if (loop.startsWith('export')) {
      expect((await compile(ANCHOR_TEXT + lift(loop), 'run')).bytes.length).toBeGreaterThan(100);
      continue;
    }
    const example = loop.replace('let t = begin', 'let i = begin').replace(/\bt\b(?= < end|\+\+|\])/g, 'i');
    const text = `export function run(${PARAMETERS}): void {\n${example}}\n`;
    expect((await compile(ANCHOR_TEXT + lift(text), 'run')).bytes.length).toBeGreaterThan(100);
  }
});

/** A loop over axes. */
const axes = (body: string, range = 'let axis = 0; axis < 3; axis++') => `for (${range}) {\n${body}\n}`;

describe('loops over axes', () => {
  it.each([1, 2, 3, 4, 5, 7, 8])('select numbers: %i axes', async (count) => {
    const body = axes(
      'let high = 8 * i + k;\nfor (let j = i + 1; j < 3; j++) high = higher(x, high, 8 * j + k);\ny[8 * i + k] = x[high];',
      `let k = 0; k < ${count}; k++`,
    );
    const x = Array.from({ length: 24 }, (_, i) => Math.sin(i));
    const { y } = await runLifted(body, x, Array<number>(24).fill(9), [0], [0, 2], 0);
    const higherOf = (k: number, rows: readonly number[]) =>
      Math.max(...rows.map((row) => Math.fround(x[8 * row + k])));
    const row = (rows: readonly number[]) => Array.from({ length: 8 }, (_, k) => (k < count ? higherOf(k, rows) : 9));
    expect(y).toEqual([...row([0, 1, 2]), ...row([1, 2]), ...Array<number>(8).fill(9)]);
  });

  it('handle elements in order: one may read what another one has written', async () => {
    const { y } = await runLifted(
      axes('y[3 * i + 3 + axis] = y[lower(y, 3 * i + axis, 3 * i + 3 + axis)];'),
      [0],
      [1, 5, 3, 4, 2, 6, 7, 8, 0],
      [0],
      [0, 2],
      0,
    );
    expect(y).toEqual([1, 5, 3, 1, 2, 3, 1, 2, 0]);
  });

  it.each([
    ['arithmetic', axes('y[i + axis] = x[i + axis] + 1;'), 'expected a number of an array, a constant, or'],
    [
      'a range of variables',
      axes('y[i + axis] = x[i + axis];', 'let axis = 0; axis < s; axis++'),
      'run.ts:4:1: the loop is not',
    ],
    [
      'numbers outside',
      `const a = x[i];\n${axes('y[i + axis] = x[i + axis];')}`,
      'numbers are read or written outside of the loops over axes',
    ],
    [
      'an index into two arrays',
      axes('let low = i + axis;\nlow = lower(x, low, i + axis);\ny[i + axis] = y[low];'),
      'run.ts:5:5: low is an index into 2 arrays, expected one',
    ],
    [
      'a read after a write',
      axes('y[i + axis] = x[i + axis];\nx[i + axis] = y[i + axis];'),
      'run.ts:6:15: y[i + axis] is read after it was written',
    ],
    [
      'an index into an array that is written',
      axes('let low = i + axis;\ny[i + axis] = x[i + axis];\nx[i + axis] = y[low];'),
      'run.ts:6:3: y is written, and a variable is an index into it',
    ],
    ["another axis's number", axes('y[i + 1 + axis] = y[i + axis];'), 'run.ts:5:21: this is what another axis writes'],
    [
      'a name that hides another',
      axes('const base = x[i + axis];\ny[i + axis] = base;'),
      'run.ts:5:7: base is defined twice',
    ],
    [
      'an axis as an inner variable',
      axes(
        'let low = i + axis;\nfor (let axis = i; axis < base; axis++) low = lower(x, low, i + axis);\ny[i + axis] = x[low];',
      ),
      'run.ts:6:10: axis is defined twice',
    ],
    ['a sum', axes('y[i + axis] += x[i + axis];'), "run.ts:5:1: += in a loop over axes can't be lifted"],
    ['a store without axis', axes('y[i] = x[i + axis];'), 'expected an index of an array'],
    ['a branch', axes('if (s > 0) y[i + axis] = x[i + axis];'), "a IfStatement in a loop over axes can't be lifted"],
    ['an index of another loop', axes('low = i + axis;'), 'run.ts:5:1: low is no index of this loop over axes'],
    [
      'another comparison',
      axes('y[i + axis] = x[i + axis] <= Infinity ? x[i + axis] : Infinity;'),
      'expected a number of an array',
    ],
    [
      'other operands',
      axes('y[i + axis] = x[i + axis] < Infinity ? Infinity : x[i + axis];'),
      'expected a number of an array',
    ],
  ])('are refused: %s', (_, body, message) => {
    expect(() => lift(kernel(body))).toThrow(message);
  });
});

/** A traversal's text. */
const traversal = (body: string, numbers = 'a: number, b: number, c: number') =>
  `export function run(x: Float32Array, ids: Uint32Array, n: Index, ${numbers}): number {\n${body}\n}\n`;

describe('traversals', () => {
  it('compute with integers, keep lists and test boxes', async () => {
    const body = `let count = 0;
      for (let i = n; i > 0; i -= 2) {
        const at = (8 * ((i << 1) >> 1)) & 0x3fffffff;
        ids[count] = i - 3;
        count += halfOpenBoxContains(x, at, a, b, c);
      }
      ids[count] = ids[0] - 1;
      return 10 * count;`;
    const { bytes } = await compile(ANCHOR_TEXT + lift(traversal(body)), 'run');
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: true });
    const module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
    const run = new WebAssembly.Instance(module, { env: { memory } }).exports.run as (...values: number[]) => number;
    const boxes = new Float32Array(memory.buffer, 0, 64);
    for (let i = 0; i < 8; i++) boxes.set([0, 0, 0, 9, i, 1, 1, 9], 8 * i);
    const ids = new Int32Array(memory.buffer, 512, 5);
    // The boxes 7, 5 and 3 contain the point; it is on an upper face of box 1, which doesn't count.
    expect(run(0, 512, 7, 1, 0.5, 0.5)).toBe(30);
    expect([...ids]).toEqual([4, 2, 0, 3, 0]);
    // A lower face counts.
    expect(run(0, 512, 7, 0, 0, 0)).toBe(40);
    expect(run(0, 512, 7, 1, 0.5, 1)).toBe(0);
    expect(run(0, 512, 7, 1, Number.NaN, 0.5)).toBe(0);
  });

  it.each([
    ['a branch', 'if (n > 0) ids[0] = 1;\nreturn 0;', "run.ts:2:1: a IfStatement in a traversal can't be lifted"],
    ['another function', 'return Math.abs(n);', 'run.ts:2:8: expected halfOpenBoxContains with the point a, b, c'],
    [
      'another point',
      'let i = 0;\nreturn halfOpenBoxContains(x, i, a, c, b);',
      'run.ts:3:8: expected halfOpenBoxContains with the point',
    ],
    ['a number of an array', 'let i = 0;\nreturn x[i];', 'run.ts:3:8: `x` is no array of ids'],
    ['a fraction', 'let i = 0.5;\nreturn i;', 'run.ts:2:9: `0.5` is no integer that can be lifted'],
    ['a division', 'let i = n / 2;\nreturn i;', 'run.ts:2:9: `n / 2` is no integer that can be lifted'],
    ['a store of a number', 'x[0] = 1;\nreturn 0;', 'run.ts:2:1: `x` is no array of ids'],
  ])('are refused: %s', (_, body, message) => {
    expect(() => lift(traversal(body))).toThrow(message);
  });

  it('are refused without a point', () => {
    expect(() => lift(traversal('let i = 0;\nreturn i;', 'a: number'))).toThrow('expected a point');
  });
});

describe('what is refused, and where', () => {
  it.each([
    [
      'a branch',
      'const a = x[i];\nif (a > 0) y[i] = a;',
      "run.ts:5:12: only `if (...) continue` can be lifted, since an element can't branch",
    ],
    [
      'a variable',
      'let a = x[i];\ny[i] = a;',
      "run.ts:4:1: a VariableDeclaration can't be lifted; expected const, if (...) continue, a loop over axes, or a store",
    ],
    [
      'a loop',
      'while (x[i] > 0) x[i] = 0;',
      "run.ts:4:1: a WhileStatement can't be lifted; expected const, if (...) continue, a loop over axes, or a store",
    ],
    [
      'another function',
      'y[i] = Math.sin(x[i]);',
      'run.ts:4:8: only Math.sqrt, Math.abs, Math.min, Math.max, Math.fround can be lifted',
    ],
    ['an unknown name', 'y[i] = x[i] + z;', 'run.ts:4:15: z is neither a parameter nor a constant before this line'],
    [
      'a read after a write',
      'y[i] = x[i];\nconst a = y[i];\nx[i] = a;',
      'run.ts:5:11: y[i] is read after it was written',
    ],
    ['a shared element', 'y[base] = x[i];', 'run.ts:4:3: `base` is no index of an element'],
    [
      'a division of integers',
      'const v = ids[i] / base;\ny[v] = x[i];',
      "run.ts:4:11: / of integers can't be lifted, only + - * &",
    ],
    ['a power', 'y[i] = x[i] ** 2;', "run.ts:4:8: a BinaryExpression of numbers can't be lifted"],
    [
      'a skip after a store',
      'y[i] = 0;\nif (x[i] > 0) continue;\nx[i] = 1;',
      'run.ts:5:5: an element is skipped after it has written a number; move the skip before the stores',
    ],
    ['a condition on integers', 'if (ids[i] === 3) continue;\ny[i] = x[i];', 'run.ts:4:5: `ids[i]` is no number'],
    [
      'a number as a condition',
      'if (x[i]) continue;\ny[i] = x[i];',
      'run.ts:4:5: expected a comparison of numbers, `!`, `&&` or `||`',
    ],
    [
      'a name of a constant',
      'const HALF = x[i];\ny[i] = HALF;',
      'run.ts:4:7: HALF is also a constant of the file; give it another name',
    ],
    [
      'another bit mask',
      'const v = ids[i] & 1;\ny[v] = x[i];',
      'run.ts:4:20: a bit mask would change the integer; expected 0x3fffffff',
    ],
    ['too many operands', 'y[i] = Math.min(x[i], s, 1);', 'run.ts:4:8: Math.min has 3 operands, expected 2'],
    ['two names of an integer', 'const j = i;\ny[j] = x[i];', 'run.ts:4:11: i would have two names; use the first'],
    ['an array as a number', 'y[i] = x;', 'run.ts:4:8: `x` is no number'],
  ])('%s', (_, body, message) => {
    expect(() => lift(kernel(body))).toThrow(message);
  });

  it.each([
    ['i += 2', 'let i = begin; i < end; i += 2', 'run.ts:3:8: the loop is not `for (let t = begin; t < end; t++)`'],
    [
      'another bit mask',
      'let i = begin & 3; i < end; i++',
      'run.ts:3:8: the loop is not `for (let t = begin; t < end; t++)`',
    ],
    [
      'a number as its end',
      'let i = begin; i < s; i++',
      "run.ts:3:12: s is no parameter of the type Index, expected one as the loop's begin and end",
    ],
  ])('a loop with %s', (_, head, message) => {
    expect(() => lift(kernel('y[i] = x[i];', head))).toThrow(message);
  });

  it('a parameter of another type', () => {
    const message = 'run.ts:1:24: the type of x is number[], expected Float32Array, Uint32Array, Index, number';
    expect(() => lift('export function run(x: number[]): void { for (let i = 0; i < 1; i++) {} }')).toThrow(message);
  });

  it('a missing function', () => {
    expect(() => lift('export const run = 1;')).toThrow('run.ts has no function run');
  });
});

describe('parts', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `const v${i} = ${i ? `v${i - 1}` : 'x'};`);

  it('leaves a short round as it is', () => {
    expect(inParts(lines(30), 'never')).toEqual(lines(30));
  });

  it('ends a part by a branch, after storing what only later parts read', () => {
    const cut = inParts(lines(100), 'never');
    expect(cut.filter((line) => !line.startsWith('const'))).toEqual(['anchor$ = v79;', 'if (never) return;']);
    expect(cut.filter((line) => line.startsWith('const'))).toEqual(lines(100));
  });
});
