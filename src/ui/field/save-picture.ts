import { type Detail, FULL_DETAIL } from '../../render/drawing.ts';
import type { RunningScene } from '../app/running-scene.ts';
import { download, fileName } from '../recording/download.ts';
import { drawLegend, drawSide, type LegendContent } from './field-legend.ts';

/** Pixels of the picture per pixel of the screen, so that it can be printed. */
const SCALE = 2;
const PICTURE: Detail = { ...FULL_DETAIL, resolution: SCALE };
/** Width of the white line between the halves of a comparison [pixels of the page]. */
const GAP = 2;

/**
 * Saves what is drawn as a PNG file: the scene, with both halves of a comparison side by side and what each half shows, and the legend
 * of a field.
 * @param running the scene, which has just been drawn
 * @param say shows a message if the picture can't be made
 */
export function savePicture(
  running: RunningScene,
  legend: LegendContent | undefined,
  say: (text: string) => void,
): void {
  const { session, detail, halves, sides } = running;
  running.detail = PICTURE;
  for (const { view } of halves) view.render();
  // Canvases hold what was drawn only until the next paint, so all is copied at once.
  const canvases = halves.map(({ view }) => view.canvas);
  const scale = canvases[0]!.width / Math.max(1, canvases[0]!.clientWidth);
  const gap = Math.round(GAP * scale);
  const picture = document.createElement('canvas');
  picture.width = canvases.reduce((sum, { width }) => sum + width, gap * (canvases.length - 1));
  picture.height = canvases[0]!.height;
  const context = picture.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, picture.width, picture.height);
  let left = 0;
  for (const [i, canvas] of canvases.entries()) {
    context.drawImage(canvas, left, 0);
    if (sides[i]) drawSide(context, sides[i], left + canvas.width / 2, scale);
    left += canvas.width + gap;
  }
  if (legend) drawLegend(context, legend, scale);
  running.detail = detail;
  running.drawAgain();
  picture.toBlob((blob) => {
    if (blob) download(fileName(session.scene.name, session.size, 'png'), blob, 'image/png');
    else say('The picture could not be made: it is too large for this browser. Make the window smaller.');
  }, 'image/png');
}
