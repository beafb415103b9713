import { expect, it } from 'vitest';
import { box, physics, placed } from '../../../physics/bodies.ts';

const BLOCK = box(4, 2, 4, 0.1);
/** Two blocks, one of which falls onto the other. */
const open = () =>
  physics(
    [placed('low', BLOCK), placed('high', BLOCK, (x, y, z) => [x + 0.03, y + 0.23, z + 0.02])],
    {},
    {
      planes: [{ normal: [0, 1, 0], offset: 0 }],
    },
  );

it('a frame that trusts freedom tells the same as one that counts, and counts once positions are written', async () => {
  const [trusting, counting] = [await open(), await open()];
  let contacts = 0;
  for (let frame = 0; frame < 8; frame++) {
    const { ms: _, stages: __, ...row } = await trusting.simulator.frame({ piercing: true, trustsFreedom: true });
    const { ms: ___, stages: ____, ...counted } = await counting.simulator.frame({ piercing: true });
    expect(row).toEqual(counted);
    contacts += row.contactsCcd;
    expect(trusting.simulator.isFree).toBe(true);
  }
  expect(contacts).toBeGreaterThan(0);
  const { backend } = trusting.simulator;
  const { vertexBase } = trusting.world.bodies[1];
  // One block into the other.
  await backend.write(
    'positions',
    trusting.state.positions.map((x, i) => (i >= 3 * vertexBase && i % 3 === 1 ? x - 0.1 : x)),
  );
  expect(trusting.simulator.isFree).toBe(false);
  const row = await trusting.simulator.frame({ steps: 1, piercing: true, trustsFreedom: true });
  expect(row.penetrating).toBeGreaterThan(0);
  expect(row.piercingShare).toBeGreaterThan(0);
});
