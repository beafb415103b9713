import { type Detail, FULL_DETAIL, type PictureSize } from '../../render/drawing.ts';
import { MARK_LAYER } from '../../render/own/part-mark.ts';
import type { Half } from '../app/half.ts';
import type { RunningScene } from '../app/running-scene.ts';

/**
 * Draws at another detail, and again as before with the next paint. The camera stays as it looks now, even if bodies or cards would
 * move it, and what only helps to edit the scene isn't drawn.
 */
function drawOnce(running: RunningScene, detail: Detail, draw: () => void): void {
  const before = running.detail;
  const rigs = running.halves.map(({ view: { rig } }) => ({
    rig,
    isStill: rig.isStill,
    layers: rig.camera.layers.mask,
  }));
  running.detail = detail;
  for (const { rig } of rigs) {
    rig.isStill = true;
    rig.camera.layers.disable(MARK_LAYER);
  }
  try {
    draw();
  } finally {
    running.detail = before;
    for (const { rig, isStill, layers } of rigs) {
      rig.isStill = isStill;
      rig.camera.layers.mask = layers;
    }
    running.drawAgain();
  }
}

/**
 * Draws at another detail, and again as before with the next paint.
 * @param use called while the canvases hold the picture, which they do until the next paint
 */
export function drawOnceAt(running: RunningScene, detail: Detail, use: () => void): void {
  drawOnce(running, detail, () => {
    for (const { view } of running.halves) view.render();
    use();
  });
}

/**
 * Draws a picture of another size in full detail, and again as before with the next paint. The halves of a comparison stand side by side.
 * @param use called for each half while its canvas holds the picture
 * @throws DrawingError
 */
export function drawPicture(running: RunningScene, size: PictureSize, use: (half: Half, index: number) => void): void {
  drawOnce(running, FULL_DETAIL, () => {
    for (const [i, half] of running.halves.entries()) half.view.renderPicture(size, () => use(half, i));
  });
}
