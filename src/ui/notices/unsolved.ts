import { noteOnResidual } from '../../simulation/integrators/implicit-euler/residual-note.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { Session } from '../app/session.ts';
import type { Messages } from './messages.ts';

/** Number of frames over which the residual's mean is taken: a single step in a crash may end early without harm. */
const FRAMES = 30;

/** Tells the person, once per start of a scene, that the linear solves of implicit Euler end before they have converged. */
export class UnsolvedNotice {
  private session: Session | undefined;
  private sum = 0;
  private frames = 0;
  private isTold = false;

  constructor(private readonly messages: Pick<Messages, 'say'>) {}

  /** Adds a frame of the first half. */
  add({ linearResidual }: Pick<FrameRow, 'linearResidual'>, session: Session): void {
    if (session !== this.session) {
      this.session = session;
      this.isTold = false;
      this.sum = 0;
      this.frames = 0;
    }
    if (this.isTold) return;
    this.sum += linearResidual;
    if (++this.frames < FRAMES) return;
    const [note] = noteOnResidual(this.sum / this.frames, session.simulator.parameters);
    this.sum = 0;
    this.frames = 0;
    if (note === undefined) return;
    this.isTold = true;
    this.messages.say(`${note[0].toUpperCase()}${note.slice(1)}.`);
  }
}
