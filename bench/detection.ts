import { CLASSIFY } from '../src/simulation/detect/passes.ts';
import type { Pass } from '../src/simulation/pass.ts';
import { CONTAINMENT } from '../src/simulation/state.ts';
import { interleave, type Timing } from './interleave.ts';
import type { OneThread } from './one-thread.ts';

const [, classify] = CLASSIFY;
const ALL: readonly Pass[] = [{ ...classify, stages: [{ stage: 'containment', argument: CONTAINMENT.measured }] }];

/** DCD of all surface vertices with all tetrahedra; the boxes are fitted beforehand. */
export async function timeDetection(thread: OneThread): Promise<Timing> {
  thread.refit();
  const [timing] = await interleave([{ name: 'detection', run: () => thread.run(ALL) }]);
  return timing;
}
