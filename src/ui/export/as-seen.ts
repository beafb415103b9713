import type { RunningScene } from '../app/running-scene.ts';

/** Draws as the camera looks now, which stays there meanwhile, and without what only helps to edit the scene. */
export function drawAsSeen<T>({ halves }: RunningScene, draw: () => T): T {
  const before = halves.map(({ view: { rig, marks } }) => ({ isStill: rig.isStill, areShown: marks.visible }));
  for (const { view } of halves) {
    view.rig.isStill = true;
    view.marks.visible = false;
  }
  try {
    return draw();
  } finally {
    for (const [i, { view }] of halves.entries()) {
      view.rig.isStill = before[i]!.isStill;
      view.marks.visible = before[i]!.areShown;
    }
  }
}
