import type { Comparison } from '../app/comparison.ts';
import { STAGE_SERIES } from '../../record/stage-colours.ts';
import { type FrameRow, droppedPerStep } from '../../simulation/statistics.ts';
import type { StageClock } from '../../simulation/program/stage.ts';
import { placesByClock, stepProgram } from '../../simulation/step.ts';
import type { Session } from '../app/session.ts';

/** A comparison that the readouts suggest for a scene. Its result is seen in the chart of frame times. */
export interface Suggestion {
  readonly text: string;
  readonly compare: Comparison;
}

const SUGGESTIONS: Readonly<Record<string, Suggestion>> = {
  culling: {
    text: 'Figure 21, live: with and without culling, as a chart',
    compare: { name: 'culling', value: 'off' },
  },
};

/** Returns the suggested comparison for a scene; undefined if there is none, or while a comparison runs. */
export const suggestionFor = (scene: string, compare: Comparison | undefined): Suggestion | undefined =>
  compare ? undefined : SUGGESTIONS[scene];

/** The run that the readouts are about. The text above the readouts describes it. */
export interface RunDescription {
  readonly title: string;
  readonly text: string;
  /** The scene's description, which says what to look for. */
  readonly about: string;
  /** Number of frames recorded so far; undefined while nothing is recorded. */
  readonly recorded: number | undefined;
  /** Returns, per stage, the place where it runs: the GPU or the pool of workers. */
  readonly places: () => ReadonlyMap<StageClock, string>;
  readonly suggestion: Suggestion | undefined;
}

export function describedRun(
  session: Session,
  recorded: number | undefined,
  suggestion: Suggestion | undefined,
): RunDescription {
  const { scene, simulator, opened, world } = session;
  const text = `${machineOf(session)} · ${simulator.time.toFixed(2)} s`;
  const places = () =>
    placesByClock(stepProgram({ parameters: simulator.parameters, grabs: [] }, world).passes, opened.backend.kind);
  return { title: scene.title, text, about: scene.description, recorded, places, suggestion };
}

/** Returns the numbers of bodies and tetrahedra, the backend and the processor, in one line. */
export function machineOf({ world, opened }: Session): string {
  const bodies = `${world.bodies.length} ${world.bodies.length === 1 ? 'body' : 'bodies'}`;
  const tetrahedra = `${world.tetCount.toLocaleString('en')} tetrahedra`;
  const { kind, adapter } = opened.backend;
  return `${bodies}, ${tetrahedra} · ${kind}: ${adapter}`;
}

/** Weight of a new value in the smoothed frames per second. Without smoothing, the readout would flicker. */
const SMOOTHING = 0.2;
/** Minimum time between two updates of the text [ms]. */
const UPDATE_INTERVAL = 120;

const count = (value: number) => Math.round(value).toLocaleString('en');
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** Tooltips of stages whose names don't say what they do. */
const STAGE_MEANINGS: Partial<Record<string, string>> = {
  projection: 'pushes contacts apart',
  refit: 'updates the bounding boxes of the trees',
  ccd: 'finds contacts along the motion, by continuous collision detection',
  dcd: 'finds points inside bodies, by discrete collision detection',
};
const FPS_MEANING = 'from the wall time between frames, including the browser’s drawing, which is slow without a GPU';
/** The card without values. Updates fill in the values but keep the elements, so that a part that the person has folded stays folded. */
const CARD = `
  <h1></h1><p class="origin"></p><p class="about" title="click for more or less"></p>
  <button class="suggestion" hidden></button>
  <dl class="inside"></dl>
  <p class="legend"><span></span>blue: inside<i class="more">, the deeper the bluer</i></p>
  <dl class="speed"></dl>
  <details><summary>frame<b></b></summary><dl class="stages"></dl></details>
  <dl class="contacts"></dl>`;

/** Parts of the card that are known before a scene's first frame: title, line about the run, description. */
const HEAD = ['h1', '.origin', '.about'] as const;

/** The live readouts at the left of the page. */
export class Readouts {
  /** Smoothed frames per second; undefined until two frames were shown without a pause between them. */
  private fps: number | undefined;
  /** Time of the last frame, and of the last update of the text [ms, as performance.now()]. */
  private lastFrame: number | undefined;
  private lastUpdate = 0;
  private suggestion: Suggestion | undefined;
  /** Heading, line below it and description before an announcement; undefined while nothing is announced. */
  private before: readonly string[] | undefined;

  /** @param follow called when the person clicks the suggestion */
  constructor(
    private readonly element: HTMLElement,
    private readonly follow: (suggestion: Suggestion) => void,
  ) {}

  /** Shows a frame's measurements, at most once per UPDATE_INTERVAL. @param simulatedTime simulated time of the frame [s] */
  update(row: FrameRow, simulatedTime: number, origin: RunDescription): void {
    const time = performance.now();
    if (this.lastFrame !== undefined) this.smooth(1000 / Math.max(1, time - this.lastFrame));
    this.lastFrame = time;
    if (time - this.lastUpdate < UPDATE_INTERVAL) return;
    this.lastUpdate = time;
    if (this.element.childElementCount === 0) this.fillCard();
    this.endAnnouncement();
    this.suggest(origin.suggestion);
    this.head(origin.title, `${origin.text}${recordedInWords(origin.recorded)}`, origin.about);
    this.part('summary b').textContent = ms(row.ms);
    this.showList('.inside', insideOf(row));
    this.showList('.speed', speedOf(this.fps, simulatedTime));
    this.showList('.stages', stagesOf(row, origin.places()));
    this.showList('.contacts', contactsOf(row));
  }

