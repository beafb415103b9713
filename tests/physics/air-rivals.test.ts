import { describe, expect, it } from 'vitest';
import { runRival } from '../../src/paper/air-rival-run.ts';
import { RIVALS, STARTS } from '../../src/paper/air-rival-starts.ts';
import { noodleInAir, noodleOnFloor } from '../../src/scenes/parts/noodle-on-floor.ts';

const [PATHS, , , AIR] = RIVALS;

describe('from the same tangle', () => {
  it('air takes a noodle of rows on one another apart within ten steps, shortest paths alone do not', async () => {
    const noodle = STARTS.find(({ name }) => name === 'noodle');
    if (!noodle) throw new Error('There is no start of a noodle');
    const start = { ...noodle, build: () => noodleOnFloor(noodleInAir(3)), singleSteps: 10, lastSteps: 0 };
    const byAir = await runRival(start, AIR);
    const byPaths = await runRival(start, PATHS);
    expect(byPaths.hash).toBe(byAir.hash);
    const tangled = byAir.judged[0].interpenetrating;
    expect(tangled).toBeGreaterThan(20);
    const left = ({ judged }: typeof byAir) => judged[judged.length - 1].interpenetrating / tangled;
    expect(left(byAir)).toBeLessThanOrEqual(0.05);
    expect(left(byPaths)).toBeGreaterThan(0.05);
  });
});
