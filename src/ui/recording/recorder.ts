import type { Broke, Recording } from '../../record/recording.ts';
import type { InterpenetratingVertices } from '../../record/untangled.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { onDemand } from '../app/on-demand.ts';
import type { Session } from '../app/session.ts';

/** Records a session's frames between start and stop. */
export class Recorder {
  private frames: FrameRow[] = [];
  private session: Session | undefined;
  isRecording = false;
  /** Counts the surface vertices that lie inside a tetrahedron to which they don't belong; its code is fetched at the first use. */
  private vertexCounter: InterpenetratingVertices | undefined;
  /** Whether the code that counts could not be fetched. An error message has then been shown. */
  private cannotCount = false;
  /** How the run broke, if it broke while it was recorded. */
  private broke: Broke | undefined;

  /** @param say shows an error message if the counting code can't be fetched */
  constructor(private readonly say: (text: string) => void) {}

  /** Number of recorded frames. */
  get count(): number {
    return this.frames.length;
  }

  start(session: Session): void {
    this.frames = [];
    this.session = session;
    this.vertexCounter = this.broke = undefined;
    this.cannotCount = false;
    this.isRecording = true;
  }

  /** Ends the recording and keeps its frames. The page also calls this at a restart, because a recording has frames of one run only. */
  stop(): void {
    this.broke = this.brokeSoFar();
    this.isRecording = false;
  }

  /** Says how the run has broken, if it has. After the stop, the answer stays as it was at the stop. */
  private brokeSoFar(): Broke | undefined {
    if (!this.isRecording) return this.broke;
    const { broken } = this.session ?? {};
    return broken && { step: broken.step, part: broken.part, body: broken.body };
  }

  /** Adds a frame to a running recording. The caller must not have changed the session's state since the end of the frame. */
  async add(row: FrameRow, session: Session): Promise<void> {
    if (!this.isRecording || session !== this.session) return;
    const { frames } = this;
    // piercingShare is set only if exact counts were requested for this frame. The option itself may have changed since then.
    const interpenetrating = row.piercingShare === undefined ? undefined : await this.countInterpenetrating(session);
    frames.push(interpenetrating === undefined ? row : { ...row, interpenetrating });
  }

  private async countInterpenetrating({ world, opened }: Session): Promise<number | undefined> {
    if (this.cannotCount) return undefined;
    // The counting code is fetched on demand, because few people count overlaps.
    const part = await onDemand('Counting overlaps', import('../../record/untangled.ts'), this.say);
    this.cannotCount = part === undefined;
    if (!part) return undefined;
    this.vertexCounter ??= new part.InterpenetratingVertices(world);
    return this.vertexCounter.count((await opened.backend.read('positions')) as Float32Array);
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
