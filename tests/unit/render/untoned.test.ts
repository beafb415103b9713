import { Color } from 'three/webgpu';
import { expect, test } from 'vitest';
import { beforeToneMapping } from '../../../src/render/screen/untoned.ts';
import { EXPLORE } from '../../../src/render/overlay-palette.ts';

/** three's ACESFilmicToneMapping at exposure 1, as in its source. */
function toned({ r, g, b }: Color): number[] {
  const [x, y, z] = [r / 0.6, g / 0.6, b / 0.6];
  const into = [
    0.59719 * x + 0.35458 * y + 0.04823 * z,
    0.076 * x + 0.90834 * y + 0.01566 * z,
    0.0284 * x + 0.13383 * y + 0.83777 * z,
  ];
  const [u, v, w] = into.map((c) => (c * (c + 0.0245786) - 0.000090537) / (c * (0.983729 * c + 0.432951) + 0.238081));
  return [
    1.60475 * u - 0.53108 * v - 0.07367 * w,
    -0.10208 * u + 1.10813 * v - 0.00605 * w,
    -0.00327 * u - 0.07276 * v + 1.07602 * w,
  ];
}

/** Tolerance [of 255 levels]: hardly visible. */
const NOTICED = 30;

test.each(Object.keys(EXPLORE).filter((name) => name !== 'paper') as (keyof typeof EXPLORE)[])(
  'the mark of "%s" is drawn in the colour of its legend',
  (name) => {
    const [r, g, b] = toned(beforeToneMapping(EXPLORE[name])).map((c) => Math.min(1, Math.max(0, c)));
    const seen = new Color(r, g, b).convertLinearToSRGB();
    const wanted = EXPLORE[name].clone().convertLinearToSRGB();
    for (const k of ['r', 'g', 'b'] as const) expect(Math.abs(seen[k] - wanted[k]) * 255, k).toBeLessThan(NOTICED);
  },
);
