import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { GENERATED } from '../../../bench/paths/generated-cases.ts';
import type { PathCase } from '../../../src/queries/path-case.ts';
import { signedVolumes } from '../../../src/mesh/quality.ts';
import { some } from '../../fixtures/tier.ts';

const hash = ({ positions, queries }: PathCase) =>
  createHash('sha256').update(positions).update(queries.points).update(queries.elem).digest('hex');

describe.each(some(GENERATED, 2))('$name', ({ name, make }) => {
  const made = make();
  const { tets } = made.world.models[0].mesh;
  const inverted = signedVolumes({ positions: made.positions, tets }).filter((volume) => volume <= 0).length;

  it('has enough queries to measure, the same bytes every time', () => {
    expect(made.queries.count).toBeGreaterThan(200);
    expect(hash(make())).toBe(hash(made));
  });

  it('has inverted elements only if it is supposed to', () => {
    const share = inverted / (tets.length / 4);
    if (name === 'shaken-octopus') expect(inverted).toBeGreaterThan(100);
    else if (name === 'pulled-inverted') expect(share).toBeCloseTo(0.1, 1);
    else expect(inverted).toBe(0);
  });
});
