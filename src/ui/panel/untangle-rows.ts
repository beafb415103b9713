import type { GUI } from 'lil-gui';
import type { RunningScene } from '../app/running-scene.ts';
import type { Tooltip } from './tooltip.ts';

/** Names of the button that untangles, and of the one that goes back. */
export const UNTANGLE_NAME = 'Untangle this';
const CANCEL_NAME = 'Cancel untangling';
const BACK_NAME = 'Back to the tangled pose';

/** The part of the page that untangles, as the rows call it. */
interface UntanglerActions {
  readonly isBusy: boolean;
  canGoBack(running: RunningScene | undefined): boolean;
  toggle(): void;
  goBack(): void;
}

/** Parts of the page that the rows act on. */
export interface UntangleActions {
  readonly running: RunningScene | undefined;
  readonly watch: { stopSizing(): void };
  readonly late: {
    readonly timeline: { readonly now: { leave(): void } | undefined };
    readonly untangler: {
      readonly now: UntanglerActions | undefined;
      call(use: (untangler: UntanglerActions) => void): void;
      fetch(): Promise<unknown>;
    };
  };
}

/** Adds the rows that untangle the pose. @returns a function that shows what they can do now */
export function addUntangling(folder: GUI, actions: UntangleActions, tooltip: Tooltip): () => void {
  const { late, watch } = actions;
  const rows = {
    /** Finds a pose free of overlap near the one now, or cancels that. */
    untangle() {
      watch.stopSizing();
      late.timeline.now?.leave();
      late.untangler.call((untangler) => untangler.toggle());
      void late.untangler.fetch();
    },
    /** Takes the pose back that was untangled. */
    goBack() {
      late.timeline.now?.leave();
      late.untangler.call((untangler) => untangler.goBack());
    },
  };
  const untangle = folder.add(rows, 'untangle').name(UNTANGLE_NAME);
  tooltip.describe(untangle.domElement, () => ({
    meaning:
      'Moves the bodies as little as needed until nothing overlaps, and puts them there at rest. The scene stands still meanwhile, which may take minutes.',
    watch:
      'Works on bodies of tetrahedra, not on cloth, shells, ropes, scenes in the plane or with an air mesh. The ground and other fixed obstacles are not heeded.',
  }));
  const back = folder.add(rows, 'goBack').name(BACK_NAME);
  tooltip.describe(back.domElement, () => ({
    meaning: 'Puts the bodies back where they were before ‘Untangle this’, with their velocities.',
  }));
  const show = () => {
    const untangler = late.untangler.now;
    const isBusy = untangler?.isBusy === true;
    untangle.name(isBusy ? CANCEL_NAME : UNTANGLE_NAME);
    back.enable(!isBusy && untangler?.canGoBack(actions.running) === true);
  };
  show();
  return show;
}
