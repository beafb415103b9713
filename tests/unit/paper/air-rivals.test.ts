import { describe, expect, it } from 'vitest';
import { signedVolumes } from '../../../src/mesh/quality.ts';
import { type Judged, type RivalRun, runRival } from '../../../src/paper/air-rival-run.ts';
import { RIVALS, STARTS } from '../../../src/paper/air-rival-starts.ts';
import { rivalTable } from '../../../src/paper/air-rivals.ts';
import { spacePositions } from '../../../src/mesh/air/tessellated-space.ts';
import { noodleInAir } from '../../../src/scenes/parts/noodle-on-floor.ts';

const startOf = (name: string) => {
  const found = STARTS.find((start) => start.name === name);
  if (!found) throw new Error(`There is no start ${name}`);
  return found;
};

const state = (step: number, interpenetrating: number): Judged => ({
  step,
  penetrating: interpenetrating + 1,
  interpenetrating,
  piercing: interpenetrating / 1000,
  inverted: 2,
  airInverted: 3,
});

const run = (counts: readonly (readonly [number, number])[], hash = 'a'): RivalRun => ({
  hash,
  judged: counts.map(([step, count]) => state(step, count)),
  stepTime: 4,
  contactTime: 3,
  strain: 0.02,
});

describe('the table of rivals', () => {
  const noodle = startOf('noodle');

  it('tells after how many steps almost none and none are inside', () => {
    const lines = rivalTable(noodle, [
      [
        'one',
        run([
          [0, 100],
          [1, 50],
          [2, 5],
          [10, 1],
          [20, 0],
          [50, 2],
          [250, 0],
        ]),
      ],
      [
        'other',
        run([
          [0, 100],
          [10, 60],
          [20, 50],
          [50, 40],
          [250, 30],
        ]),
      ],
    ]);
    const [one, other] = lines.slice(-2).map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
    expect(one).toEqual([
      'one',
      '1',
      '0',
      '2',
      '0',
      '2',
      '20',
      '0.10 %',
      '0.00 %',
      '0.20 %',
      '0.00 %',
      '2',
      '3',
      '2.0 %',
      '3.0',
      '4.0',
    ]);
    expect(other.slice(0, 7)).toEqual(['other', '60', '50', '40', '30', 'never', 'never']);
    expect(lines[2]).toContain('At the switch 100 vertices are inside');
    expect(lines[2]).toContain('differs by at most 1 from');
  });

  it('says where a run broke, and has no figures of its end', () => {
    const [line] = rivalTable(noodle, [
      [
        'one',
        {
          ...run([
            [0, 100],
            [1, 50],
          ]),
          broke: 2,
        },
      ],
    ]).slice(-1);
    expect(line).toContain('one (broke at step 2) | – | – | – | – | never');
  });

  it('refuses runs from different states', () => {
    const runs = [
      ['one', run([[0, 1]])],
      ['other', run([[0, 1]], 'b')],
    ] as const;
    expect(() => rivalTable(noodle, runs)).toThrow('different states at the switch');
  });
});

describe('starts', () => {
  it("the noodle's air and tetrahedra are positive at rest, and have no free vertices", () => {
    const space = noodleInAir(3);
    const air = signedVolumes({ positions: spacePositions(space), tets: space.air.elements });
    expect(Math.min(...air)).toBeGreaterThan(0);
    expect(Math.min(...signedVolumes(space.bodies[0]))).toBeGreaterThan(0);
    expect(space.free).toHaveLength(0);
  });

  it('a box in a frame that turned is held by nothing but air, which makes it turn after the frame', async () => {
    const box = { ...startOf('box'), singleSteps: 20, lastSteps: 100 };
    const [paths, , , fixed] = RIVALS;
    const free = await runRival(box, paths);
    const held = await runRival(box, fixed);
    expect(held.hash).toBe(free.hash);
    expect(free.judged[0].interpenetrating).toBe(0);
    expect(held.judged[0].airInverted).toBeGreaterThan(0);
    expect(free.own).toBe('0°');
    expect(held.own).not.toBe('0°');
  });
});
