import { expect, it } from 'vitest';
import { readMutatedFiles } from '../../fixtures/mutated-meshes.ts';
import { cases } from '../../fixtures/tier.ts';

/** Files per test, so that a failure shows how far the others came. */
const FILES = cases(2000, 310);
const PARTS = Array.from({ length: cases(10, 1) }, (_, part) => part);

it.each(PARTS)(
  `${FILES} mutated mesh files, part %i: each is read soundly, or refused in a sentence, within 2 s`,
  async (part) => {
    const { read, refused } = await readMutatedFiles(FILES * part, FILES * (part + 1));
    expect(read).toBeGreaterThan(FILES / 10);
    expect(refused).toBeGreaterThan(FILES / 4);
  },
);
