import { expect, it } from 'vitest';
import { runCheck } from '../../src/paper/run-check.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';

// runCheck adds bounds of its own, which hid that a check had none: such a check held whatever happened.
it('refuses a check of a scene whose figures have no bounds', async () => {
  const scene = { ...octopi8, check: async () => [{ name: 'depth', value: 1 }] };
  await expect(runCheck({ scene, size: 1, backend: 'cpu', workers: 1 })).rejects.toThrow(
    'the check of octopi-8 has 1 figures without bounds; expected at least one bound',
  );
});
