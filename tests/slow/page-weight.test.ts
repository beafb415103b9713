import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { openPage, weightOf } from '../environment/opening.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { isFull } from '../fixtures/tier.ts';

const missing = browserMissing();
/**
 * A page's backend, its way of drawing, and a bound for all scripts fetched before the first frame, workers' included [bytes, gzipped].
 * Workers fetch what few runs need when they first need it (simulation/late-parts.ts), 24 KB, and kernels in TypeScript only if SIMD is
 * missing, 13 KB. A page fetches one of the two backends of three.js.
 */
const OPENINGS = [
  ['cpu', 'webgl', 397e3],
  ['cpu', 'webgpu', 406e3],
  ['gpu', 'webgpu', 425e3],
] as const;
/** Scripts that are fetched on demand only. */
const ON_DEMAND =
  /^(panel|hand|caption|timeline|first-visit|record-mode|overlays|drawing-care|expected-size|prospect|scene-card|gallery|explore|section|screen-lines|page-2d|legend|swatches|untangled|formats|csv|switch-words|at-rest|unsolved|parameter-notes|sameness|stacked-bars|bar-plot|svg|chart-card|controls|smooth-skin|frame-figures|field-colours|field-legend|fields|save-picture|implicit-euler-kernels|ccd-kernels|guarantee-kernels|subgroup-parts|rebuild-kernels|rare-kernels|air-kernels|gas-kernels|cloth-kernels|distances.worker|iso-lines|depth-lines|patches.worker|implicit-euler-part|distance-field-part|rare-constraints-part|self-culling-part|improve-air-part|air-contacts-part|air-layer|plane-look|kernels|workshop|recall|keep|placed|parameter-controls|read-gltf|scene-link|fill-dialog|read-files.worker|to-scene|exporter|save-drawn|save-frames|save-shape|save-video|written-mesh|tetrahedralise.worker|save-state|as-seen|resume-state|state-file|untangler|untangle.worker|embedded-surfaces|vertex-source|given-files|field-preparation|clamps)-/;

describe.skipIf(missing)(`the page's scripts${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage();
  });
  afterAll(() => served?.close());

  for (const [backend, drawing, bound] of OPENINGS) {
    // Kernels take long to compile.
    it.runIf(isFull || backend === 'cpu')(
      `are few until the first frame: ${backend}, drawn by ${drawing}`,
      async () => {
        const context = await launchBrowser({ webgpu: drawing === 'webgpu', scale: COARSE });
        try {
          const opening = await openPage(context, `${served.url}?size=small&workers=1&backend=${backend}`);
          const names = opening.scripts.map(({ name }) => name);
          // Checks that the files are seen at all, whatever requests them.
          for (const part of ['three-', 'index-', 'pool.worker-', 'build.worker-', 'octopi-8-'])
            expect(names.filter((name) => name.startsWith(part)).length, part).toBe(1);
          const has = (part: string) => names.some((name) => name.startsWith(part));
          expect(has('gpu-backend-')).toBe(backend === 'gpu');
          for (const api of ['webgpu', 'webgl']) expect(has(`${api}-backend-`), api).toBe(api === drawing);
          expect(names.filter((name) => ON_DEMAND.test(name))).toEqual([]);
          expect(weightOf(opening), names.join()).toBeLessThanOrEqual(bound);
          expect(opening.milestones.shown).toBeGreaterThan(opening.milestones.built);
          for (const name of names) expect(existsSync(resolve('dist/page/assets', name))).toBe(true);
        } finally {
          await context.close();
        }
      },
    );
  }
});
