import { ExportError } from '../../formats/write/written-mesh.ts';
import { DrawingError } from '../../render/drawing.ts';
import type { LatePart } from '../app/on-demand.ts';
import type { RunningScene } from '../app/running-scene.ts';
import type { OwnDocument } from '../link/own-document.ts';
import type { Messages } from '../notices/messages.ts';
import { download, fileName } from '../recording/download.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { ExportJob, ExportRequest } from './export-request.ts';

/** Thrown when saving was cancelled. */
class CancelledError extends Error {}

/** The page, as far as saving needs it. */
interface SavingPage {
  /** Whether another start is requested. */
  readonly isLeaving: boolean;
  /** Its `own` is the person's own scene that is shown, or that starts. */
  readonly settings: { readonly own?: OwnDocument | undefined };
}

/** Saves what the person asks for. The frame loop calls `run` between two frames, and waits, so nothing changes meanwhile. */
export class Exporter {
  private wanted: ExportRequest | undefined;

  constructor(
    private readonly messages: Messages,
    private readonly timeline: LatePart<Timeline>,
    private readonly page: SavingPage,
  ) {}

  request(request: ExportRequest): void {
    this.wanted = request;
  }

  /** Saves what was requested, if anything was. Never throws. */
  async run(running: RunningScene): Promise<void> {
    const { wanted, messages } = this;
    this.wanted = undefined;
    if (!wanted) return;
    const progress = new Progress(messages, () => this.page.isLeaving);
    try {
      await save(wanted, this.job(running, progress));
      if (progress.isShown) messages.hide();
    } catch (error) {
      if (progress.isShown) messages.hide();
      if (error instanceof CancelledError) return;
      if (!(error instanceof ExportError)) console.error(error);
      messages.tell(inWords(error));
    }
  }

  private job(running: RunningScene, progress: Progress): ExportJob {
    const { frames = [], shown } = this.timeline.now?.kept ?? {};
    const { scene, size } = running.session;
    const { own } = this.page.settings;
    return {
      running,
      // Another scene may be about to start.
      own: own?.scene === scene ? own.content : undefined,
      // A copy, since the list goes on to change later.
      frames: [...frames],
      shown,
      step: (text, share) => progress.step(text, share),
      deliver: (ending, content, type) => {
        const blob = content instanceof Uint8Array ? new Blob([content.slice()], { type }) : content;
        download(fileName(scene.name, size, ending), blob, type);
      },
    };
  }
}

async function save(request: ExportRequest, job: ExportJob): Promise<void> {
  if (request.kind === 'shape') return (await import('./save-shape.ts')).saveShape(job, request.format);
  if (request.kind === 'state') return (await import('./save-state.ts')).saveState(job);
  if (request.kind === 'picture') return (await import('./save-drawn.ts')).saveSizedPicture(job, request.size);
  if (job.frames.length === 0)
    throw new ExportError('No frame is kept yet: let the scene run a little, then save again.');
  if (request.kind === 'frames') return (await import('./save-frames.ts')).saveFrames(job, request.format);
  return (await import('./save-video.ts')).saveVideo(job, request.size, request.framesPerSecond);
}

function inWords(error: unknown): string {
  const { message } = error as Error;
  if (error instanceof ExportError) return message;
  if (error instanceof DrawingError) return `It could not be drawn at this size: ${message}. Try a smaller one.`;
  return `It could not be saved: ${message}.`;
}

/** Shows how far saving is. */
class Progress {
  isShown = false;
  private isCancelled = false;

  constructor(
    private readonly messages: Messages,
    private readonly isLeaving: () => boolean,
  ) {}

  async step(text: string, share: number): Promise<void> {
    this.isShown = true;
    this.messages.progress(text, share, () => {
      this.isCancelled = true;
    });
    // Lets the browser show it, and take a click.
    await new Promise((resolve) => setTimeout(resolve));
    if (this.isCancelled || this.isLeaving()) throw new CancelledError();
  }
}
