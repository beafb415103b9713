import { hasCome } from '../../simulation/script/scripted.ts';
import type { Switch } from '../../simulation/script/script.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { Chart } from '../chart/chart.ts';
import type { SceneChoice } from '../link/settings.ts';
import type { Messages } from '../notices/messages.ts';
import { parameterNotice } from '../panel/parameter-words.ts';
import { machineOf, originOf, Readouts, suggestionFor } from '../panel/readouts.ts';
import type { RecordMode } from '../recording/record-mode.ts';
import type { Sizing } from '../sizing/sizing.ts';
import { byId } from './page.ts';
import type { RunningScene } from './running-scene.ts';
import type { Session } from './session.ts';

/** Requests to the page that come out of its frames. */
export interface WatchActions {
  /** The chart was opened or closed. */
  chartToggled(): void;
  /** The person follows a scene's suggestion. */
  load(choice: SceneChoice): void;
  /** The sizing has found that the machine can run a larger size. */
  enlarge(size: number, sizing: Sizing): void;
  /** The scene's script has changed parameters. */
  switched(parameters: Partial<SimulationParameters>): void;
}

/**
 * Runs frames and hands each one's measurements to all that follow them: readouts, chart, recording, notices of the scene's own
 * switches, and the sizing of a scene that started small.
 */
export class FrameWatch {
  readonly chart: Chart;
  private readonly readouts: Readouts;
  private readonly switches = new ThrownSwitches();
  private sizing: Sizing | undefined;

  constructor(
    private readonly messages: Messages,
    private readonly recording: RecordMode,
    private readonly actions: WatchActions,
  ) {
    const toggled = () => actions.chartToggled();
    this.chart = new Chart(byId('chart'), toggled, (text) => messages.tell(text));
    this.readouts = new Readouts(byId('readouts'), ({ compare }) => {
      // A suggestion is a comparison of times: the chart shows it.
      this.chart.isShown = true;
      actions.load({ compare });
    });
  }

  /**
   * Starts to follow another run.
   * @param sizing finds out whether the machine can run a larger size; undefined if the size was chosen
   * @param tell shows the scene's notices; called as soon as it is known that the scene keeps its size
   */
  begin(session: Session, sizing: Sizing | undefined, tell: () => void): void {
    const { scene, size, opened } = session;
    const { name, title } = scene;
    this.chart.begin({ name, title, origin: `${name}, size ${size} · ${machineOf(session)}` });
    this.sizing?.started(scene, size, opened.backend.kind);
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

  /** Ends the sizing because the person does something with the scene: it must not be exchanged for a larger one. */
  stopSizing(): void {
    this.sizing?.stop();
  }

  /** Ends the sizing without a result because another scene was asked for: a frame under way must not ask for more. */
  dropSizing(): void {
    this.sizing?.drop();
  }

  /** Simulates and shows a frame, then reports it. @param steps by default as many as the scene's parameters say */
  async frame(running: RunningScene, steps: number | undefined): Promise<void> {
    const { recording, sizing } = this;
    const { session } = running;
    const { simulator } = session;
    const { extras } = recording;
    const before = simulator.time;
    const rows = await running.frame(steps, extras);
    for (const { time, parameters } of this.switches.thrown(session)) {
      this.actions.switched(parameters);
      this.messages.tell(parameterNotice(time, parameters));
    }
    const simulated = simulator.time - before;
    const [row] = rows;
    if (row) await recording.add(row, session, extras);
    this.chart.add(rows, running.sides);
    if (!row) return;
    const suggestion = suggestionFor(session.scene.name, running.comparison);
    this.readouts.update(row, simulated, originOf(session, recording.frames, suggestion));
    if (recording.isOn || simulator.attachments.length > 0) this.stopSizing();
    sizing?.add(row);
  }

  /** Called instead of `frame` while the simulation stands still. */
  rest(): void {
    this.readouts.rest();
    this.stopSizing();
  }
}

/** Finds the switches of a scene's script, changes of parameters at given times, when they take effect. */
export class ThrownSwitches {
  private session: Session | undefined;
  /** Switches of the session that were returned already. */
  private told = 0;

  /** @returns the switches that took effect since the last call, or since the session began */
  thrown(session: Session): readonly Switch[] {
    if (this.session !== session) this.told = 0;
    this.session = session;
    const { switches = [] } = session.world.script;
    const { time, parameters } = session.simulator;
    // A switch takes effect before the first step that begins at its time or later.
    const lastBegin = time - parameters.timeStep;
    const thrown = switches.slice(this.told).filter((one) => hasCome(one.time, lastBegin));
    this.told += thrown.length;
    return thrown;
  }
}
