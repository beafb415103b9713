import { noteOnOffset } from '../../simulation/contacts/projection/note.ts';
import { isReached } from '../../simulation/script/scripted.ts';
import type { Switch } from '../../simulation/script/script.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { hasAir } from '../../simulation/world/world.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { Chart } from '../chart/chart.ts';
import { OWN_SCENE } from '../link/own-document.ts';
import type { SceneChoice } from '../link/settings.ts';
import { LongFrames } from '../../record/long-frame.ts';
import type { RestNotice } from '../notices/at-rest.ts';
import { type Messages, sentence } from '../notices/messages.ts';
import type { StateNotice } from '../notices/state-notice.ts';
import type { UnsolvedNotice } from '../notices/unsolved.ts';
import type { FrameFigures } from '../panel/frame-figures.ts';
import { machineOf, Readouts } from '../panel/readouts.ts';
import type { RecordMode } from '../recording/record-mode.ts';
import { type Comparison, worthComparing } from './comparison.ts';
import { LatePart, onDemand } from './on-demand.ts';
import type { Sizing } from '../sizing/sizing.ts';
import { Speed } from '../sizing/speed.ts';
import { byId } from './page.ts';
import { NO_EXTRAS, type RunningScene } from './running-scene.ts';
import type { Session } from './session.ts';

/** Functions of the page that FrameWatch calls. */
export interface WatchActions {
  /** Called when the chart was opened or closed. */
  chartToggled(): void;
  /** Called when the person chooses the comparison that the readouts suggest, or the next scene. */
  load(choice: SceneChoice): void;
  /** Called when the person wants to see a scene again that has come to rest. */
  reset(): void;
  /** Called when the sizing has found that the machine can run a larger size. */
  enlarge(size: number, sizing: Sizing): void;
  /** Called when other comparisons have become worth offering. */
  comparisonsChanged(comparisons: readonly Comparison[]): void;
  /** Called when the scene's script has changed parameters. */
  parametersSwitched(parameters: Partial<SimulationParameters>): void;
}

/**
 * Simulates frames. Passes each frame's measurements to readouts, chart and recording. If the scene started small, also passes them to
 * the sizing, which finds out whether the machine can run a larger size.
 * Shows a notice when the scene's script changes parameters.
 */
export class FrameWatch {
  readonly chart: Chart;
  private readonly readouts: Readouts;
  /** Without its code the card has no figures. */
  private readonly figures = new LatePart<FrameFigures>(async () => {
    const part = await onDemand('The live figures', import('../panel/frame-figures.ts'), (text) => console.warn(text));
    // The suggested comparison is about times, which the chart shows.
    const follow = (compare: Comparison) => {
      this.chart.isShown = true;
      this.actions.load({ compare });
    };
    return part && new part.FrameFigures(byId('readouts'), this.readouts, follow);
  });
  private readonly switches = new ScriptSwitches();
  /** Without its code scenes rest unnoticed. */
  private readonly restNotice = new LatePart<RestNotice>(async () => {
    const part = await onDemand('The notice of rest', import('../notices/at-rest.ts'), (text) => console.warn(text));
    return part && new part.RestNotice(this.messages, this.actions);
  });
  /** Without its code nothing is said of linear solves. */
  private readonly unsolved = new LatePart<UnsolvedNotice>(async () => {
    const part = await onDemand('The notice of linear solves', import('../notices/unsolved.ts'), (text) =>
      console.warn(text),
    );
    return part && new part.UnsolvedNotice(this.messages);
  });
  /** Without its code nothing is said of what overlaps or looks broken. */
  private readonly stateNotice = new LatePart<StateNotice>(async () => {
    const code = import('../notices/state-notice.ts');
    const part = await onDemand('The notice of broken states', code, (text) => console.warn(text));
    return part && new part.StateNotice(this.messages);
  });
  private sizing: Sizing | undefined;
  /** Tells of frames that take long, of the session that runs. */
  private longFrames: { readonly session: Session; readonly frames: LongFrames } | undefined;
  /** The speed of this machine, from the frames that were simulated. */
  readonly speed = new Speed();
  /** Names of scenes in which paths were searched since the page was opened. */
  private readonly scenesWithPaths = new Set<string>();

