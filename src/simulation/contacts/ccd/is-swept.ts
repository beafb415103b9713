import type { Context } from '../../program/stage.ts';
import { GUARANTEE_SWEEP, SWEEP } from '../../state.ts';
import { isLooking } from '../guarantee/rounds.ts';

/** Whether the stages that fit boxes to motions have anything to do: a look of the guarantee may not be needed. */
export const isSwept = ({ state, argument }: Context): boolean => argument !== GUARANTEE_SWEEP || isLooking(state);

/** Whether the present detection or look needs new boxes of the BVHs. */
export const isRefitted = (context: Context): boolean => isSwept(context) && context.state.sweep[SWEEP.isKept] === 0;
