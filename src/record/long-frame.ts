import { COUNTERS } from '../simulation/counters.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { Simulator } from '../simulation/simulator.ts';

/** Time after which a frame that isn't done is told about [s]: most frames take less than a second. */
export const LONG_FRAME = 5;

/** The simulation, as far as a long frame is told from it. */
type Watched = Pick<Simulator, 'steps' | 'counters'> & { readonly parameters: { readonly stepsPerFrame: number } };

/** Work of a step that takes time. */
type Work = Pick<FrameRow, 'contactsCcd' | 'contactsDcd' | 'queries'>;

/** Receives what is told of a long frame: phrases without a full stop. */
export interface LongFrameTeller {
  /** Called while the frame is under way, with how far it is. */
  begin(text: string): void;
  /** Called when that frame has ended, with what its steps had to do if that wasn't known before. */
  end(text: string | undefined): void;
}

/** Tells of the first frame of a run that takes long: while it is under way, how far it is, and with what work. */
export class LongFrames {
  private hasTold = false;

  constructor(private readonly teller: LongFrameTeller) {}

  /** Runs a frame. @param steps of the frame; by default as many as the parameters say */
  async watch<T>(simulator: Watched, frame: number, run: () => Promise<T>, steps?: number): Promise<T> {
    if (this.hasTold) return run();
    const before = simulator.steps;
    const count = steps ?? simulator.parameters.stepsPerFrame;
    let isUnexplained = false;
    const timer = setTimeout(() => {
      this.hasTold = true;
      const done = simulator.steps - before;
      isUnexplained = done === 0;
      const work = isUnexplained ? '' : `; its last step had ${workInWords(lastStep(simulator))}`;
      this.teller.begin(
        `frame ${frame} has taken ${LONG_FRAME} s so far, and ${done} of its ${count} steps are done${work}`,
      );
    }, 1000 * LONG_FRAME);
    try {
      return await run();
    } finally {
      clearTimeout(timer);
      // A frame that fails in its first step has nothing to tell of.
      const isKnown = isUnexplained && simulator.steps > before;
      const work = `frame ${frame} took long: its last step had ${workInWords(lastStep(simulator))}`;
      if (this.hasTold) this.teller.end(isKnown ? work : undefined);
    }
  }
}

const lastStep = ({ counters }: Watched): Work => ({
  contactsCcd: counters[COUNTERS.contactsCcd]!,
  contactsDcd: counters[COUNTERS.contactsDcd]!,
  queries: counters[COUNTERS.queries]!,
});

function workInWords({ contactsCcd, contactsDcd, queries }: Work): string {
  const contacts = (contactsCcd + contactsDcd).toLocaleString('en');
  return `${contacts} contacts and ${queries.toLocaleString('en')} queries for shortest paths`;
}
