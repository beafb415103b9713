import { expect, test } from 'vitest';
import { FIRST_STAGES } from '../../../src/simulation/first-stages.ts';
import { LATE_PARTS } from '../../../src/simulation/late-parts.ts';
import { MODEL_DATA } from '../../../src/simulation/model-data.ts';
import { STAGES } from '../../../src/simulation/stages.ts';

test('parts have what they name, and a worker gets all stages and model data, each once', async () => {
  const stages = new Map<string, unknown>(Object.entries(FIRST_STAGES));
  const modelData = new Map<string, unknown>([['restTree', MODEL_DATA.restTree]]);
  for (const { names, fetch } of LATE_PARTS) {
    const part = await fetch();
    const found = [...Object.keys(part.stages), ...Object.keys(part.modelData)];
    expect(found.sort()).toEqual([...names].sort());
    for (const name of found) expect(stages.has(name) || modelData.has(name), name).toBe(false);
    for (const [name, stage] of Object.entries(part.stages)) stages.set(name, stage);
    for (const [name, make] of Object.entries(part.modelData)) modelData.set(name, make);
  }
  expect(Object.fromEntries(stages)).toEqual(STAGES);
  expect(Object.fromEntries(modelData)).toEqual(MODEL_DATA);
});
