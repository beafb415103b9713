import type { GUI } from 'lil-gui';
import type { Tooltip } from './tooltip.ts';

/** Names of the button that untangles, and of the one that goes back. */
export const UNTANGLE_NAME = 'Untangle this';
const CANCEL_NAME = 'Cancel untangling';
const BACK_NAME = 'Back to the tangled pose';

/** Actions of the page that the rows call, and what they show. */
export interface UntangleActions {
  /** Finds a pose free of overlap near the one now, or cancels that. */
  untangle(): void;
  /** Takes the pose back that was untangled. */
  goBackToTangled(): void;
  readonly untangling: { readonly isBusy: boolean; readonly canGoBack: boolean };
}

/** Adds the rows that untangle the pose. @returns a function that shows what they can do now */
export function addUntangling(folder: GUI, actions: UntangleActions, tooltip: Tooltip): () => void {
  const untangle = folder.add(actions, 'untangle').name(UNTANGLE_NAME);
  tooltip.describe(untangle.domElement, () => ({
    meaning:
      'Moves the bodies as little as needed until nothing overlaps, and puts them there at rest. The scene stands still meanwhile, which may take minutes.',
    watch:
      'Works on bodies of tetrahedra, not on cloth, shells, ropes, scenes in the plane or with an air mesh. The ground and other fixed obstacles are not heeded.',
  }));
  const back = folder.add(actions, 'goBackToTangled').name(BACK_NAME);
  tooltip.describe(back.domElement, () => ({
    meaning: 'Puts the bodies back where they were before ‘Untangle this’, with their velocities.',
  }));
  const show = () => {
    const { isBusy, canGoBack } = actions.untangling;
    untangle.name(isBusy ? CANCEL_NAME : UNTANGLE_NAME);
    back.enable(canGoBack && !isBusy);
  };
  show();
  return show;
}
