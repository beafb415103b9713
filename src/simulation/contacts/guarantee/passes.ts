import type { SimulationParameters } from '../../parameters.ts';
import type { Pass, StageUse } from '../../program/pass.ts';
import { GUARANTEE_SWEEP } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { sweepPass } from '../ccd/passes.ts';
import { leavesInnerPoints } from '../ccd/classes.ts';
import { giveBackDispatches, guardDispatches } from './kernels.ts';
import { isGuarded } from './is-guarded.ts';

/** Number of rounds that push apart what touches. They end with the first that finds nothing. */
const PUSH_ROUNDS = 3;
/**
 * Number of rounds that shorten motions in parallel. Planes need one or two, elements a few more: a vertex that stops early lets its neighbours' elements become flat. What is
 * left after these rounds is ended by planes for all pairs (stages.ts).
 */
const CUT_ROUNDS = 24;

const SWEEP = sweepPass(GUARANTEE_SWEEP, []);
const LOOK: readonly StageUse[] = [...SWEEP.stages, { stage: 'lookAtVertices' }, { stage: 'lookAtEdges' }];
const repeat = (times: number, stages: readonly StageUse[]): StageUse[] =>
  Array.from({ length: times }, () => stages).flat();
/** Further scratch arrays of a world whose script moves planes. */
const PLANES = ['planeWaits'] as const;
const FLAT: readonly StageUse[] = [{ stage: 'findFlat' }, { stage: 'raiseFlat' }];
const HOLD: readonly StageUse[] = [{ stage: 'holdVolumes' }, { stage: 'truncate' }];

/** Finds out whether the step begins free. Planes that a script moves then go on from where they waited. */
const freedomPass = (hasMoving: boolean): Pass => ({
  name: 'freedom',
  clock: 'ccd',
  reads: ['positions', 'faceOrder', 'bodyOrder', ...(hasMoving ? (['colliders'] as const) : [])],
  writes: hasMoving ? ['colliders'] : [],
  scratch: [...(hasMoving ? PLANES : []), 'faceBoxes', 'faceLeaves', 'bodyBoxes', 'guard', 'tangles', 'freedom'],
  lengths: ['free'],
  stages: [
    { stage: 'beginFreedom' },
    ...(hasMoving ? [{ stage: 'goOn' } as const] : []),
    { stage: 'refitUnknownFaces' },
    { stage: 'refitUnknownBodies' },
    { stage: 'findFreedom' },
    { stage: 'findInverted' },
  ],
});

/** All rounds. They run in the worker pool. */
const guaranteePass = (hasMoving: boolean): Pass => ({
  name: 'guarantee',
  clock: 'ccd',
  reads: [
    ...new Set([
      ...SWEEP.reads,
      ...(['inside', 'remainders', 'remaindersT0', 'inverseMasses', 'colliders', 'colliderImpulses'] as const),
    ]),
  ],
  writes: ['positions', 'remainders', 'colliderImpulses', ...(hasMoving ? (['colliders'] as const) : [])],
  lengths: ['free'],
  scratch: [
    // On the device, too, these are the pool's own.
    ...(SWEEP.scratch ?? []),
    ...(hasMoving ? PLANES : []),
    ...(['sweptFaceBoxes', 'sweptEdgeBoxes', 'sweptBodyBoxes', 'vertexHits', 'edgeHits'] as const),
    ...([
      'guard',
      'tangles',
      'looks',
      'seenPositions',
      'cuts',
      'lostMoves',
      'wasCut',
      'heldWith',
      'flatTets',
      'dueEdges',
      'dueFaces',
      'freedom',
    ] as const),
  ],
  stages: [
    { stage: 'beginGuarantee' },
    ...repeat(PUSH_ROUNDS, [...FLAT, ...LOOK, { stage: 'pushApart' }]),
    ...FLAT,
    { stage: 'collidersAgain' },
    { stage: 'beginCuts' },
    ...repeat(CUT_ROUNDS, [...LOOK, ...HOLD]),
    { stage: 'beginCutAll' },
    ...LOOK,
    ...repeat(CUT_ROUNDS, HOLD),
    { stage: 'setBack' },
    ...(hasMoving ? [{ stage: 'wait' } as const] : []),
    { stage: 'endGuarantee' },
  ],
});

/** Gives back the momentum that shortened motions have lost, once velocities are known. */
const GIVE_BACK: Pass = {
  name: 'give back',
  clock: 'ccd',
  reads: ['velocities', 'inverseMasses'],
  writes: ['velocities'],
  scratch: ['guard', 'lostMoves', 'wasCut', 'heldWith', 'lostMomentum'],
  stages: [{ stage: 'giveBack' }],
};

const AT_REST = { freedom: freedomPass(false), guarantee: guaranteePass(false) };

/**
 * The same with kernels, where CCD has some, too. They find out about freedom at the step's end, where boxes around the motions are fitted anyway; nobody needs to know before.
 * @param hasClasses as in guardDispatches
 */
const onDevice = (hasClasses: boolean): GuaranteePasses => ({
  atStart: [{ ...AT_REST.freedom, kernels: () => [] }],
  atEnd: [
    {
      ...AT_REST.guarantee,
      writes: [
        ...AT_REST.guarantee.writes,
        ...([
          'freedom',
          'guard',
          'sweptFaceBoxes',
          'sweptEdgeBoxes',
          'sweptBodyBoxes',
          'lostMoves',
          'pushPairs',
        ] as const),
      ],
      kernels: ({ world }) => guardDispatches(world, hasClasses),
    },
  ],
  afterVelocities: [{ ...GIVE_BACK, kernels: ({ world }) => giveBackDispatches(world) }],
});

/** Passes of the guarantee: at the step's start, once everything else has moved vertices, and after the velocities. */
export interface GuaranteePasses {
  readonly atStart: readonly Pass[];
  readonly atEnd: readonly Pass[];
  readonly afterVelocities: readonly Pass[];
}
const on = (hasMoving: boolean): GuaranteePasses => ({
  atStart: [freedomPass(hasMoving)],
  atEnd: [guaranteePass(hasMoving)],
  afterVelocities: [GIVE_BACK],
});
const ON = on(false);
const WITH_MOVING = on(true);
const ON_DEVICE = { hybrid: onDevice(true), ccd: onDevice(false) };
const OFF: GuaranteePasses = { atStart: [], atEnd: [], afterVelocities: [] };

/** Returns the passes of the guarantee in a step (stages.ts). */
export const guaranteePasses = (parameters: SimulationParameters, world: World): GuaranteePasses => {
  if (!isGuarded(parameters, world)) return OFF;
  if (world.ccdOnDevice) return ON_DEVICE[leavesInnerPoints(parameters) ? 'hybrid' : 'ccd'];
  return world.script.colliders?.length ? WITH_MOVING : ON;
};
