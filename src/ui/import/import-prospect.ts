import type { Estimate } from '../../surface/estimate.ts';
import type { BackendKind } from '../app/runtime.ts';
import { bytesInWords, memoryOf } from '../sizing/memory-budget.ts';
import { roughDuration } from '../sizing/prospect.ts';
import type { Speed } from '../sizing/speed.ts';

/**
 * Says what a scene of one body will need, before its tetrahedra are made: 'about 760 vertices, 3,000 tetrahedra · 4 MB of memory · 12 ms
 * per step'.
 * @param speed measured from scenes that ran here; the time is left out if none has run yet
 */
export function importProspect(estimate: Estimate, backend: BackendKind, speed: Speed): string {
  const { vertices, tetrahedra } = estimate;
  const seconds = speed.secondsPerFrame(backend, { tetrahedra, steps: 1 });
  return [
    `about ${rounded(vertices)} vertices, ${rounded(tetrahedra)} tetrahedra`,
    `${bytesInWords(memoryOf(estimate, 1))} of memory`,
    ...(seconds === undefined ? [] : [`${roughDuration(seconds)} per step`]),
  ].join(' · ');
}

/** Two digits: more would pretend to be exact. */
const rounded = (count: number): string => Number(count.toPrecision(2)).toLocaleString('en');
