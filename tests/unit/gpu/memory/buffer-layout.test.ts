import { expect, it } from 'vitest';
import { BINDINGS } from '../../../../src/gpu/kernels/bindings.ts';
import { bufferLayout } from '../../../../src/gpu/memory/buffer-layout.ts';
import { stateLayout, type StateArray } from '../../../../src/simulation/state.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';

const { world } = boxWorld();
const { sizes, places } = bufferLayout(world, 64);
const whole = bufferLayout({ ...world, ccdOnDevice: true, rebuildsOnDevice: true }, 64).sizes;
const [, , ...ofState] = BINDINGS.groups;

it.each(ofState.flatMap(Object.keys))(
  '%s, which kernels can name, is an array of the state or scratch of the device',
  (name) => {
    expect(whole.has(name)).toBe(true);
  },
);

it('has no buffers for arrays that no kernel can name', () => {
  const names = Object.keys(stateLayout(world)) as StateArray[];
  expect(names.filter((name) => !places.has(name))).toContain('sweptFaceBoxes');
  // Copies are named after what they copy.
  const named = (buffer: string) => ofState.some((group) => buffer.replace(/_checkpoint$/, '') in group);
  expect([...whole.keys()].filter((buffer) => !named(buffer))).toEqual([]);
  // CCD and rebuilds in the pool need no buffers.
  expect([...whole.keys()].filter((name) => !sizes.has(name)).sort()).toEqual([
    'guard',
    'guard_checkpoint',
    'hits',
    'lost_momentum',
    'lost_moves',
    'push_pairs',
    'sort_pairs',
    'surfaces',
    'swept_boxes',
  ]);
});

it('places arrays that share a buffer one behind the other', () => {
  const [tets, faces] = [places.get('tetBoxes')!, places.get('faceBoxes')!];
  expect([tets.buffer, faces.buffer]).toEqual(['boxes', 'boxes']);
  expect(faces.offset).toBe(tets.offset + tets.length);
});
