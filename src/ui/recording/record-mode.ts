import type { FrameRow } from '../../simulation/statistics.ts';
import { downloadRecording } from './download.ts';
import type { Messages } from '../notices/messages.ts';
import { Recorder } from './recorder.ts';
import type { Session } from '../app/session.ts';
import type { FrameExtras } from '../app/half.ts';
import type { RunningScene } from '../app/running-scene.ts';

/** Actions of the recorder's controls in the panel. */
export interface RecordActions {
  toggle(): void;
  /** Whether recorded frames get exact counts of overlaps: piercing edges and penetrating vertices. */
  countsOverlaps: boolean;
  save(format: 'csv' | 'json'): void;
}

/** The page's recorder, with its messages and downloads. */
export class RecordMode implements RecordActions {
  countsOverlaps = false;
  private readonly recorder: Recorder;
  /** The recorded scene and side, in words. */
  private subject = '';

  /** @param onToggle called when the person starts or stops a recording */
  constructor(
    private readonly messages: Messages,
    private readonly running: () => RunningScene | undefined,
    private readonly onToggle: (isOn: boolean) => void,
  ) {
    this.recorder = new Recorder((text) => messages.tell(text));
  }

  get isOn(): boolean {
    return this.recorder.isRecording;
  }

  /** Number of frames recorded so far; undefined while nothing is recorded. */
  get frames(): number | undefined {
    return this.isOn ? this.recorder.count : undefined;
  }

  /** Additional measurements that the recording needs of the next frame. */
  get extras(): FrameExtras {
    return { hash: this.isOn, piercing: this.isOn && this.countsOverlaps };
  }

  toggle(): void {
    const running = this.running();
    if (this.isOn) this.recorder.stop();
    else if (running) this.start(running);
    this.onToggle(this.isOn);
  }

  private start({ session, sides: [left] }: RunningScene): void {
    this.recorder.start(session);
    this.subject = `${session.scene.name}${left ? `, the left side (${left})` : ''}`;
    if (left) this.messages.say(`Only the left side is recorded (${left}).`);
  }

  /** Stops the recording because another run replaces the recorded run. @param tell shows a notice if frames were recorded */
  stop(tell: (text: string) => void): void {
    const { frames, subject } = this;
    this.recorder.stop();
    if (!frames) return;
    tell(`Recorded ${frames} ${frames === 1 ? 'frame' : 'frames'} of ${subject}: download the recording in the panel.`);
  }

  /**
   * Adds a frame of the left half to the recording. The caller must not have changed the state since the end of the frame.
   * @param extras measurements that were requested for this frame
   */
  async add(row: FrameRow, session: Session, extras: FrameExtras): Promise<void> {
    if (extras.hash) await this.recorder.add(row, session);
  }

  save(format: 'csv' | 'json'): void {
    const recording = this.recorder.recording();
    if (recording) void downloadRecording(recording, format, (text) => this.messages.tell(text));
    else this.messages.say('Nothing is recorded yet: press ‘Start recording’, then let some frames pass.');
  }
}
