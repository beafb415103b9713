import { describe, expect, it } from 'vitest';
import { violations } from '../../../tools/check-layers.mjs';

const importing = (path: string, specifier: string) => violations(path, `import { a } from '${specifier}';`);

describe('the layer rule', () => {
  it.each([
    ['src/mesh/io/ply.ts', '../../geometry/plane.ts'],
    ['src/mesh/io/ply.ts', '../tet-mesh.ts'],
    ['src/gpu/backend.ts', '../simulation/step.ts'],
    ['src/gpu/kernels/kernels.ts', '../../../shaders/integrators/xpbd/predict.wgsl'],
    ['src/render/view.ts', 'three/webgpu'],
    ['src/node/files.ts', 'node:fs'],
    ['src/engine/open-backend.ts', '../cpu/cpu-backend.ts'],
    ['src/index.ts', './engine/open-backend.ts'],
    ['src/ui/app/session.ts', '../index.ts'],
    ['src/main.ts', './ui/panel.ts'],
  ])('%s may import %s', (path, specifier) => {
    expect(importing(path, specifier)).toEqual([]);
  });

  it.each([
    ['src/mesh/topology.ts', '../bvh/tree.ts'], // a layer of the same row
    ['src/math/vector.ts', '../simulation/step.ts'], // a layer of a later row
    ['src/simulation/path/walk.ts', '../../gpu/device.ts'],
    ['src/simulation/step.ts', 'comlink'],
    ['src/simulation/step.ts', 'node:fs'],
    ['src/workers/node.ts', 'node:worker_threads'],
    ['src/engine/contains.ts', '../index.ts'],
    ['src/index.ts', './cli/backends.ts'],
    ['src/simulation/step.ts', '../../../shaders/integrators/xpbd/predict.wgsl'],
    ['src/cpu/backend.ts', '../gpu/backend.ts'],
    ['src/gpu/draw.ts', 'three'],
    ['src/ui/panel/panel.ts', 'left-pad'],
    ['src/utils/misc.ts', '../math/vector.ts'],
  ])('%s may not import %s', (path, specifier) => {
    expect(importing(path, specifier)).toHaveLength(1);
  });

  it.each([
    `import type { Device } from '../gpu/device.ts';`,
    `export * from '../gpu/device.ts';`,
    `import '../gpu/device.ts';`,
    `const gpu = await import('../gpu/device.ts');`,
    `import {\n  a,\n  b,\n} from '../gpu/device.ts';`,
    `new Worker(new URL('../gpu/device.ts', import.meta.url))`,
  ])('sees %s', (text) => {
    expect(violations('src/mesh/topology.ts', text)).toHaveLength(1);
  });
});
