import type { Backend, StepInputs } from './backend.ts';

/** Called after each part of a step, to find the one that broke. */
export type Inspect = (part: string) => Promise<void>;

/**
 * One XPBD time step with collision handling, for any number of bodies.
 *
 * Source: Chen et al. 2023, supplement, Algorithm 5. `contacts: end-of-step` is the algorithm as
 * written; `in-the-loop` finds contacts after predict too and projects them in every iteration.
 * @returns the step's counters (COUNTERS in state.ts)
 */
export async function step(backend: Backend, inputs: StepInputs, inspect?: Inspect): Promise<Uint32Array> {
  const { mode, contacts, iterations, contactPasses } = inputs.parameters;
  const collides = mode !== 'off';
  const inTheLoop = contacts === 'in-the-loop';

  backend.begin(inputs);
  if (mode === 'hybrid' || mode === 'ccd') {
    backend.refit();
    backend.classify(); // P_in and P_out at x0
  }
  backend.predict();
  await inspect?.('predict');

  if (collides && inTheLoop) await backend.findContacts();
  for (let i = 0; i < iterations; i++) {
    backend.solve();
    backend.project(inTheLoop ? 1 : 0);
  }
  await inspect?.('solve');

  if (collides) await backend.findContacts();
  backend.project(collides ? contactPasses : 1);
  await inspect?.('projection');

  backend.velocities();
  await inspect?.('velocities');
  return backend.finish();
}
