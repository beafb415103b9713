import { FULL_DETAIL, type PictureSize } from '../../render/drawing.ts';
import { MARK_LAYER } from '../../render/own/part-mark.ts';
import type { Half } from '../app/half.ts';
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

/**
 * Draws a picture of another size in full detail, and again as before with the next paint. The halves of a comparison stand side by side.
 * @param use called for each half while its canvas holds the picture
 * @throws DrawingError
 */
export function drawPicture(running: RunningScene, size: PictureSize, use: (half: Half, index: number) => void): void {
  const before = running.detail;
  running.detail = FULL_DETAIL;
  try {
    drawAsSeen(running, () => {
      for (const [i, half] of running.halves.entries()) half.view.renderPicture(size, () => use(half, i));
    });
  } finally {
    running.detail = before;
    running.drawAgain();
  }
}
