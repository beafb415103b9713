import { expect, it, onTestFinished } from 'vitest';
import { CommandLine } from '../fixtures/command-line.ts';
import { isFull } from '../fixtures/tier.ts';

/**
 * The three shortest checks, and the one that notices a single lost path among inverted elements; the others run by `npm run test:scenes`.
 */
it.runIf(isFull).each(['rest-shape-slide', 'tangled-noodle', 'tangled-ball', 'flattened-ball'])(
  'check %s holds',
  (scene) => {
    const commandLine = new CommandLine();
    onTestFinished(commandLine.remove);
    const { code, stdout, stderr } = commandLine.run(['check', scene]);
    expect(stdout + stderr).toMatch(/\d+ hold, 0 missed/);
    expect(code).toBe(0);
  },
);

it('check explains refused input', async () => {
  const commandLine = new CommandLine();
  onTestFinished(commandLine.remove);
  const unknown = await commandLine.answer(['check', 'nosuch']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toMatch(/unknown scene 'nosuch'; allowed are octopi-8/);
  const foreign = await commandLine.answer(['check', 'all', '--record', 'out']);
  expect(foreign.code).toBe(2);
  expect(foreign.stderr).toMatch(/--record is an option of check SCENE/);
});
