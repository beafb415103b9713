import { describe, expect, it } from 'vitest';
import { onThisThread, openBackend } from '../../../src/index.ts';
import { ContactThread } from '../../../bench/collision/contact-thread.ts';
import { octopi8 } from '../../../src/scenes/octopi-8.ts';
import { startParameters } from '../../../src/scenes/start-parameters.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { CCD } from '../../../src/simulation/contacts/ccd/passes.ts';
import { projectContacts } from '../../../src/simulation/contacts/projection/passes.ts';
import { stageEntries } from '../../../src/simulation/program/program.ts';
import { CONTACT, COUNTERS } from '../../../src/simulation/state.ts';
import { step } from '../../../src/simulation/step.ts';

/** The smallest octopi at separate places, except the second, which overlaps the first. */
function overlapping() {
  const { placements, colliders } = octopi8.build(900);
  // Steps by regions remember what lies deep in what, so that the same step done again isn't the same.
  const parameters = { ...startParameters(octopi8, 900), recovery: 'paths' } as const;
  const moved = placements.map(({ model, positions }, i) => ({
    model,
    positions: i === 1 ? placements[0].positions.map((x) => x + 0.03) : positions,
  }));
  const { world, positions } = createWorld(moved, colliders, parameters);
  return { world, positions, velocities: new Float32Array(positions.length).fill(-1), parameters };
}

const scene = overlapping();

describe('a step stopped in its middle', () => {
  const thread = new ContactThread(scene);
  /** Contacts' words except those of friction, which are undefined before the first impulse. */
  const meant = () => thread.state.contacts.u32.filter((_, i) => i % CONTACT.stride < CONTACT.friction);

  it('finds the same contacts every time', () => {
    thread.predictAndFind('dcd');
    const contacts = meant();
    const order = thread.state.contactOrder.slice();
    expect(thread.counter('contactsDcd')).toBeGreaterThan(50);
    thread.run(stageEntries([projectContacts(5)]));
    thread.predictAndFind('dcd');
    expect(meant()).toEqual(contacts);
    expect(thread.state.contactOrder).toEqual(order);
  });

  it('restores the state before a projection', () => {
    thread.predictAndFind('dcd');
    const before = thread.state.positions.slice();
    thread.keep();
    thread.run(stageEntries([projectContacts(5)]));
    const once = thread.state.positions.slice();
    expect(once).not.toEqual(before);
    thread.restore();
    expect(thread.state.positions).toEqual(before);
    thread.run(stageEntries([projectContacts(5)]));
    expect(thread.state.positions).toEqual(once);
  });

  it('counts what one run adds, equal in each run', () => {
    thread.predictAndFind('hybrid');
    const ccd = stageEntries(CCD.only);
    const tested = thread.countOf('ccdCandidates', ccd);
    expect(tested).toBeGreaterThan(100);
    expect(thread.countOf('ccdCandidates', ccd)).toBe(tested);
  });
});

it('a pool that is this thread takes whole steps', async () => {
  const { world, positions, velocities, parameters } = scene;
  const backend = await openBackend({ world, positions, parameters, workers: onThisThread });
  await backend.write('velocities', velocities);
  const counters = await step(backend, { parameters, grabs: [] });
  expect(counters[COUNTERS.broken]).toBe(0);
  expect(counters[COUNTERS.contactsDcd]).toBeGreaterThan(0);
});
