import { STAGE_CLOCKS } from '../src/simulation/stage.ts';
import { CONTAINMENT } from '../src/simulation/state.ts';
import { interleave, type Timing } from './interleave.ts';
import type { OneThread } from './one-thread.ts';

const ALL = [{ stage: 'containment', argument: CONTAINMENT.measured, clock: STAGE_CLOCKS.indexOf('dcd') }] as const;

/** DCD of all surface vertices with all tetrahedra; the boxes are fitted beforehand. */
export async function timeDetection(thread: OneThread): Promise<Timing> {
  thread.refit();
  const [timing] = await interleave([{ name: 'detection', run: () => thread.run(ALL) }]);
  return timing;
}
