import { hasVolume } from '../../mesh/topology.ts';
import { noteOnBroken } from '../../simulation/diagnostics/broken-note.ts';
import { noteOnOverlap, OverlapWatch } from '../../simulation/diagnostics/overlap-note.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { World } from '../../simulation/world/world.ts';
import type { Session } from '../app/session.ts';
import { inPanelWords } from '../panel/parameter-words.ts';
import { UNTANGLE_NAME } from '../panel/untangle-rows.ts';
import { type Messages, sentence } from './messages.ts';

/** Bodies are judged by the frames of so much simulated time [s], but for rounding, and by at least so many. */
const DURATION = 1 - 1e-9;
const FRAMES = 30;

/** Tells the person, once each per start of a scene, that bodies don't come apart, and that the simulation looks broken. */
export class StateNotice {
  private session: Session | undefined;
  private mode: SimulationParameters['mode'] | undefined;
  private overlaps = new OverlapWatch();
  private isBrokenTold = false;
  /** Frames that have not been judged. */
  private readonly rows: FrameRow[] = [];

  constructor(private readonly messages: Pick<Messages, 'say'>) {}

  /** Whether piercing edges should be counted in the next frame: in the last one before a judgement, since counting takes long. */
  get wantsPiercing(): boolean {
    const { rows } = this;
    const [first, before, last] = [rows[0], rows.at(-2), rows.at(-1)];
    if (this.isBrokenTold || !first || !before || !last) return false;
    return rows.length + 1 >= FRAMES && 2 * last.time - before.time - first.time >= DURATION;
  }

  /** Adds a frame of the first half. */
  add(row: FrameRow, session: Session): void {
    const { world, simulator } = session;
    const { parameters } = simulator;
    if (session !== this.session) this.begin(session);
    // What overlaps while collisions are off, or before they are turned on, is meant to.
    if (parameters.mode !== this.mode) this.forget(parameters.mode);
    const found = parameters.mode === 'off' ? undefined : this.overlaps.add(row);
    const notes = found ? noteOnOverlap(found, parameters, world).map((note) => note + untangling(world)) : [];
    if (!this.isBrokenTold) notes.push(...this.judge(row, session));
    if (notes.length > 0) this.messages.say(notes.map((note) => inPanelWords(sentence(note))).join('\n'));
  }

  private begin(session: Session): void {
    this.session = session;
    this.overlaps = new OverlapWatch();
    this.isBrokenTold = false;
    this.forget(session.simulator.parameters.mode);
  }

  private forget(mode: SimulationParameters['mode']): void {
    this.mode = mode;
    this.rows.length = 0;
    this.overlaps.restart();
  }

  /** Judges the frames so far once they are enough, and begins anew. */
  private judge(row: FrameRow, { world, simulator }: Session): string[] {
    const { rows } = this;
    rows.push(row);
    if (rows.length < FRAMES || row.time - rows[0].time < DURATION) return [];
    const notes = noteOnBroken(rows, simulator.parameters, world);
    rows.length = 0;
    this.isBrokenTold = notes.length > 0;
    return notes;
  }
}

/** Returns what else frees the bodies, on the page: a button that knows bodies with volume alone. */
const untangling = ({ dimension, models }: World): string =>
  dimension === 3 && models.every(({ topology }) => hasVolume(topology))
    ? `; ‘${UNTANGLE_NAME}’ in the panel looks for a pose without overlap nearby`
    : '';
