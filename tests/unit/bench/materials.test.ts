import { expect, it } from 'vitest';
import { convergedStep, errorsAfter } from '../../../bench/materials/converged-step.ts';
import { cantilever } from '../../../bench/materials/material-cases.ts';
import { SolveThread } from '../../../bench/solve/solve-case.ts';

it('the block comes ever closer to the converged step, which is where its own iterations lead', () => {
  const bar = cantilever();
  const thread = new SolveThread(bar);
  const converged = convergedStep(bar, thread);
  expect(converged.change).toBeLessThan(1e-9);
  const errors = errorsAfter(thread, 'neo-hookean', converged, [1, 5, 40, 300]);
  for (let i = 1; i < errors.length; i++) expect(errors[i]).toBeLessThan(0.5 * errors[i - 1]);
  expect(errors.at(-1)).toBeLessThan(1e-4);
  // Held vertices stay: there the prediction is no other than the converged step.
  for (const v of bar.held!) expect(converged.displacements.subarray(3 * v, 3 * v + 3)).toEqual(new Float64Array(3));
});
