import type { SimulationParameters } from '../simulation/parameters.ts';
import { failureInWords } from './about.ts';
import type { Messages } from './messages.ts';
import { toldChange } from './parameter-words.ts';
import { Readings } from './readings.ts';
import type { RecordMode } from './record-mode.ts';
import type { Session } from './session.ts';
import type { Show } from './show.ts';
import { ThrownSwitches } from './switches.ts';
import type { Trial } from './trial.ts';
import type { SceneChoice } from './wanted.ts';

/** What the page does of what its frames ask for. */
export interface WatchActions {
  chartToggled(): void;
  /** What a scene suggests. */
  load(choice: SceneChoice): void;
  /** The scene's script has changed parameters. */
  switched(parameters: Partial<SimulationParameters>): void;
}

/** All that looks at each frame: figures and chart, the recorder, the scene's own switches, and the trial of a small size. */
export class FrameWatch {
  private readonly readings: Readings;
  private readonly switches = new ThrownSwitches();
  private trial: Trial | undefined;

  constructor(
    private readonly messages: Messages,
    private readonly recording: RecordMode,
    private readonly actions: WatchActions,
  ) {
    const failed = (error: unknown) => messages.tell(failureInWords(error, false, []).text);
    const toggled = () => actions.chartToggled();
    this.readings = new Readings({ toggled, failed }, ({ compare }) => actions.load({ compare }));
  }

  get chart() {
    return this.readings.chart;
  }

  /** Another run. @param trial whether a larger size would do, where nobody chose one */
  begin(session: Session, trial: Trial | undefined): void {
    this.readings.begin(session);
    this.trial = trial;
  }

  /** Simulates and shows a frame, and tells of it. @param steps as many as come in time by default */
  async frame(show: Show, steps: number | undefined): Promise<void> {
    const { recording, readings, trial } = this;
    const { simulator } = show.session;
    const { wants } = recording;
    const before = simulator.time;
    const rows = await show.frame(steps, wants);
    for (const { time, parameters } of this.switches.thrown(show.session)) {
      this.actions.switched(parameters);
      this.messages.tell(toldChange(time, parameters));
    }
    readings.add(rows, show, simulator.time - before, recording.isOn);
    const [row] = rows;
    if (!row) return;
    await recording.add(row, wants);
    if (recording.isOn) trial?.stop();
    trial?.add(row);
  }

  /** Nothing moves. */
  rest(): void {
    this.readings.rest();
    this.trial?.stop();
  }
}
