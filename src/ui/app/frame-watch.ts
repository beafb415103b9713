import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Messages } from '../notices/messages.ts';
import { toldChange } from '../panel/parameter-words.ts';
import type { RecordMode } from '../recording/record-mode.ts';
import type { Session } from './session.ts';
import type { RunningScene } from './running-scene.ts';
import type { Sizing } from '../sizing/sizing.ts';
import type { SceneChoice } from '../link/settings.ts';
import { hasCome } from '../../simulation/script/scripted.ts';
import type { Switch } from '../../simulation/script/script.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { Chart } from '../chart/chart.ts';
import { Figures, machineOf, originOf, type Suggestion, suggestionFor } from '../panel/readouts.ts';
import { byId } from './page.ts';

/** What the page does of what its frames ask for. */
export interface WatchActions {
  chartToggled(): void;
  /** What a scene suggests. */
  load(choice: SceneChoice): void;
  /** A sizing has found that the machine can run more. */
  enlarge(size: number, sizing: Sizing): void;
  /** The scene's script has changed parameters. */
  switched(parameters: Partial<SimulationParameters>): void;
}

/** All that looks at each frame: figures and chart, the recorder, the scene's own switches, and the sizing of a small size. */
export class FrameWatch {
  private readonly readings: Readings;
  private readonly switches = new ThrownSwitches();
  private sizing: Sizing | undefined;

  constructor(
    private readonly messages: Messages,
    private readonly recording: RecordMode,
    private readonly actions: WatchActions,
  ) {
    const failed = (text: string) => messages.tell(text);
    const toggled = () => actions.chartToggled();
    this.readings = new Readings({ toggled, failed }, ({ compare }) => actions.load({ compare }));
  }

  get chart() {
    return this.readings.chart;
  }

  /**
   * Another run.
   * @param sizing whether a larger size would do, where nobody chose one
   * @param tell what to do once it is known that the scene stays as it is
   */
  begin(session: Session, sizing: Sizing | undefined, tell: () => void): void {
    this.readings.begin(session);
    this.sizing?.started(session.scene, session.size, session.opened.backend.kind);
    this.sizing = sizing;
    if (!sizing) {
      tell();
      return;
    }
    this.messages.hide();
    sizing.onEnd = (larger) => {
      if (larger === undefined) tell();
      else this.actions.enlarge(larger, sizing);
    };
  }

  /** The person does something with the scene: it isn't exchanged for a larger one. */
  stopSizing(): void {
    this.sizing?.stop();
  }

  /** Something else was asked for; a frame that is under way mustn't ask for more. */
  dropSizing(): void {
    this.sizing?.drop();
  }

  /** Simulates and shows a frame, and tells of it. @param steps as many as come in time by default */
  async frame(running: RunningScene, steps: number | undefined): Promise<void> {
    const { recording, readings, sizing } = this;
    const { simulator } = running.session;
    const { wants } = recording;
    const before = simulator.time;
    const rows = await running.frame(steps, wants);
    for (const { time, parameters } of this.switches.thrown(running.session)) {
      this.actions.switched(parameters);
      this.messages.tell(toldChange(time, parameters));
    }
    const simulated = simulator.time - before;
    const [row] = rows;
    if (row) await recording.add(row, running.session, wants);
    readings.add(rows, running, simulated, recording.frames);
    if (!row) return;
    if (recording.isOn || simulator.attachments.length > 0) this.stopSizing();
    sizing?.add(row);
  }

  /** Nothing moves. */
  rest(): void {
    this.readings.rest();
    this.stopSizing();
  }
}

/** What a scene's script sets by itself, as it happens. */
export class ThrownSwitches {
  private session: Session | undefined;
  private told = 0;

  /** @returns the switches that were thrown since it was asked last, or since the session began */
  thrown(session: Session): readonly Switch[] {
    if (this.session !== session) this.told = 0;
    this.session = session;
    const { switches = [] } = session.world.script;
    const { time, parameters } = session.simulator;
    // A switch is thrown before the first step that begins at its time or later.
    const lastBegin = time - parameters.timeStep;
    const thrown = switches.slice(this.told).filter((one) => hasCome(one.time, lastBegin));
    this.told += thrown.length;
    return thrown;
  }
}

/** What the page tells of its frames, in numbers and as a chart. */
export class Readings {
  readonly chart: Chart;
  private readonly figures: Figures;

  /** @param chart what to do when it is opened or closed, and where it can't be fetched @param follow does what a scene suggests; the chart is open then */
  constructor(
    chart: { readonly toggled: () => void; readonly failed: (text: string) => void },
    follow: (suggestion: Suggestion) => void,
  ) {
    this.chart = new Chart(byId('chart'), chart.toggled, chart.failed);
    this.figures = new Figures(byId('figures'), (suggestion) => {
      this.chart.isShown = true;
      follow(suggestion);
    });
  }

  /** Another run. */
  begin(session: Session): void {
    const { name, title } = session.scene;
    this.chart.begin({ name, title, origin: `${name}, size ${session.size} · ${machineOf(session)}` });
  }

  /** @param rows one a half @param simulated seconds that the frame simulated @param recorded frames so far */
  add(rows: readonly (FrameRow | undefined)[], running: RunningScene, simulated: number, recorded: number | undefined): void {
    this.chart.add(rows, running.sides);
    const suggestion = suggestionFor(running.session.scene.name, running.comparison);
    if (rows[0]) this.figures.update(rows[0], simulated, originOf(running.session, recorded, suggestion));
  }

  /** Nothing moves. */
  rest(): void {
    this.figures.rest();
  }
}
