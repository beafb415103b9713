import { describe, expect, it } from 'vitest';
import { onCpu } from './bodies.ts';
import { equilateral, sagOf } from './sagging-strip.ts';

describe('a strip that is clamped at one end', () => {
  it('sinks as a plate does, the better the finer its mesh', async () => {
    const [coarse, fine] = [await sagOf(equilateral(4, 10), 4, onCpu), await sagOf(equilateral(8, 20), 8, onCpu)];
    expect(Math.abs(coarse - 1)).toBeLessThan(0.04);
    expect(Math.abs(fine - 1)).toBeLessThan(0.01);
  });

  it('that is narrow sinks as a beam: its cross-section bends as the mesh’s Poisson’s ratio says', async () => {
    // If edges have three directions, 60 degrees apart, hinges bend as an isotropic plate of the Poisson's ratio -1/3 (create-cloth.ts). A
    // narrow plate has the rigidity B (1 - nu^2).
    expect(Math.abs((await sagOf(equilateral(16, 4), 16, onCpu)) * (1 - 1 / 9) - 1)).toBeLessThan(0.025);
  });
});
