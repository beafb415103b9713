import type { SimulationParameters } from '../../parameters.ts';
import type { Pass } from '../../program/pass.ts';
import { FAIL_SAFE_SWEEP } from '../../state.ts';
import { hasSheet, type World } from '../../world/world.ts';
import { sweepPass, TEST_PAIRS, withPatches } from '../ccd/passes.ts';

/**
 * Number of rounds that shorten motions in parallel. Two layers that meet need one or two. Where many press on one another, a vertex's cut
 * lets others meet; what is left after these rounds goes back to x0 (stages.ts).
 */
const ROUNDS = 8;

/** The pass of all rounds. It runs in the worker pool. */
const FAIL_SAFE: Pass = {
  name: 'fail-safe',
  clock: 'ccd',
  reads: [...TEST_PAIRS.reads, 'remainders', 'remaindersT0'],
  writes: ['positions', 'remainders'],
  scratch: [...(TEST_PAIRS.scratch ?? []), 'cuts', 'lastCuts', 'failSafe'],
  stages: [
    { stage: 'beginFailSafe' },
    ...Array.from({ length: ROUNDS }, () => [
      { stage: 'tryVertices' as const },
      { stage: 'tryEdges' as const },
      { stage: 'truncate' as const },
    ]).flat(),
    { stage: 'setBack' },
  ],
};

const SWEEP = sweepPass(FAIL_SAFE_SWEEP, []);
const PASSES: readonly Pass[] = [SWEEP, FAIL_SAFE];
const CULLED_PASSES: readonly Pass[] = [SWEEP, ...withPatches(FAIL_SAFE)];

/**
 * Returns the passes of the fail-safe (stages.ts), which run after everything else in a step that moves vertices. There are none without sheets,
 * nor where contacts aren't found by CCD: then nothing would push apart what the fail-safe holds.
 */
export function failSafePasses({ mode, failSafe, selfCulling }: SimulationParameters, world: World): readonly Pass[] {
  if (!failSafe || !(mode === 'ccd' || mode === 'hybrid') || !hasSheet(world)) return [];
  return selfCulling === 'cones' ? CULLED_PASSES : PASSES;
}
