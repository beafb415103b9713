import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as checker from '../../../examples/check-recovery.mjs';
import type { Vector } from '../../../src/math/arithmetic.ts';
import { seededRandom } from '../../../src/math/random.ts';
import { signedVolumes } from '../../../src/mesh/quality.ts';
import type { TetMesh } from '../../../src/mesh/tet-mesh.ts';
import { FREE_SHARE, judge, VOLUME_TOLERANCE } from '../../../src/paper/recovery/judge.ts';
import { METHODS } from '../../../src/paper/recovery/methods.ts';
import { cell, report } from '../../../src/paper/recovery/report.ts';
import { inputOf, keyOf, type Result, ResultsFile } from '../../../src/paper/recovery/results-file.ts';
import { ball, box, mapped, turned } from '../../../src/paper/recovery/shapes.ts';
import { sharedByTetrahedra, sharedVolumes } from '../../../src/paper/recovery/shared-volume.ts';
import { idOf, type Start } from '../../../src/paper/recovery/start.ts';
import { DEFAULT_CHOICE, QUICK, startsNamed, suite } from '../../../src/paper/recovery/suite.ts';
import { outcomeOf, runTrial } from '../../../src/paper/recovery/trial.ts';

const folder = mkdtempSync(join(tmpdir(), 'untangle-recovery-'));
afterAll(() => rmSync(folder, { recursive: true }));

const moved = (mesh: TetMesh, by: Vector, positions = mesh.positions): TetMesh => ({
  tets: mesh.tets,
  positions: positions.map((x, i) => x + by[i % 3]),
});

/** The shared volumes of bodies by the checker, which shares no code with the program. */
function byChecker(bodies: readonly TetMesh[]) {
  let [vertex, tetrahedron] = [0, 0];
  const listed = bodies.map(({ positions, tets }) => {
    const own = { vertices: positions.length / 3, tetrahedra: tets.length / 4, volume: 0 };
    const first = { vertex, tetrahedron };
    vertex += own.vertices;
    tetrahedron += own.tetrahedra;
    return { first, ...own };
  });
  const inRows = (values: ArrayLike<number>, width: number) =>
    Array.from({ length: values.length / width }, (_, row) =>
      Array.from({ length: width }, (_, k) => values[width * row + k]),
    );
  const tets = bodies.flatMap((body, i) =>
    inRows(body.tets, 4).map((vertices) => vertices.map((v) => v + listed[i].first.vertex)),
  );
  return checker.sharedVolumes(
    listed,
    tets,
    bodies.flatMap(({ positions }) => inRows(positions, 3)),
  );
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** Bodies, and how much they share [m^3]. Positions are float32. */
const cube = box([2, 2, 2], [2, 2, 2]);
const other = box([2, 2, 2], [3, 1, 2]);
const corner: TetMesh = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  tets: Uint32Array.of(0, 1, 2, 3),
};
const round = ball(0.2, 0.09);
const OCTAGON = 8 * (Math.SQRT2 - 1);
const EXACT: readonly (readonly [string, readonly TetMesh[], number])[] = [
  ['boxes that overlap by a corner', [cube, moved(cube, [1.25, 0.5, -1.5])], 0.75 * 1.5 * 0.5],
  ['boxes of two meshes', [cube, moved(other, [0.3, 0.7, 0.1])], 1.7 * 1.3 * 1.9],
  ['boxes in one place', [cube, cube], 8],
  ['boxes that touch', [cube, moved(cube, [2, 0, 0])], 0],
  ['boxes apart', [cube, moved(cube, [0, 2.5, 0])], 0],
  ['a box in a box', [cube, box([0.5, 1, 0.25], [1, 2, 1])], 0.125],
  [
    'a box turned by 45 degrees in another one',
    [cube, moved(cube, [0, 0, 0], turned(cube, [0, 0, 1], 45))],
    2 * OCTAGON,
  ],
  ['a tetrahedron moved within itself', [corner, moved(corner, [0.25, 0.125, 0.125])], 0.5 ** 3 / 6],
  ['a ball in its own place', [round, round], sum(signedVolumes(round))],
  ['three boxes in one place', [cube, cube, other], 24],
];

