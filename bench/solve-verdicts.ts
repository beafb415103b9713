import { median } from '../src/cli/answer-paths.ts';
import { rates, ratio } from './rates.ts';
import type { Verdict } from './report.ts';
import type { Material } from './solve-case.ts';
import { joltIteration, KINDS, NAMES, ourIteration, PARTS, type SolveTimes } from './solve-results.ts';

/** What issue 5 asks for: of the constraints alone on one thread [constraints/s], beside Jolt, of two workers over one. */
const LEAST: Readonly<Record<Material, number>> = { 'mass-spring': 60e6, 'neo-hookean': 8e6 };
const LEAST_OVER_JOLT = 1;
const LEAST_TWO_WORKERS = 1.7;

const [DISTANCES] = KINDS;
const WASM =
  "Jolt's WebAssembly reads memory without a bounds check and without converting float32 to float64 at each access, and its edges have no multiplier, no damping and no compensated displacement; ours are plain typed arrays";
/** Why Jolt may be ahead, by its build. */
const WHY_JOLT = {
  plain: WASM,
  simd: `${WASM}; this build works on a vector's coordinates in one instruction, which JavaScript hasn't`,
} as const;
/** Said of both parts where the bound is for one. */
const PART = { alone: 'the constraints alone', whole: 'whole iterations' } as const;

export const solveVerdicts = (times: SolveTimes): Verdict[] => [
  ...KINDS.map(
    ({ material, name }): Verdict => ({
      what: `octopi-8: ${name} a second, one thread, ${PART.alone}`,
      value: median(rates(times.counts[material], ourIteration(times, material, 'alone'))),
      relation: '>=',
      bound: LEAST[material],
    }),
  ),
  ...PARTS.flatMap((part) =>
    (['plain', 'simd'] as const).map(
      (way): Verdict => ({
        what: `octopi-8: ${DISTANCES.name} a second over ${NAMES[way]}, ${PART[part]}`,
        value: ratio(ourIteration(times, DISTANCES.material, part), joltIteration(times, way, DISTANCES.set, part)),
        relation: '>=',
        bound: LEAST_OVER_JOLT,
        why: WHY_JOLT[way],
      }),
    ),
  ),
  ...KINDS.map(({ material, name }): Verdict => {
    const { one, two } = times.workers[material];
    const value = ratio(two, one);
    return {
      what: `octopi-8: ${name}, two workers over one, by the stages' clock`,
      value,
      relation: '>=',
      bound: LEAST_TWO_WORKERS,
    };
  }),
];
