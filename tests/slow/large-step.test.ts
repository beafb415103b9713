import { expect, it } from 'vitest';
import { createWorld, onThisThread, openBackend, Simulator } from '../../src/index.ts';
import { signedVolumes } from '../../src/mesh/quality.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { cases, isFull } from '../fixtures/tier.ts';
import type { FrameRow } from '../../src/simulation/statistics.ts';

const STEPS_PER_SECOND = 60;
/**
 * For half of them octopi slide off one another: after 4 s the root mean square of the speed was 0.25 m/s. The first tier sees them fall
 * and land, not come to rest.
 */
const SECONDS = cases(7, 0.75);
/** Number of last steps that count as rest. */
const REST_STEPS = 10;
/** Two minutes were measured; other work may share the cores [ms]. */
const TIMEOUT = 900_000;

/** As octopi-6 has them: contacts are found once per step, so edges need points of their own. */
const PENALTIES = { integrator: 'implicit-euler', contactOffset: 6e-4, contactPoints: 'edges' } as const;

it(`octopi-8 stays calm${isFull ? ', and comes to rest,' : ''} by steps of 1/60 s of implicit Euler`, {
  timeout: TIMEOUT,
}, async () => {
  const size = cases(octopi8.size.small, 1000);
  const timeStep = 1 / STEPS_PER_SECOND;
  const parameters = { ...startParameters(octopi8, size), ...PENALTIES, timeStep };
  const { placements, colliders } = octopi8.build(size);
  const { world, positions } = createWorld(placements, colliders, parameters);
  const backend = await openBackend({ world, positions, parameters, workers: onThisThread });
  const simulator = new Simulator(backend, parameters);
  const masses = (await backend.read('inverseMasses')).subarray(0, world.vertexCount).map((w) => 1 / w);
  const heights = positions.filter((_, i) => i % 3 === 1);
  const potential = (x: Float32Array) => masses.reduce((sum, m, v) => sum + m * parameters.gravity * x[3 * v + 1], 0);
  const volumes = (x: Float32Array) =>
    world.bodies.map(({ model, vertexBase }) => {
      const { tets, positions: rest } = world.models[model].mesh;
      const own = x.slice(3 * vertexBase, 3 * vertexBase + rest.length);
      return signedVolumes({ positions: own, tets }).reduce((sum, volume) => sum + volume, 0);
    });

  // No fall from the top to the floor ends faster. A whipping arm may reach a little more.
  const fastestFall = Math.sqrt(2 * parameters.gravity * Math.max(...heights));
  const energyAtStart = potential(positions);
  const volumesAtStart = volumes(positions);
  let least = energyAtStart;
  let peak = 0;
  const last: { kinetic: number; fastest: number; row: FrameRow }[] = [];
  for (let step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
    const isLast = step > SECONDS * STEPS_PER_SECOND - REST_STEPS;
    const row = isLast ? await simulator.frame({ steps: 1, piercing: true }) : undefined;
    if (!row) await simulator.step();
    const x = await backend.read('positions');
    const velocities = await backend.read('velocities');
    let kinetic = 0;
    let fastest = 0;
    masses.forEach((m, v) => {
      const square = velocities[3 * v] ** 2 + velocities[3 * v + 1] ** 2 + velocities[3 * v + 2] ** 2;
      kinetic += 0.5 * m * square;
      if (!(square <= fastest * fastest)) fastest = Math.sqrt(square); // a NaN stays
    });
    expect(fastest, `step ${step}: speed`).toBeLessThan(1.1 * fastestFall);
    // A pile that has been compressed rebounds by its elastic energy, which isn't counted here: 2.9 % of all was measured.
    const energy = kinetic + potential(x);
    least = Math.min(least, energy);
    expect(energy, `step ${step}: energy`).toBeLessThan(least + 0.05 * energyAtStart);
    expect(energy, `step ${step}: energy`).toBeGreaterThan(0);
    if (step % REST_STEPS === 0)
      for (const [body, volume] of volumes(x).entries())
        expect(Math.abs(volume / volumesAtStart[body] - 1), `step ${step}: volume of ${body}`).toBeLessThan(0.035);
    peak = Math.max(peak, kinetic);
    if (row) last.push({ kinetic, fastest, row });
  }
  await backend.dispose();

  const mass = masses.reduce((sum, m) => sum + m, 0);
  for (const { kinetic, fastest, row } of last) {
    if (isFull) {
      // The pile is at rest: 5e-6 of the peak and 0.011 m/s were measured. From time to time an octopus slips a little more: 0.05
      // m/s after 10 s.
      expect(kinetic / peak).toBeLessThan(1e-4);
      expect(Math.sqrt((2 * kinetic) / mass)).toBeLessThan(0.05);
      // Less than gravity adds in three steps: 0.8 of a step's was measured here, 2.5 when an octopus slipped.
      expect(fastest).toBeLessThan(3 * parameters.gravity * timeStep);
    }
    // Twice what was measured in November 2026: 0.02 % and 2.1 %. At the scene's own step the bounds are 0.1 % and 0.5 %
    // (HYBRID_BOUNDS). In these longer steps an arm falls by more than its radius, and arms that have crossed stay so.
    // While the smaller octopi of the first tier land, a deepShare of 0.25 % was measured.
    expect(row.deepShare).toBeLessThan(cases(0.0005, 0.005));
    expect(row.piercingShare).toBeLessThan(0.04);
  }
});
