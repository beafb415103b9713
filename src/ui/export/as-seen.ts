import { MARK_LAYER } from '../../render/own/part-mark.ts';
import type { RunningScene } from '../app/running-scene.ts';

/** Draws as the camera looks now, which stays there meanwhile, and without what only helps to edit the scene. */
export function drawAsSeen<T>({ halves }: RunningScene, draw: () => T): T {
  const rigs = halves.map(({ view: { rig } }) => ({ rig, isStill: rig.isStill, layers: rig.camera.layers.mask }));
  for (const { rig } of rigs) {
    rig.isStill = true;
    rig.camera.layers.disable(MARK_LAYER);
  }
  try {
    return draw();
  } finally {
    for (const { rig, isStill, layers } of rigs) {
      rig.isStill = isStill;
      rig.camera.layers.mask = layers;
    }
  }
}
