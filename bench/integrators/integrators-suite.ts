import type { Suite } from '../suite.ts';
import { compareStep, type StepResult } from './compare-step.ts';
import {
  costTable,
  costWorkloads,
  type IntegratorDetails,
  recommendedVerdicts,
  stepTable,
  stepVerdicts,
  stepWorkloads,
  targetTable,
  throwTable,
  throwWorkloads,
} from './integrators-results.ts';
import { STEP_CASES } from './step-cases.ts';
import { type ThrowResult, throwOctopi, THROWS } from './throws.ts';

export const integratorsSuite: Suite = {
  name: 'integrators',
  summary: 'implicit Euler beside XPBD: error of a step over time, and octopi-8 with contacts from start to rest',
  duration: 'twenty minutes',
  async run(tell) {
    const throws: ThrowResult[] = [];
    for (const each of THROWS) {
      tell(`octopi-8 from start to rest: ${each.who}`);
      throws.push(await throwOctopi(each));
    }
    const steps: StepResult[] = [];
    for (const make of STEP_CASES) {
      tell('the next step’s start');
      const stepCase = await make();
      tell(stepCase.name);
      steps.push(await compareStep(stepCase, tell));
    }
    return {
      workloads: [...steps.flatMap(costWorkloads), ...steps.flatMap(stepWorkloads), ...throws.flatMap(throwWorkloads)],
      verdicts: [...steps.flatMap(stepVerdicts), ...recommendedVerdicts(steps)],
      details: { steps, throws } satisfies IntegratorDetails,
      tables: [
        ...steps.map(stepTable),
        costTable(steps),
        targetTable(steps, 'error'),
        targetTable(steps, 'residual'),
        throwTable(throws),
      ],
    };
  },
};
