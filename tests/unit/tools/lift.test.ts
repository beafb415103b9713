import { describe, expect, it } from 'vitest';
import { assemblyScript } from '../../../tools/lift/assembly-script.ts';
import { compile } from '../../../tools/lift/compile.ts';
import { readKernel } from '../../../tools/lift/kernel.ts';
import { F64X2 } from '../../../tools/lift/lanes.ts';
import { ANCHOR_TEXT, inParts } from '../../../tools/lift/parts.ts';

const PARAMETERS =
  'x: Float32Array, y: Float32Array, ids: Uint32Array, base: Index, begin: Index, end: Index, s: number';

/** A kernel's text, with the body of its loop. */
const kernel = (body: string, head = 'let i = begin; i < end; i++') =>
  `const HALF = 0.5;\nexport function run(${PARAMETERS}): void {\n  for (${head}) {\n${body}\n  }\n}\n`;

const lift = (text: string) => assemblyScript(readKernel(text, 'run.ts', 'run'), F64X2);

/** Compiles a kernel's text and runs it on x and y, which have as many numbers as `ids` has ids. */
async function runLifted(body: string, x: number[], y: number[], ids: number[], range: [number, number], s: number) {
  const { bytes } = await compile(ANCHOR_TEXT + lift(kernel(body)), 'run');
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: true });
  const module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
  const run = new WebAssembly.Instance(module, { env: { memory } }).exports.run as (...values: number[]) => void;
  const [xs, ys] = [new Float32Array(memory.buffer, 16, x.length), new Float32Array(memory.buffer, 256, y.length)];
  xs.set(x);
  ys.set(y);
  new Uint32Array(memory.buffer, 512, ids.length).set(ids);
  run(16, 256, 512, 0, ...range, s);
  return { x: [...xs], y: [...ys] };
}

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
      "run.ts:4:1: a VariableDeclaration can't be lifted; expected const, if (...) continue, or a store",
    ],
    [
      'a loop',
      'while (x[i] > 0) x[i] = 0;',
      "run.ts:4:1: a WhileStatement can't be lifted; expected const, if (...) continue, or a store",
    ],
    [
      'another function',
      'y[i] = Math.sin(x[i]);',
      'run.ts:4:8: only Math.fround and Math.sqrt, Math.abs, Math.min, Math.max can be lifted',
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
    ['an array as a number', 'y[i] = x;', 'run.ts:4:8: `x` is no number'],
  ])('%s', (_, body, message) => {
    expect(() => lift(kernel(body))).toThrow(message);
  });

  it('another loop', () => {
    const message = 'run.ts:3:8: the loop is not `for (let t = begin; t < end; t++)`';
    expect(() => lift(kernel('y[i] = x[i];', 'let i = begin; i < end; i += 2'))).toThrow(message);
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
