import { describe, expect, it } from 'vitest';
import { CAUGHT_SHARE } from '../../../src/surface/missed-parts.ts';
import { tetrahedraliseSurface } from '../../../src/surface/tetrahedralise-surface.ts';
import { ball, box, together } from './shapes.ts';

describe('parts of a surface that are too thin for the lattice', () => {
  const spike = together(ball(0.3), box([1.2, 0.1, 0.1], [0.6, 0.013, 0.007]));

  it('are told of, with a smaller cell, which catches them', () => {
    const { notes, mesh } = tetrahedraliseSurface(spike, { cell: 0.2 });
    expect(Math.max(...mesh.positions)).toBeLessThan(0.8);
    const told = /one of (0\.\d+) m would catch them\.$/.exec(notes.at(-1) ?? '');
    const smaller = Number(told?.[1]);
    expect(smaller).toBeCloseTo(CAUGHT_SHARE * 0.1, 3);
    const fine = tetrahedraliseSurface(spike, { cell: smaller });
    expect(fine.notes).toEqual([]);
    expect(Math.max(...fine.mesh.positions)).toBeGreaterThan(1.1);
  });
});
