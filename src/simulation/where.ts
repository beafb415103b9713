import type { Backend } from './backend.ts';
import { arrayOf, type Pass } from './pass.ts';
import type { StageClock } from './stage.ts';
import type { StepPart } from './integrators/integrator.ts';

/** Place of a pass: in the pool's workers, on the device, or on the device with what it leaves over in the pool. */
export type Place = 'workers' | 'gpu' | 'gpu, rest in workers';

export function placeOf({ kernels, leftOver }: Pass, kind: Backend['kind']): Place {
  if (kind === 'cpu' || !kernels) return 'workers';
  return leftOver ? 'gpu, rest in workers' : 'gpu';
}

/** The places of each clock's passes, named once each. */
export function placesByClock(passes: readonly Pass[], kind: Backend['kind']): Map<StageClock, string> {
  const places = new Map<StageClock, Set<Place>>();
  for (const pass of passes) places.set(pass.clock, (places.get(pass.clock) ?? new Set()).add(placeOf(pass, kind)));
  return new Map([...places].map(([clock, found]) => [clock, [...found].join('; ')]));
}

/** Parts of a step as lines of text: for each pass name, clock, place, and the arrays that it reads and writes. */
export function describeParts(parts: readonly StepPart[], kind: Backend['kind']): string[] {
  return parts.flatMap(({ name, passes, times }) => [
    times === 1 ? name : `${name}, ${times} times`,
    ...passes.map((pass) => {
      const writes = pass.writes.map(arrayOf).join(', ') || 'counters alone';
      const columns = `  ${pass.name.padEnd(28)} ${pass.clock.padEnd(10)} ${placeOf(pass, kind).padEnd(21)}`;
      return `${columns} ${pass.reads.join(', ')} -> ${writes}`;
    }),
  ]);
}
