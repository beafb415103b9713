import { expect, it } from 'vitest';
import { packTopology } from '../../../../src/gpu/memory/pack-topology.ts';
import { BODY, MODEL, WORLD } from '../../../../src/gpu/memory/topology-records.ts';
import { workgroups } from '../../../../src/gpu/kernels/dispatch-table.ts';
import { recordLayout } from '../../../../src/simulation/tables/records.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';

const { world } = boxWorld();
const { words, models } = packTopology(world);
const floats = new Float32Array(words.buffer);
const [ofWorld, ofBody, ofModel] = [recordLayout(WORLD), recordLayout(BODY), recordLayout(MODEL)];

it('holds every body with its model and bases', () => {
  world.bodies.forEach((body, i) => {
    const start = ofWorld.stride + i * ofBody.stride;
    expect(words[start + ofBody.model]).toBe(models[body.model]);
    expect(words[start + ofBody.vertexBase]).toBe(body.vertexBase);
    expect(words[start + ofBody.foldedVertices]).toBe(world.edgeCount + body.surfaceBase);
  });
});

it('holds topology as it is and constraints by column', () => {
  world.models.forEach(({ topology, elasticTets, springs, thickness }, m) => {
    const at = (name: keyof typeof MODEL) => words[models[m] + ofModel[name]];
    expect(floats[models[m] + ofModel.thickness]).toBe(Math.fround(thickness));
    for (const name of ['tets', 'neighbours', 'faces', 'edgeFaces', 'surfaceIndices', 'vertexTets'] as const)
      expect(words.subarray(at(name), at(name) + topology[name].length)).toEqual(topology[name]);
    const n = elasticTets.restVolumes.length;
    for (let k = 0; k < n; k++) {
      for (let j = 0; j < 6; j++)
        expect(floats[at('elasticRestMetrics') + j * n + k]).toBe(elasticTets.restMetrics[6 * k + j]);
      for (let j = 0; j < 4; j++)
        expect(words[at('elasticVertices') + j * n + k]).toBe(elasticTets.vertices[4 * k + j]);
    }
    expect(words[at('springVertices') + springs.restLengths.length]).toBe(springs.vertices[1]);
  });
});

it('covers any number of elements by rows of workgroups', () => {
  for (const count of [0, 1, 64, 65, 65535 * 64, 65535 * 64 + 1, 1e8]) {
    const [x, y] = workgroups(count, 65535);
    expect(x).toBeLessThanOrEqual(65535);
    expect(x * y * 64).toBeGreaterThanOrEqual(count);
    expect(x * y * 64).toBeLessThan(count + 64 * (y + 1));
  }
});