describe('shared volume', () => {
  it.each(EXACT)('%s', (_, bodies, exact) => {
    const expected = { between: exact, within: 0, volumes: bodies.map((mesh) => sum(signedVolumes(mesh))) };
    for (const { between, within, volumes } of [sharedVolumes(bodies), byChecker(bodies)]) {
      expect(between).toBeCloseTo(expected.between, 6);
      expect(within).toBe(0);
      for (const [body, volume] of volumes.entries()) expect(volume).toBeCloseTo(expected.volumes[body], 6);
    }
  });

  it('of a body with itself: what a bar shares whose second half goes through the first', () => {
    // The bar's second half is moved back by 2.5 along its length, all but its first slice, which is stretched.
    const bar = box([6, 1, 1], [6, 1, 1]);
    const bent = mapped(bar, (x, y, z) => [x > 0.5 ? x - 2.5 : x, y + (x > 0.5 ? 0.5 : 0), z]);
    const folded = { tets: bar.tets, positions: bent };
    const [ours, theirs] = [sharedVolumes([folded]), byChecker([folded])];
    expect(ours.within).toBeGreaterThan(0.5);
    expect(ours.between).toBe(0);
    expect(theirs.within).toBeCloseTo(ours.within, 9);
    expect(theirs.volumes[0]).toBeCloseTo(ours.volumes[0], 9);
  });

  it('of any two tetrahedra is the same by cutting tetrahedra and by cutting polyhedra, in either order', () => {
    const random = seededRandom(56);
    // Coordinates of a coarse grid make corners and faces that coincide, exactly or but for rounding, and flat and inverted tetrahedra.
    const grids = [() => Math.floor(4 * random()) / 4, () => 0.1 + Math.floor(3 * random()) / 7, () => random()];
    let shared = 0;
    for (let turn = 0; turn < 1800; turn++) {
      const point = (): Vector => [0, 1, 2].map(grids[turn % grids.length]) as unknown as Vector;
      const [a, b] = [0, 1].map(() => [point(), point(), point(), point()] as const);
      const found = [
        sharedByTetrahedra(a, b),
        sharedByTetrahedra(b, a),
        checker.sharedByTetrahedra(
          a.map((p) => [...p]),
          b.map((p) => [...p]),
        ),
      ];
      for (const volume of found) expect(Math.abs(volume - found[0])).toBeLessThan(1e-12);
      if (found[0] > 0) shared++;
    }
    expect(shared).toBeGreaterThan(250);
  });
});

describe('come apart', () => {
  const rest = [cube, box([1, 1, 1], [2, 2, 2])];
  const scaled = (mesh: TetMesh, by: number, x: number) => mapped(mesh, (a, b, c) => [by * a + x, by * b, by * c]);
  /** Judges the two boxes side by side: [scale of the small one, length by which it is in the large one]. */
  const judged = (scale: number, depth: number) =>
    judge(rest, [cube.positions, scaled(rest[1], scale, 1 + Math.abs(scale) / 2 - depth)]);
  const outcome = (scale: number, depth: number, isOver = false) => outcomeOf(judged(scale, depth), isOver);

  it('compares what is shared with the smallest body', () => {
    expect(judged(1, 0.25).shared).toBeCloseTo(0.25, 6);
    expect(judged(1, 0.25).volumes.map((share) => share.toFixed(5))).toEqual(['1.00000', '1.00000']);
  });

  it('is free below a thousandth of the smallest body, and whole within a twentieth of each volume', () => {
    expect([FREE_SHARE, VOLUME_TOLERANCE]).toEqual([0.001, 0.05]);
    expect(outcome(1, 0.0009)).toBe('apart');
    expect(outcome(1, 0.0011)).toBe('tangled');
    expect(outcome(Math.cbrt(0.951), -0.1)).toBe('apart');
    expect(outcome(Math.cbrt(0.949), -0.1)).toBe('crushed');
    expect(outcome(Math.cbrt(1.049), -0.1)).toBe('apart');
    expect(outcome(Math.cbrt(1.051), -0.1)).toBe('crushed');
    expect(outcome(-1, -0.1)).toBe('crushed'); // it is inverted
  });

  it('says that the time was over of bodies that had not come apart', () => {
    expect(outcome(1, 0.5, true)).toBe('out of time');
    expect(outcome(1, -0.1, true)).toBe('apart');
    expect(outcome(0.5, -0.1, true)).toBe('out of time');
  });
});

