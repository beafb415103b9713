import type { Recording } from '../record/recording.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { Session } from './session.ts';

/** Keeps a session's frames between start and stop. */
export class Recorder {
  private frames: FrameRow[] = [];
  private session: Session | undefined;
  isRecording = false;

  start(session: Session): void {
    this.frames = [];
    this.session = session;
    this.isRecording = true;
  }

  /** Also where the scene is started again: another run's frames don't continue the table. */
  stop(): void {
    this.isRecording = false;
  }

  add(row: FrameRow): void {
    if (this.isRecording) this.frames.push(row);
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
