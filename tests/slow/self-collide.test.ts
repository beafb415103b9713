import { afterAll, expect, it } from 'vitest';
import { CommandLine } from '../fixtures/command-line.ts';
import { isFull } from '../fixtures/tier.ts';

const untangle = new CommandLine();
afterAll(untangle.remove);

// The first tier has the same comparison in tests/physics/self-collide.test.ts, and the command's words in tests/unit/paper.
it.runIf(isFull)('self-collide runs a scene, and compares each body of it with itself', () => {
  const words = ['self-collide', '--case', 'rest-shape-slide', '--frames', '40', '--rounds', '1'];
  const { code, stdout } = untangle.run(words);
  expect(code).toBe(0);
  // A cube and a slab; the paper has neither.
  expect(stdout).toMatch(
    /^A cube slides down a bent slab\. 2 surfaces, [\d,]+ triangles, 104 keyframes, of which one in 40 is taken\./m,
  );
  expect(stdout).not.toContain('| the paper |');
  // Three keyframes of each surface; a convex body has no self-collision, and the proved test skips most of it.
  expect(stdout).toMatch(/^\| boxes alone \| parts that hang together \| 0 \| 0 \| 0 \| 0 \| 0 \| 0 \|$/m);
  const row = stdout.match(/^\| proved test \| parts that hang together \| [\d,]+ \| [\d,]+ \| (\d+) % \|/m);
  expect(Number(row?.[1])).toBeGreaterThan(80);
});