  /** Shows a scene that is being loaded, instead of the figures of the scene before: its title, a line about it, and its description. */
  announce(title: string, text: string, about: string): void {
    if (this.element.childElementCount === 0) this.fillCard();
    this.before ??= HEAD.map((selector) => this.part(selector).textContent ?? '');
    this.element.classList.add('announcing');
    this.head(title, text, about);
    this.lastUpdate = 0;
  }

  /** Shows the scene before again, because the announced one will not come. */
  withdraw(): void {
    if (!this.before) return;
    const [title = '', origin = '', about = ''] = this.before;
    this.endAnnouncement();
    if (title === '') this.element.replaceChildren();
    else this.head(title, origin, about);
  }

  /** Fills the parts of HEAD. A description that the person has unfolded stays so until another one comes. */
  private head(...texts: readonly [title: string, text: string, about: string]): void {
    for (const [i, selector] of HEAD.entries()) {
      const part = this.part(selector);
      if (part.textContent === texts[i]) continue;
      part.classList.remove('open');
      part.textContent = texts[i]!;
    }
  }

  private endAnnouncement(): void {
    this.before = undefined;
    this.element.classList.remove('announcing');
  }

  /** Called while the simulation stands still, so that the pause doesn't count as part of the next frame's time. */
  rest(): void {
    if (this.lastFrame === undefined) return;
    this.fps = this.lastFrame = undefined;
    this.lastUpdate = 0;
    if (this.element.childElementCount > 0) this.showList('.speed', speedOf(undefined, 0));
  }

  private smooth(fps: number): void {
    this.fps = this.fps === undefined ? fps : this.fps + SMOOTHING * (fps - this.fps);
  }

  private suggest(suggestion: Suggestion | undefined): void {
    if (suggestion === this.suggestion) return;
    this.suggestion = suggestion;
    this.part('.suggestion').hidden = suggestion === undefined;
    this.part('.suggestion').textContent = suggestion?.text ?? '';
  }

  private fillCard(): void {
    this.element.innerHTML = CARD;
    this.part('.suggestion').onclick = () => this.suggestion && this.follow(this.suggestion);
    const about = this.part('.about');
    about.onclick = () => about.classList.toggle('open');
  }

  private part(selector: string): HTMLElement {
    return this.element.querySelector<HTMLElement>(selector)!;
  }

  private showList(selector: string, readouts: Group): void {
    const list = this.part(selector);
    const cells = list.children;
    // If the names haven't changed, their elements stay, so that an open tooltip stays too.
    const isSame = ([name, , className = '']: Readout, i: number) =>
      cells[2 * i]?.textContent === name && cells[2 * i]!.className === className;
    if (cells.length === 2 * readouts.length && readouts.every(isSame)) {
      for (const [i, [, value]] of readouts.entries()) cells[2 * i + 1]!.textContent = value;
    } else list.innerHTML = readouts.map(rowOf).join('');
  }
}

const DROPPED_MEANING =
  'left out because their list was full; all lists together grow by at most 2 GB, and only while there is memory';

/** Name, value, CSS class and tooltip of a readout. */
type Readout = readonly [string, string, string?, (string | undefined)?];
type Group = readonly Readout[];

const rowOf = ([name, value, className = '', meaning]: Readout): string =>
  `<dt class="${className}"${meaning ? ` title="${meaning}"` : ''}>${name}</dt><dd class="${className}">${value}</dd>`;

const recordedInWords = (frames: number | undefined): string =>
  frames === undefined ? '' : ` · recording, ${frames} ${frames === 1 ? 'frame' : 'frames'}`;

const insideOf = (row: FrameRow): Group => [
  ['penetrating points', `${count(row.penetrating)} (${(100 * row.penetratingShare).toFixed(2)} %)`],
  ['deepest', `${(1000 * row.deepest).toFixed(2)} mm`],
];

const speedOf = (fps: number | undefined, simulatedTime: number): Group => [
  ['frames per second', fps?.toFixed(1) ?? '–', '', FPS_MEANING],
  ['speed (1× is real time)', fps === undefined ? '–' : `${(simulatedTime * fps).toFixed(2)}×`],
];

function stagesOf({ stages }: FrameRow, places: ReturnType<RunDescription['places']>): Group {
  return STAGE_SERIES.map(({ stage, label }) => {
    const place = places.get(stage as StageClock);
    const meaning = [STAGE_MEANINGS[stage], place && `runs on: ${place}`].filter(Boolean).join('; ');
    return [label, ms(stages[stage]), '', meaning || undefined];
  });
}

function contactsOf(row: FrameRow): Group {
  const perQuery = (mean: number) => (row.queries > 0 ? mean.toFixed(1) : '–');
  const dropped = droppedPerStep(row);
  return [
    ['contacts by ccd', count(row.contactsCcd)],
    ['contacts by dcd', count(row.contactsDcd)],
    ...(dropped > 0 ? [['contacts without room', count(Math.ceil(dropped)), 'lost', DROPPED_MEANING] as const] : []),
    ['path queries per step', count(row.queries)],
    ['faces tried per query', perQuery(row.candidates)],
    ['traversals per query', perQuery(row.traversals)],
    ['tetrahedra per query', perQuery(row.tetsVisited)],
  ];
}
