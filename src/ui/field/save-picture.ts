import { FULL_DETAIL, MAX_PIXEL_RATIO } from '../../render/drawing.ts';
import { drawOnceAt } from '../export/as-seen.ts';
import type { RunningScene } from '../app/running-scene.ts';
import { download, fileName } from '../recording/download.ts';
import { drawLegend, drawSide, type LegendContent } from './field-legend.ts';

/** Pixels of the picture per pixel of the screen, so that it can be printed. */
const SCALE = 2;
/** Most pixels along a side of a canvas: WebGPU's default limit of a texture's size. */
const MAX_SIDE = 8192;
/** Width of the white line between the halves of a comparison [pixels of the page]. */
const GAP = 2;

const FAILED = 'The picture could not be made: it is too large for this browser. Make the window smaller.';

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
  const { clientWidth, clientHeight } = running.first.view.canvas;
  const screen = Math.min(MAX_PIXEL_RATIO, devicePixelRatio) * Math.max(clientWidth, clientHeight, 1);
  const detail = { ...FULL_DETAIL, resolution: Math.min(SCALE, MAX_SIDE / screen) };
  try {
    const save = () =>
      layOut(running, legend).toBlob((blob) => {
        if (blob) download(fileName(running.session.scene.name, running.session.size, 'png'), blob, 'image/png');
        else say(FAILED);
      }, 'image/png');
    drawOnceAt(running, detail, save);
  } catch (error) {
    console.error(error);
    say(FAILED);
  }
}

/** Copies what the canvases of all halves hold into one picture, with names and legend. */
function layOut({ halves, sides }: RunningScene, legend: LegendContent | undefined): HTMLCanvasElement {
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
  return picture;
}
