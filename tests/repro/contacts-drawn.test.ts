import type { LineSegments } from 'three/webgpu';
import { expect, it } from 'vitest';
import { Overlays } from '../../src/render/overlays.ts';
import { initialQueries } from '../../src/simulation/capacities.ts';
import { CONTACT, CONTACT_KINDS } from '../../src/simulation/state.ts';
import { boxWorld } from '../fixtures/box-world.ts';

it('contacts after queries without contacts are drawn, and CCD contacts too', () => {
  const { world, state } = boxWorld();
  const { contacts, positions } = state;
  const places = [1, 3, 4, initialQueries(world), initialQueries(world) + 1];
  const kinds = [
    CONTACT_KINDS.dcd,
    CONTACT_KINDS.dcd,
    CONTACT_KINDS.dcd,
    CONTACT_KINDS.vertexFace,
    CONTACT_KINDS.edgeEdge,
  ];
  for (const [i, place] of places.entries()) {
    const at = CONTACT.stride * place;
    contacts.u32[at + CONTACT.kind] = kinds[i];
    // Each contact starts at a different vertex.
    contacts.u32.set([i, 5, 6, 7], at + CONTACT.vertices);
    contacts.u32[at + CONTACT.count] = 4;
    contacts.f32.set([1, -1, 0, 0], at + CONTACT.weights);
    contacts.f32.set([0, 1, 0], at + CONTACT.normal);
  }
  const overlays = new Overlays(world);
  overlays.updateContacts(positions, contacts, { queries: 5, ccd: 2 });
  const { geometry } = overlays.objects[0] as LineSegments;
  expect(geometry.drawRange.count).toBe(2 * places.length);
  const drawn = geometry.getAttribute('position').array;
  for (const i of places.keys())
    expect(Array.from(drawn.subarray(6 * i, 6 * i + 3))).toEqual(Array.from(positions.subarray(3 * i, 3 * i + 3)));
});
