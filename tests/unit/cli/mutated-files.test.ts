import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseCcdQueries } from '../../../src/queries/ccd-queries.ts';
import { chartOf } from '../../../src/cli/commands/chart.ts';
import { readChartedRun } from '../../../src/cli/recordings/charted-run.ts';
import { UsageError } from '../../../src/node/errors.ts';
import { parseExpectedPaths } from '../../../src/queries/judge-paths.ts';
import { readAnyPathCase } from '../../../src/queries/path-case.ts';
import { sceneOf } from '../../../src/cli/scene-of.ts';
import { writeSceneFile } from '../../../src/scenes/own/write-scene-file.ts';
import { fullScene } from '../../fixtures/own-scene.ts';
import { readRecordedRun } from '../../../src/cli/recordings/recorded-run.ts';
import { defaultParameters } from '../../../src/simulation/parameters.ts';
import { ParameterError } from '../../../src/simulation/tables/parse-parameters.ts';

/** Files with random changes in one or a few places: each is accepted, or refused with a helpful message. */

const folder = mkdtempSync(join(tmpdir(), 'untangle-mutated-'));
const path = join(folder, 'in.json');
afterAll(() => rmSync(folder, { recursive: true }));

const stages = { solve: 1, refit: 1, dcd: 1, path: 1, ccd: 1, projection: 1, readback: 0, measuring: 0, render: 0 };
const row = (frame: number) => ({ frame, step: 5 * (frame + 1), hash: '0123456789abcdef', stages });
const RECORDING = {
  scene: 'octopi-8',
  size: 900,
  bodies: 8,
  vertices: 2472,
  tetrahedra: 6976,
  parameters: defaultParameters(),
  backend: 'cpu',
  adapter: 'a processor',
  workers: 1,
  host: 'Node v20',
  version: '0.1.0',
  inputs: [
    { step: 1, parameters: { gravity: 1 } },
    { step: 2, grabs: [{ vertex: 3, target: [0, 1, 2] }] },
  ],
  switches: [{ time: 1, parameters: { mode: 'off' } }],
  broke: { step: 17, part: 'solve', body: 0 },
  frames: [row(0), row(1), row(2)],
};
const SQUARE = [0, 0, 1, 0, 1, 1, 0, 1];
const CASE_2D = {
  dim: 2,
  objects: [{ rest: SQUARE, pos: SQUARE, elem: [0, 1, 2, 0, 2, 3] }],
  queries: { obj: [-1, 0], vertex: [-1, 0], tobj: [0, 0], elem: [0, 1], p: [0.5, 0.25, 0, 0] },
};
const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1];
const CASE_3D = {
  dim: 3,
  objects: [{ rest: CORNERS, pos: CORNERS, elem: [0, 1, 2, 3, 1, 4, 2, 3] }],
  queries: { obj: [-1, 0], vertex: [-1, 4], tobj: [0, 0], elem: [0, 1], p: [0.2, 0.2, 0.2, 1, 1, 1] },
};

const UNCONVERTIBLE = { toString: 1, valueOf: 2 };
/** Unusual values that replace others in a file. */
const STRANGE: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1, 0.5, 3, 2 ** 31, 2 ** 32, 2 ** 53, 1e21, 1e38, 1e39, 1e300, -1e300, 5e-324],
  ...['', ' ', '7', '0x10', 'n/a', 'cpu', '\u0000\u001b[2J', '\ud800', '🐙'.repeat(40), 'x'.repeat(5000), '__proto__'],
  ...[[], [[]], [null], [1, 2, 3], Array(1000).fill(0), {}, { length: 3 }, { toString: 1 }, { a: { b: {} } }],
  // Comparing such an object, or making a text or a number of it, throws.
  ...[UNCONVERTIBLE, [UNCONVERTIBLE]],
];

type Holder = Record<string, unknown>;

function holdersIn(value: unknown, found: Holder[] = []): Holder[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Holder);
  for (const part of Object.values(value)) holdersIn(part, found);
  return found;
}

/** A change of one place in a file; indices wrap around. */
const CHANGE = fc.record({
  holder: fc.nat(),
  key: fc.nat(),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'copy', 'double', 'scale'),
  value: fc.constantFrom(...STRANGE),
  factor: fc.constantFrom(-1, 2, 1e6, 1e-6),
  source: fc.nat(),
});
const CHANGES = fc.array(CHANGE, { minLength: 1, maxLength: 3 });
type Changes = typeof CHANGES extends fc.Arbitrary<infer T> ? T : never;

/** A copy with some parts replaced, removed, copied elsewhere, doubled or scaled. */
function mutated(file: object, changes: Changes): object {
  const copy = structuredClone(file);
  for (const change of changes) {
    const holders = holdersIn(copy).filter((part) => Object.keys(part).length > 0);
    if (holders.length === 0) break;
    const holder = holders[change.holder % holders.length];
    const keys = Object.keys(holder);
    const key = keys[change.key % keys.length];
    if (change.kind === 'replace') holder[key] = structuredClone(change.value);
    else if (change.kind === 'remove') delete holder[key];
    else if (change.kind === 'copy') holder[key] = structuredClone(holder[keys[change.source % keys.length]]);
    else if (change.kind === 'double' && Array.isArray(holder)) holder.push(holder[Number(key)]);
    else if (typeof holder[key] === 'number') holder[key] = holder[key] * change.factor + 1;
  }
  return copy;
}