  constructor(
    private readonly messages: Messages,
    private readonly recorder: () => RecordMode | undefined,
    private readonly actions: WatchActions,
  ) {
    const onToggle = () => actions.chartToggled();
    this.chart = new Chart(byId('chart'), onToggle, (text) => messages.tell(text));
    this.readouts = new Readouts(byId('readouts'));
  }

  /**
   * Called when a scene has started.
   * @param sizing finds out whether the machine can run a larger size; undefined if the person or the link chose the size
   * @param showNotices shows the scene's notices; called as soon as the scene is known to keep its size
   */
  begin(session: Session, sizing: Sizing | undefined, showNotices: () => void): void {
    const { scene, size, opened } = session;
    const { name, title } = scene;
    this.figures.now?.rest();
    this.chart.begin({ name, size, title, origin: `${name}, size ${size} · ${machineOf(session)}` });
    this.sizing?.afterStart(scene, size, opened.backend.kind);
    this.sizing = sizing;
    if (!sizing) {
      showNotices();
      return;
    }
    this.messages.hide();
    sizing.onEnd = (larger) => {
      if (larger === undefined) showNotices();
      else this.actions.enlarge(larger, sizing);
    };
  }

  /** Ends the sizing because the person uses the scene. The scene must then keep its size. */
  stopSizing(): void {
    this.sizing?.stop();
  }

  /** Ends the sizing because another scene starts. The frame that is under way can then no longer lead to a larger size. */
  dropSizing(): void {
    this.sizing?.drop();
    // Nor does it matter any more how long that frame takes.
    this.longFrames = undefined;
  }

  /**
   * Simulates and shows a frame, then passes on its measurements.
   * @param steps number of steps; by default `stepsPerFrame`
   * @returns the measurements, in a comparison those of the left half; undefined if that half is broken
   */
  async frame(running: RunningScene, steps: number | undefined): Promise<FrameRow | undefined> {
    const { sizing } = this;
    const recording = this.recorder();
    const { session } = running;
    const { simulator } = session;
    const piercing = this.stateNotice.now?.wantsPiercing ?? false;
    // The rows of a recording all have the same figures.
    const extras = recording?.isOn ? recording.extras : { ...NO_EXTRAS, piercing };
    const [startTime, startSteps] = [simulator.time, simulator.steps];
    const parametersBefore = simulator.parameters;
    const rows = await this.longFramesOf(session).watch(
      simulator,
      running.frames,
      () => running.frame(steps, extras),
      steps,
    );
    void this.tellSwitches(session, parametersBefore);
    const simulatedTime = simulator.time - startTime;
    const [row] = rows;
    if (row && !running.comparison) this.measureSpeed(row, session, simulator.steps - startSteps);
    if (row) await recording?.add(row, session, extras);
    this.chart.add(rows, running.sides);
    this.notePaths(rows, session);
    this.restNotice.now?.add(rows, session, recording?.isOn === true);
    // The first frame doesn't wait for its code.
    if (running.frames > 1) {
      void this.restNotice.fetch();
      void this.stateNotice.fetch();
      if (simulator.parameters.integrator === 'implicit-euler') void this.unsolved.fetch();
    }
    if (!row) return undefined;
    this.unsolved.now?.add(row, session);
    this.stateNotice.now?.add(row, session);
    const { title, description } = session.scene;
    if (running.frames === 1) this.readouts.show(title, machineOf(session), description);
    const isComparison = running.comparison !== undefined;
    const shown = { row, session, simulatedTime, recorded: recording?.frames, isComparison };
    this.figures.call((figures) => figures.update(shown));
    if (recording?.isOn || simulator.grabs.length > 0) this.stopSizing();
    sizing?.add(row);
    return row;
  }

