import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, launchBrowser } from '../environment/browser.ts';
import { openPage, weightOf } from '../environment/opening.ts';
import { type ServedPage, servePage } from '../environment/page.ts';

const missing = browserMissing();
/**
 * Bounds for all scripts fetched before the first frame, workers' included, by backend [bytes, gzipped]. Workers fetch
 * implicit Euler, distance fields and the culling of self-collisions when they first need them (simulation/late-parts.ts), 21 KB.
 */
const BOUNDS = { cpu: 431e3, gpu: 446e3 } as const;
/** Scripts that are fetched on demand only. */
const ON_DEMAND =
  /^(panel|hand|caption|timeline|first-visit|record-mode|overlays|drawing-care|expected-size|prospect|scene-card|gallery|explore|section|screen-lines|page-2d|legend|swatches|untangled|formats|csv|switch-words|at-rest|sameness|stacked-bars|bar-plot|svg|chart-card|controls|smooth-skin|frame-figures|field-colours|field-legend|fields|save-picture|implicit-euler-kernels|distances.worker|iso-lines|depth-lines|patches.worker|implicit-euler-part|distance-field-part|self-culling-part)-/;

describe.skipIf(missing)(`the page's scripts${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage();
  });
  afterAll(() => served?.close());

  for (const [backend, webgpu] of [
    ['cpu', false],
    ['cpu', true],
    ['gpu', true],
  ] as const) {
    it(`are few until the first frame: ${backend}, ${webgpu ? 'with' : 'without'} WebGPU`, async () => {
      const context = await launchBrowser({ webgpu });
      try {
        const opening = await openPage(context, `${served.url}?size=small&workers=1&backend=${backend}`);
        const names = opening.scripts.map(({ name }) => name);
        // Checks that the files are seen at all, whatever requests them.
        for (const part of ['three-', 'index-', 'pool.worker-', 'build.worker-', 'octopi-8-'])
          expect(names.filter((name) => name.startsWith(part)).length, part).toBe(1);
        expect(names.some((name) => name.startsWith('gpu-backend-'))).toBe(backend === 'gpu');
        expect(names.filter((name) => ON_DEMAND.test(name))).toEqual([]);
        expect(weightOf(opening), names.join()).toBeLessThanOrEqual(BOUNDS[backend]);
        expect(opening.milestones.shown).toBeGreaterThan(opening.milestones.built);
        for (const name of names) expect(existsSync(resolve('dist/page/assets', name))).toBe(true);
      } finally {
        await context.close();
      }
    });
  }
});
