import type { Recording } from '../record/recording.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { Session } from './session.ts';

/** Keeps frames between start and stop. */
export class Recorder {
  private frames: FrameRow[] = [];
  private session: Session | undefined;
  isRecording = false;

  start(session: Session): void {
    this.frames = [];
    this.session = session;
    this.isRecording = true;
  }

  stop(): void {
    this.isRecording = false;
  }

  add(session: Session, row: FrameRow): void {
    // A scene that was started again is another run: its frames don't continue the table.
    if (session !== this.session) this.stop();
    if (this.isRecording) this.frames.push(row);
  }

  get isEmpty(): boolean {
    return this.frames.length === 0;
  }

  recording(workers: number): Recording {
    const { scene, size, world, opened, simulator, startParameters } = this.session!;
    return {
      scene: scene.name,
      size,
      bodies: world.bodies.length,
      vertices: world.vertexCount,
      tetrahedra: world.tetCount,
      parameters: startParameters,
      backend: opened.backend.kind,
      adapter: opened.backend.adapter,
      workers,
      host: navigator.userAgent,
      version: __UNTANGLE_VERSION__,
      inputs: simulator.inputs,
      frames: this.frames,
    };
  }
}
