import { expect, it, onTestFinished } from 'vitest';
import { CommandLine } from '../fixtures/command-line.ts';
import { some } from '../fixtures/tier.ts';

/**
 * The three shortest checks, and the one that notices a single lost path among inverted elements; the others run by `npm run test:scenes`.
 */
it.each(some(['rest-shape-slide', 'tangled-noodle', 'tangled-ball', 'flattened-ball'], 1))(
  'check %s holds',
  (scene) => {
    const commandLine = new CommandLine();
    onTestFinished(commandLine.remove);
    const { code, stdout, stderr } = commandLine.run(['check', scene]);
    expect(stdout + stderr).toMatch(/\d+ hold, 0 missed/);
    expect(code).toBe(0);
  },
);

it('check explains refused input', () => {
  const commandLine = new CommandLine();
  onTestFinished(commandLine.remove);
  const unknown = commandLine.run(['check', 'nosuch']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toMatch(/unknown scene 'nosuch'; allowed are octopi-8/);
  const foreign = commandLine.run(['check', 'all', '--record', 'out']);
  expect(foreign.code).toBe(2);
  expect(foreign.stderr).toMatch(/--record is an option of check SCENE/);
});
