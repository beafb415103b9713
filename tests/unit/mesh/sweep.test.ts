import { describe, expect, it } from 'vitest';
import { disc, rectangle } from '../../../src/mesh/model/cross-sections.ts';
import { straightLine, sweep } from '../../../src/mesh/model/sweep.ts';
import { expectSound } from './sound-mesh.ts';

function helix(radius: number, pitch: number, turns: number, count: number): Float64Array {
  return Float64Array.from({ length: 3 * count }, (_, i) => {
    const angle = (2 * Math.PI * turns * Math.floor(i / 3)) / (count - 1);
    return [radius * Math.cos(angle), radius * Math.sin(angle), (pitch * angle) / (2 * Math.PI)][i % 3];
  });
}

describe('a swept cross-section', () => {
  for (let sides = 3; sides <= 40; sides++) {
    it(`of ${sides} sides tiles a bent bar without gaps or overlaps`, () => {
      expectSound(sweep(disc(0.3, sides), helix(0.5, 1, 0.5, 20)), { min: 2, max: 175 });
    });
  }

  it('has the volume of section times length', () => {
    const volume = expectSound(sweep(rectangle(2, 3, 3, 4), straightLine(5, 8)), { min: 0, max: 91 });
    expect(volume).toBeCloseTo(30, 4);
    const hexagon = expectSound(sweep(disc(1, 6), straightLine(5, 8)), { min: 0, max: 140 });
    expect(hexagon).toBeCloseTo((5 * 3 * Math.sqrt(3)) / 2, 4);
  });

  it('does not turn around its line: along a helix, as differential geometry has it', () => {
    const [radius, pitch, turns, count] = [1, 2, 3, 2001];
    const line = helix(radius, pitch, turns, count);
    const section = rectangle(0.02, 0.02, 2, 2);
    const { positions } = sweep(section, line);
    // The angle of u against the helix's normal (which points at its axis) goes back by torsion times length.
    const rise = pitch / (2 * Math.PI);
    const torsionTimesLength = ((2 * Math.PI * turns) / Math.sqrt(radius * radius + rise * rise)) * rise;
    const angleAt = (layer: number) => {
      const angle = (2 * Math.PI * turns * layer) / (count - 1);
      const speed = Math.sqrt(radius * radius + rise * rise);
      const normal = [-Math.cos(angle), -Math.sin(angle), 0];
      const binormal = [(rise * Math.sin(angle)) / speed, (-rise * Math.cos(angle)) / speed, radius / speed];
      // Vertex 7 is the one in the middle of the side at +u.
      const u = [0, 1, 2].map((k) => positions[3 * (9 * layer + 7) + k] - line[3 * layer + k]);
      return Math.atan2(
        u.reduce((sum, x, k) => sum + x * binormal[k], 0),
        u.reduce((sum, x, k) => sum + x * normal[k], 0),
      );
    };
    // One-sided tangents at both ends: compared from the second layer to the last but one.
    const turned = angleAt(count - 2) - angleAt(1) + (torsionTimesLength * (count - 3)) / (count - 1);
    expect(Math.cos(turned)).toBeCloseTo(1, 6);
    expect(Math.sin(turned)).toBeCloseTo(0, 3);
  });

  it('cuts as many sides one way round as the other', () => {
    const section = disc(1, 9); // an odd number: only layers mirrored by turns make up for it
    const { tets } = sweep(section, straightLine(4, 9));
    const count = section.points.length / 2;
    const diagonals = new Set<string>();
    for (let t = 0; t < tets.length; t += 4)
      for (const a of tets.subarray(t, t + 4))
        for (const b of tets.subarray(t, t + 4))
          if (Math.floor(b / count) === Math.floor(a / count) + 1 && a % count !== b % count)
            diagonals.add(`${a} ${b}`);
    let turning = 0;
    for (const diagonal of diagonals) {
      const [i, j] = diagonal.split(' ').map((v) => 2 * (Number(v) % count));
      const { points } = section;
      turning += Math.sign(Math.round(1e9 * (points[i] * points[j + 1] - points[i + 1] * points[j])));
    }
    expect(diagonals.size).toBeGreaterThan(8 * 9);
    expect(turning).toBe(0);
  });
});
