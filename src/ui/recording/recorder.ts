import type { Broke, Recording } from '../../record/recording.ts';
import type { ForeignVertices } from '../../record/untangled.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { onDemand } from '../app/on-demand.ts';
import type { Session } from '../app/session.ts';

/** Keeps a session's frames between start and stop. */
export class Recorder {
  private frames: FrameRow[] = [];
  private session: Session | undefined;
  isRecording = false;
  private foreign: ForeignVertices | undefined;
  /** Its counting can't be fetched; that was said. */
  private cannotCount = false;
  /** How the run broke, where it did while it was recorded. */
  private broke: Broke | undefined;

  /** @param say tells the person what couldn't be fetched */
  constructor(private readonly say: (text: string) => void) {}

  /** Frames that it has. */
  get count(): number {
    return this.frames.length;
  }

  start(session: Session): void {
    this.frames = [];
    this.session = session;
    this.foreign = this.broke = undefined;
    this.cannotCount = false;
    this.isRecording = true;
  }

  /** What is recorded stays. Also where the scene is started again: another run's frames don't continue the table. */
  stop(): void {
    this.broke = this.brokeSoFar();
    this.isRecording = false;
  }

  /** After it was stopped, what becomes of the run isn't recorded. */
  private brokeSoFar(): Broke | undefined {
    if (!this.isRecording) return this.broke;
    const { broken } = this.session ?? {};
    return broken && { step: broken.step, part: broken.part, body: broken.body };
  }

  /** A frame that was simulated while it recorded; its session still stands at its end. */
  async add(row: FrameRow, session: Session): Promise<void> {
    if (!this.isRecording || session !== this.session) return;
    const { frames } = this;
    // As the frame was asked for: the person may have changed it since.
    const foreign = row.piercingShare === undefined ? undefined : await this.countForeign(session);
    frames.push(foreign === undefined ? row : { ...row, foreign });
  }

  private async countForeign({ world, opened }: Session): Promise<number | undefined> {
    if (this.cannotCount) return undefined;
    // Fetched here, as few people count them.
    const part = await onDemand('Counting overlaps', import('../../record/untangled.ts'), this.say);
    this.cannotCount = part === undefined;
    if (!part) return undefined;
    this.foreign ??= new part.ForeignVertices(world);
    return this.foreign.count((await opened.backend.read('positions')) as Float32Array);
  }

  /** @returns undefined where nothing was recorded */
  recording(): Recording | undefined {
    if (!this.session || this.frames.length === 0) return undefined;
    const { scene, size, world, opened, simulator, startParameters } = this.session;
    const broke = this.brokeSoFar();
    return {
      scene: scene.name,
      size,
      bodies: world.bodies.length,
      vertices: world.vertexCount,
      tetrahedra: world.tetCount,
      parameters: startParameters,
      backend: opened.backend.kind,
      adapter: opened.backend.adapter,
      workers: opened.workers,
      host: navigator.userAgent,
      version: __UNTANGLE_VERSION__,
      inputs: simulator.inputs,
      ...(broke && { broke }),
      frames: this.frames,
    };
  }
}
