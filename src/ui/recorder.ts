import type { Recording } from '../record/recording.ts';
import type { ForeignVertices } from '../record/untangled.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { Session } from './session.ts';

/** Keeps a session's frames between start and stop. */
export class Recorder {
  private frames: FrameRow[] = [];
  private session: Session | undefined;
  isRecording = false;
  private foreign: ForeignVertices | undefined;

  start(session: Session): void {
    this.frames = [];
    this.session = session;
    this.foreign = undefined;
    this.isRecording = true;
  }

  /** Also where the scene is started again: another run's frames don't continue the table. */
  stop(): void {
    this.isRecording = false;
  }

  /** A frame that was simulated while it recorded; the session still stands at its end. */
  async add(row: FrameRow): Promise<void> {
    if (!this.isRecording || !this.session) return;
    // As the frame was asked for: the person may have changed it since.
    const isCounted = row.piercingShare !== undefined;
    this.frames.push(isCounted ? { ...row, foreign: await this.countForeign(this.session) } : row);
  }

  private async countForeign({ world, opened }: Session): Promise<number> {
    // Fetched here, as few people count them.
    const { ForeignVertices } = await import('../record/untangled.ts');
    this.foreign ??= new ForeignVertices(world);
    return this.foreign.count((await opened.backend.read('positions')) as Float32Array);
  }

  /** @returns undefined where nothing was recorded */
  recording(): Recording | undefined {
    if (!this.session || this.frames.length === 0) return undefined;
    const { scene, size, world, opened, simulator, startParameters } = this.session;
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
      frames: this.frames,
    };
  }
}