/** Runs a reader and checks the message if it refuses the file. @returns whether it accepted the file */
async function taken(work: () => unknown, file: string): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof UsageError || error instanceof ParameterError)) throw error;
    expect(message, file).toMatch(/expected|allowed|known are/);
    expect(message, file).not.toMatch(/\[object|undefined/);
    expect(message.replace(path, '').length, file).toBeLessThan(1500);
    return false;
  }
}

/** Reads mutations of a file. @returns how many were accepted */
async function fuzz(file: object, seed: number, read: () => unknown): Promise<number> {
  let taking = 0;
  const isTakenOrRefused = fc.asyncProperty(CHANGES, async (changes) => {
    const text = JSON.stringify(mutated(file, changes));
    writeFileSync(path, text);
    if (await taken(read, text.slice(0, 2000))) taking++;
  });
  await fc.assert(isTakenOrRefused, { seed, numRuns: COUNT });
  return taking;
}

const COUNT = Number(process.env.UNTANGLE_MUTATIONS ?? 300);

describe('mutated files are taken, or refused in a sentence', () => {
  it('recordings, replayed', async () => {
    expect(await fuzz(RECORDING, 1, () => readRecordedRun(path))).toBeLessThan(COUNT / 2);
  });

  it('recordings, drawn', async () => {
    const read = () => {
      const svg = chartOf([readChartedRun(path)]);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|\[object/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML 1.0 doesn't allow
      expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      expect(svg.length).toBeLessThan(100_000);
    };
    expect(await fuzz(RECORDING, 2, read)).toBeGreaterThan(0);
  });

  it("scenes of one's own", async () => {
    const scene: object = JSON.parse(writeSceneFile(fullScene()));
    expect(await fuzz(scene, 7, () => sceneOf(path))).toBeLessThan(COUNT / 2);
  });

  /** All places of a file: the object or list that holds each, and its key. */
  const placesOf = (value: object) =>
    holdersIn(value).flatMap((_, h) => Object.keys(holdersIn(value)[h]).map((key) => [h, key] as const));

  it.each<[string, object, () => unknown]>([
    ['a recording that is replayed', RECORDING, () => readRecordedRun(path)],
    ['a recording that is drawn', RECORDING, () => chartOf([readChartedRun(path)])],
    ['queries in 2D', CASE_2D, () => readAnyPathCase(path, true)],
    ['queries in 3D', CASE_3D, () => readAnyPathCase(path, true)],
  ])('%s, with an object that nothing can be compared with at each place', async (_, whole, read) => {
    for (const [holder, key] of placesOf(whole)) {
      const copy = structuredClone(whole);
      holdersIn(copy)[holder][key] = UNCONVERTIBLE;
      const text = JSON.stringify(copy);
      writeFileSync(path, text);
      await taken(read, `${key}: ${text.slice(0, 300)}`);
    }
  });

  it('path queries in 2D', async () => {
    expect(await fuzz(CASE_2D, 3, () => readAnyPathCase(path, true))).toBeLessThan(COUNT / 2);
  });

  it('path queries in 3D', async () => {
    expect(await fuzz(CASE_3D, 4, () => readAnyPathCase(path, true))).toBeLessThan(COUNT / 2);
  });

  it('expected paths', async () => {
    const file = { bbox_diag: 2, distance: [0.5, 1] };
    const isTakenOrRefused = fc.asyncProperty(CHANGES, async (changes) => {
      const changed = mutated(file, changes);
      await taken(() => parseExpectedPaths(changed, 2), JSON.stringify(changed).slice(0, 500));
    });
    await fc.assert(isTakenOrRefused, { seed: 5, numRuns: COUNT });
  });

  it('collision queries', () => {
    const rows = Array.from({ length: 16 }, (_, i) => `${i},1,-${i},3,${i * i},4,${i < 8 ? 0 : 1}`);
    const cells = [
      '',
      'x',
      '0',
      '1e5',
      '0x10',
      '-',
      '+',
      '1'.repeat(3000),
      '\u001b[2J',
      '1,1',
      '\n',
      'é',
      '9'.repeat(400),
    ];
    const isTakenOrRefused = fc.property(fc.nat(), fc.constantFrom(...cells), (place, cell) => {
      const text = rows.join('\n').split(/(,|\n)/);
      text[place % text.length] = cell;
      try {
        const { points } = parseCcdQueries(text.join(''));
        expect(points.every(Number.isFinite)).toBe(true);
      } catch (error) {
        expect((error as Error).message).toMatch(/^(row \d+: )?found [^\n]*, expected [^\n]+$/);
        expect((error as Error).message.length).toBeLessThan(500);
      }
    });
    fc.assert(isTakenOrRefused, { seed: 6, numRuns: COUNT });
  });
});