describe('the suite', () => {
  const few = suite({ seed: 3, random: 2, wound: 1 });
  const fixed = few.length - 3;

  it('has 60 starts or more, each with names of its own', () => {
    expect(fixed + DEFAULT_CHOICE.random + DEFAULT_CHOICE.wound).toBeGreaterThanOrEqual(60);
    for (const names of [few.map(({ name }) => name), few.map(idOf)]) expect(new Set(names).size).toBe(few.length);
    expect(few.slice(fixed).map(({ group }) => group)).toEqual(['random', 'random', 'wound']);
  });

  it('begins tangled, with no body mirrored, and with elements that are positive at rest', () => {
    for (const { name, bodies } of few) {
      const meshes = bodies.map(({ mesh }) => mesh);
      const { shared, volumes } = judge(
        meshes,
        bodies.map(({ positions }) => positions),
      );
      expect(shared, name).toBeGreaterThan(0.01);
      expect(Math.min(...volumes), name).toBeGreaterThan(0.9);
      for (const mesh of meshes) expect(Math.min(...signedVolumes(mesh)), name).toBeGreaterThan(0);
    }
  });

  it('finds starts by name, by name of files and by group', () => {
    const names = (words: readonly string[]) =>
      startsNamed(words, { seed: 3, random: 2, wound: 0 }).map(({ name }) => name);
    expect(names(QUICK).toSorted()).toEqual(QUICK.toSorted());
    expect(names(['linked', 'box-5', 'box 5 %'])).toEqual(['box 5 %', 'linked rings, sunk', 'rings, shifted flat']);
    expect(names(['random'])).toEqual(few.slice(fixed, fixed + 2).map(({ name }) => name));
    expect(() => names(['box-5', 'box-6'])).toThrow(
      /^--start is 'box-6'; allowed are box-5, .*, gear-and-ball, .*, random/s,
    );
  });
});

const [single] = startsNamed(['1-tet-shifted'], DEFAULT_CHOICE);

describe('methods', () => {
  const methodNamed = (name: string) => METHODS.find((method) => method.name === name)!;

  it('air cannot begin, and says why', async () => {
    const { trial, end } = await runTrial(single, methodNamed('air'));
    expect(trial).toMatchObject({ outcome: "doesn't apply", steps: 0, endedAt: 0 });
    expect(trial.why).toBe(
      'its mesh would begin inverted: air fills what bodies leave free, and these share 34 % of the smallest one',
    );
    expect(trial.sharedAtEnd).toBeCloseTo(0.343, 5);
    expect(end).toEqual(single.bodies.map(({ positions }) => positions));
  });

  it('all others run: regions part two tetrahedra', async () => {
    for (const method of METHODS.filter(({ name }) => name !== 'air')) {
      const { trial, end } = await runTrial(single, method);
      expect(trial.steps, method.name).toBeGreaterThan(100);
      expect(trial.endedAt, method.name).toBeCloseTo(0.0033 * trial.steps, 9);
      const { shared } = judge(
        single.bodies.map(({ mesh }) => mesh),
        end,
      );
      expect(trial.sharedAtEnd, method.name).toBe(shared);
      if (method.name === 'regions') expect(trial.outcome).toBe('apart');
    }
  });

  it('says where it broke', async () => {
    const positions = single.bodies[1].positions.map((x) => x + 2e4);
    const lost: Start = { ...single, bodies: [single.bodies[0], { ...single.bodies[1], positions }] };
    const { trial } = await runTrial(lost, methodNamed('regions'));
    expect(trial.outcome).toBe('broken');
    expect(trial.why).toMatch(/10000|10 km|far/);
  });
});

const result = (changes: Partial<Result>): Result => ({
  start: 'box 45 %',
  group: 'boxes',
  method: 'regions',
  input: '0123',
  limit: 20,
  untangle: '1',
  processor: 'P',
  outcome: 'apart',
  sharedAtStart: 0.44,
  sharedAtEnd: 0,
  time: 0.15,
  endedAt: 0.75,
  leastVolume: 0.99,
  greatestVolume: 1,
  leastOnTheWay: 0.97,
  peakSpeed: 4,
  peakEnergy: 0.5,
  steps: 200,
  stepTime: 3,
  ...changes,
});

