import { ExportError } from '../../formats/write/written-mesh.ts';
import type { PictureSize } from '../../render/drawing.ts';
import type { Half } from '../app/half.ts';
import type { RunningScene } from '../app/running-scene.ts';
import { drawPicture } from './as-seen.ts';
import type { ExportJob } from './export-request.ts';

/** Saves what is drawn as a PNG file of a size. */
export async function saveSizedPicture({ running, deliver }: ExportJob, size: PictureSize): Promise<void> {
  const picture = new Picture(running, size);
  await running.draw();
  picture.draw();
  const blob = await new Promise<Blob | null>((resolve) => picture.canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new ExportError(`The browser could not make a picture of ${size.width} x ${size.height} pixels.`);
  deliver('picture.png', blob, 'image/png');
}

/** A picture of what is drawn, of a size of its own. In a comparison, both halves stand side by side. */
export class Picture {
  readonly canvas = document.createElement('canvas');
  private readonly context: CanvasRenderingContext2D;

  /** @throws ExportError if the device can't draw that many pixels */
  constructor(
    private readonly running: RunningScene,
    private readonly size: PictureSize,
  ) {
    const { width, height } = size;
    const most = running.first.view.painter.mostPixels;
    if (Math.max(width, height) > most)
      throw new ExportError(`This device draws at most ${most} x ${most} pixels, not ${width} x ${height}.`);
    this.canvas.width = width;
    this.canvas.height = height;
    this.context = this.canvas.getContext('2d')!;
  }

  /** Draws the present state. @param isOpaque whether what has no background is white */
  draw(isOpaque = false): void {
    const { running, size, context } = this;
    const { width, height } = size;
    context.clearRect(0, 0, width, height);
    if (isOpaque) {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
    }
    const count = running.halves.length;
    const ownWidth = Math.max(1, Math.floor(width / count));
    const copy = ({ view }: Half, i: number) => context.drawImage(view.canvas, Math.floor((i * width) / count), 0);
    drawPicture(running, { ...size, width: ownWidth }, copy);
  }
}
