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
  /** Counts interpenetrating vertices exactly; fetched at the first use. */
  private foreign: ForeignVertices | undefined;
  /** Whether the counting couldn't be fetched; the person was told. */
  private cannotCount = false;
  /** How the run broke, if it broke while it was recorded. */
  private broke: Broke | undefined;

  /** @param say shows an error message if a part can't be fetched */
  constructor(private readonly say: (text: string) => void) {}

  /** Number of recorded frames. */
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

  /** Ends the recording and keeps its frames. A restart of the scene ends it too: frames of another run must not follow. */
  stop(): void {
    this.broke = this.brokeSoFar();
    this.isRecording = false;
  }

  /** How the run broke so far. What happens after the stop isn't part of the recording. */
  private brokeSoFar(): Broke | undefined {
    if (!this.isRecording) return this.broke;
    const { broken } = this.session ?? {};
    return broken && { step: broken.step, part: broken.part, body: broken.body };
  }

  /** Adds a frame that was simulated during the recording; the session's state must still be that of the frame's end. */
  async add(row: FrameRow, session: Session): Promise<void> {
    if (!this.isRecording || session !== this.session) return;
    const { frames } = this;
    // The row says whether the frame was asked for counts; the person may have changed the option since.
    const foreign = row.piercingShare === undefined ? undefined : await this.countForeign(session);
    frames.push(foreign === undefined ? row : { ...row, foreign });
  }

  private async countForeign({ world, opened }: Session): Promise<number | undefined> {
    if (this.cannotCount) return undefined;
    // Fetched on demand, because few people count overlaps.
    const part = await onDemand('Counting overlaps', import('../../record/untangled.ts'), this.say);
    this.cannotCount = part === undefined;
    if (!part) return undefined;
    this.foreign ??= new part.ForeignVertices(world);
    return this.foreign.count((await opened.backend.read('positions')) as Float32Array);
  }

  /** @returns the recording; undefined if it has no frames */
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