  /** Returns what tells of a session's frames that take long. */
  private longFramesOf(session: Session): LongFrames {
    if (this.longFrames?.session !== session) {
      let withdraw = () => {};
      // What is told of a frame that ends after its scene was left is of no interest.
      const isCurrent = () => this.longFrames?.session === session;
      const begin = (text: string) => {
        const { build, world, simulator, scene } = session;
        const ofBodies = scene.name === OWN_SCENE ? build.notes : [];
        const causes = [...ofBodies, ...noteOnOffset(world, simulator.parameters)];
        // It stays until the frame ends, so that the page doesn't stand still without a word.
        if (isCurrent()) withdraw = this.messages.offer([text, ...causes].map(sentence).join('\n'), []);
      };
      const end = (text: string | undefined) => {
        withdraw();
        if (text && isCurrent()) this.messages.tell(sentence(text));
      };
      this.longFrames = { session, frames: new LongFrames({ begin, end }) };
    }
    return this.longFrames.frames;
  }

  private measureSpeed({ frame, ms, stages }: FrameRow, { world, opened }: Session, steps: number): void {
    this.speed.add(opened.backend.kind, frame, { tetrahedra: world.tetCount, steps }, ms - stages.render);
  }

  /** Fetches what shows frames' figures, unless that was requested before. */
  fetchFigures(): void {
    void this.figures.fetch();
  }

  /** Shows which scene is being loaded, in place of the figures of the scene before. */
  announce(title: string, text: string, about: string): void {
    this.readouts.announce(title, text, about);
  }

  /** Shows the figures of the scene before again, because loading was cancelled or refused. */
  withdraw(): void {
    this.readouts.withdraw();
  }

  /** Returns the comparisons that the page offers for a session. */
  comparisonsOf({ scene, simulator, world }: Session): readonly Comparison[] {
    const { switches = [] } = world.script;
    const hasPaths = this.scenesWithPaths.has(scene.name);
    const air = hasAir(world) ? world.dimension : undefined;
    return worthComparing({ parameters: simulator.parameters, switches, hasPaths, air });
  }

  /** Notes that points have got inside a body, so that paths are searched for them, and path methods are worth comparing. */
  private notePaths(rows: readonly (FrameRow | undefined)[], session: Session): void {
    const { name } = session.scene;
    if (this.scenesWithPaths.has(name) || !rows.some((row) => row && row.queries > 0)) return;
    this.scenesWithPaths.add(name);
    this.actions.comparisonsChanged(this.comparisonsOf(session));
  }

  /** Tells which parameters the scene's script has changed in the last frame. @param before parameters before that frame */
  private async tellSwitches(session: Session, before: SimulationParameters): Promise<void> {
    const switches = this.switches.newlyEffective(session);
    for (const { parameters } of switches) this.actions.parametersSwitched(parameters);
    if (switches.length > 0) this.actions.comparisonsChanged(this.comparisonsOf(session));
    const last = switches.at(-1);
    if (!last) return;
    const code = import('../notices/switch-words.ts');
    const part = await onDemand('The notice of what has changed', code, (text) => this.messages.tell(text));
    // Switches of one frame are told as one.
    const changed = { time: last.time, parameters: Object.assign({}, ...switches.map(({ parameters }) => parameters)) };
    if (part) this.messages.explain(part.switchInWords(changed, before, session.startParameters));
  }

  /** Called instead of `frame` while the simulation stands still. */
  rest(): void {
    this.figures.now?.rest();
    this.stopSizing();
  }
}

/** Finds the switches of a scene's script that have just taken effect. A switch changes parameters at a given time. */
export class ScriptSwitches {
  private session: Session | undefined;
  /** Number of the session's switches that `newlyEffective` has already returned. */
  private returnedCount = 0;

  /** @returns the switches that took effect since the last call, or since the session began */
  newlyEffective(session: Session): readonly Switch[] {
    if (this.session !== session) this.returnedCount = 0;
    this.session = session;
    const { switches = [] } = session.world.script;
    const { time, parameters } = session.simulator;
    // A switch takes effect in the first step that begins at the switch's time or later.
    const lastStepStart = time - parameters.timeStep;
    const newlyEffective = switches.slice(this.returnedCount).filter((one) => isReached(one.time, lastStepStart));
    this.returnedCount += newlyEffective.length;
    return newlyEffective;
  }
}