describe('the file of results', () => {
  const path = join(folder, 'results.jsonl');
  const tangled = result({ method: 'paths', outcome: 'tangled' });

  it('keeps what was added, and begins a line anew that was cut off', () => {
    const first = ResultsFile.open(path);
    first.add(result({}));
    first.add(tangled);
    const whole = readFileSync(path, 'utf8');
    appendFileSync(path, whole.slice(0, 40));
    const second = ResultsFile.open(path);
    expect(second.find(keyOf(result({})))).toEqual(result({}));
    expect(second.find(keyOf(tangled))).toEqual(tangled);
    expect(readFileSync(path, 'utf8')).toBe(whole);
    for (const changed of [{ limit: 10 }, { input: '4567' }, { start: 'box 5 %' }, { method: 'ccd' }])
      expect(second.find(keyOf(result(changed)))).toBeUndefined();
  });

  it('refuses what is no result', () => {
    const broken = join(folder, 'broken.jsonl');
    const good = JSON.stringify(result({}));
    for (const line of ['{}', 'x', good.replace('"apart"', '"gone"'), good.replace('"steps":200', '"steps":"many"')]) {
      writeFileSync(broken, `${good}\n${line}\n`);
      expect(() => ResultsFile.open(broken)).toThrow(/^line 2 of '.*broken.jsonl' is .*; expected a result that/);
    }
  });

  it('tells trials apart by all that decides them', () => {
    const start = single;
    const [regions, paths] = METHODS;
    const nudged = start.bodies[0].positions.with(0, 1e-6);
    const inputs = [
      inputOf(start, regions),
      inputOf(start, paths),
      inputOf({ ...start, hasGround: false }, regions),
      inputOf({ ...start, parameters: { youngsModulus: 1e7 } }, regions),
      inputOf({ ...start, bodies: [{ ...start.bodies[0], positions: nudged }, start.bodies[1]] }, regions),
    ];
    expect(new Set(inputs).size).toBe(inputs.length);
    expect(inputOf(start, regions)).toBe(inputs[0]);
  });
});

describe('the tables', () => {
  const results = [
    result({}),
    result({ start: 'ring', time: 0.25, leastOnTheWay: 0.91, peakSpeed: 10, stepTime: 5 }),
    result({ start: 'cubes', outcome: 'crushed', leastVolume: 0.3, leastOnTheWay: 0.2, stepTime: 1 }),
    result({ method: 'paths', outcome: 'tangled', sharedAtEnd: 0.612, stepTime: 2 }),
    result({ method: 'paths', start: 'ring', outcome: 'broken', endedAt: 0.5, stepTime: 2 }),
    result({ method: 'air', outcome: "doesn't apply", why: 'it is full' }),
  ];
  const cells = report(results)
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((text) => text.trim()),
    );

  it('has a line per method: counts, medians, the worst, and the cost over paths on the same starts', () => {
    expect(cells[2]).toEqual([
      ...['`regions`', '2 of 3 (66 %)', '0', '1', '0', '0', '0.20 (0.25)', '0.91 (0.20)', '4.0 (10.0)', '0.5 (0.5)'],
      ...['3.0', '2.00'],
    ]);
    expect(cells[3].slice(0, 7)).toEqual(['`paths`', '0 of 2 (0 %)', '1', '0', '1', '0', '']);
    expect(cells[3].at(-1)).toBe('1.00');
  });

  it('has a line per start, and says why a method does not apply', () => {
    expect(cells.slice(4)).toEqual([
      ['start', 'shared', '`regions`', '`paths`', '`air`'],
      ['---', '---:', '---', '---', '---'],
      ['box 45 %', '44 %', 'apart after 0.15 s', '61 % shared', "doesn't apply"],
      ['ring', '44 %', 'apart after 0.25 s', 'broken at 0.50 s', ''],
      ['cubes', '44 %', 'volume 0.30', '', ''],
    ]);
    expect(report(results)).toContain("`air` doesn't apply to 1 start. Why, in *box 45 %*: it is full.");
  });

  it('says where the time was over', () => {
    expect(cell(result({ outcome: 'out of time', sharedAtEnd: 0.0456, endedAt: 0.429 }))).toBe(
      '4.6 % shared, out of time at 0.43 s',
    );
    expect(cell(result({ outcome: 'out of time', leastVolume: 0.93, greatestVolume: 1.2 }))).toBe(
      'volume 1.20, out of time at 0.75 s',
    );
  });
});
