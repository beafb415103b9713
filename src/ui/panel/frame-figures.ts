import { readbackInWords } from '../../record/readback-in-words.ts';
import { STAGE_SERIES } from '../../record/stage-colours.ts';
import type { Readback } from '../../simulation/backend.ts';
import { MOST_HITS_PER_VERTEX } from '../../simulation/contacts/ccd/capacities.ts';
import { isGuarded } from '../../simulation/contacts/guarantee/is-guarded.ts';
import { type FrameRow, droppedPerStep } from '../../simulation/statistics.ts';
import type { StageClock } from '../../simulation/program/stage.ts';
import { placesByClock, stepProgram } from '../../simulation/step.ts';
import type { Dimension } from '../../simulation/world/model.ts';
import { hasAir } from '../../simulation/world/world.ts';
import type { Comparison } from '../app/comparison.ts';
import type { Session } from '../app/session.ts';
import { machineOf, type Readouts } from './readouts.ts';

/** A comparison that the readouts suggest for a scene. Its result is seen in the chart of frame times. */
interface Suggestion {
  readonly text: string;
  readonly compare: Comparison;
}

const SUGGESTIONS: Readonly<Record<string, Suggestion>> = {
  culling: {
    text: 'Figure 21, live: with and without culling, as a chart',
    compare: { name: 'culling', value: 'off' },
  },
};

/** A frame to show. */
export interface ShownFrame {
  readonly row: FrameRow;
  readonly session: Session;
  /** Simulated time of the frame [s]. */
  readonly simulatedTime: number;
  /** Number of frames recorded so far; undefined while nothing is recorded. */
  readonly recorded: number | undefined;
  readonly isComparison: boolean;
}

/** Frames per second are counted over this time [ms], and over at least this number of intervals. A shorter time would make them flicker. */
const RATE_WINDOW = 2000;
const LEAST_INTERVALS = 4;
/** Minimum time between two updates of the text [ms]. */
const UPDATE_INTERVAL = 120;

const count = (value: number) => Math.round(value).toLocaleString('en');
/** Writes a mean of small counts: a whole number without decimals. */
const decimals = (value: number) => String(Number(value.toFixed(1)));
/** Writes a share with two digits. */
const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** Tooltips of stages whose names don't say what they do. */
const STAGE_MEANINGS: Partial<Record<string, string>> = {
  solve: 'moves the vertices of elastic bodies; with implicit Euler, contacts are part of it',
  projection: 'pushes contacts apart',
  refit: 'updates the bounding boxes of the trees',
  ccd: 'finds contacts along the motion, by continuous collision detection',
  dcd: 'finds points inside bodies, by discrete collision detection',
  air: 'turns inverted elements of air back',
  flips: 'improves the air mesh, by flips or removals of edges and faces',
  walks: 'finds contacts by walking over the elements of air',
};
const FPS_MEANING = 'from the wall time between frames, including the browser’s drawing, which is slow without a GPU';
const OTHER_MEANING =
  'reading back and colouring what is drawn, recording, and waiting until the frame is shown, which takes long without a GPU; in a comparison also the other side';
/** Parts that the figures add to the card, above and below its legend. */
const ABOVE = '<button class="suggestion" hidden></button><dl class="inside"></dl>';
const BELOW = `
  <dl class="speed"></dl>
  <details><summary>frame<b></b></summary><dl class="stages"></dl></details>
  <dl class="contacts"></dl>
  <dl class="linear"></dl>`;

/** The live figures of a frame, in the card at the left of the page. Their code is fetched after the first frame. */
export class FrameFigures {
  /** Times of the recent frames since the last pause [ms, as performance.now()]; the last one is that of the present frame. */
  private readonly frameTimes: number[] = [];
  /** Time of the last update of the text [ms, as performance.now()]. */
  private lastUpdate = 0;
  private suggestion: Suggestion | undefined;
  /** The first of the frames whose steps have all been free until now. */
  private freeSince: number | undefined;

  /**
   * @param element the card
   * @param card the part of it that is there from the beginning
   * @param follow called when the person chooses the suggested comparison
   */
  constructor(
    private readonly element: HTMLElement,
    private readonly card: Readouts,
    follow: (compare: Comparison) => void,
  ) {
    this.part('.about').insertAdjacentHTML('afterend', ABOVE);
    element.insertAdjacentHTML('beforeend', BELOW);
    this.part('.suggestion').onclick = () => this.suggestion && follow(this.suggestion.compare);
  }

  /** Shows a frame's measurements, at most once per UPDATE_INTERVAL. */
  update({ row, session, simulatedTime, recorded, isComparison }: ShownFrame): void {
    const time = performance.now();
    const lastFrame = this.frameTimes.at(-1);
    const between = lastFrame === undefined ? undefined : Math.max(1, time - lastFrame);
    this.frameTimes.push(time);
    const rate = framesPerSecond(this.frameTimes);
    this.freeSince = row.free === 1 ? Math.min(this.freeSince ?? row.frame, row.frame) : undefined;
    // A frame of the scene before may come while another scene is loaded.
    if (time - this.lastUpdate < UPDATE_INTERVAL || this.card.isAnnouncing) return;
    this.lastUpdate = time;
    const { scene, simulator } = session;
    this.suggest(isComparison ? undefined : SUGGESTIONS[scene.name]);
    const origin = `${machineOf(session)} · ${simulator.time.toFixed(2)} s${recordedInWords(recorded)}`;
    this.card.show(scene.title, origin, scene.description);
    this.part('summary b').textContent = ms(between ?? row.ms);
    const withAir = hasAir(session.world);
    // Bodies in the plane have no inside, and no other contacts than those of air.
    const isFlat = withAir && session.world.dimension === 2;
    this.showList('.inside', [
      ...(isFlat ? [] : insideOf(row)),
      ...overlapOf(row, session.world.dimension),
      ...heldOf(row, this.freeSince, isGuarded(simulator.parameters, session.world)),
      ...(withAir ? airOf(row) : []),
    ]);
    this.showList('.speed', speedOf(rate, simulatedTime));
    this.showList('.stages', [
      ...stagesOf(row, placesOf(session), between, withAir),
      ...readbackOf(simulator.readback),
    ]);
    this.showList('.contacts', isFlat ? [] : contactsOf(row));
    this.showList('.linear', linearSolvesOf(row));
  }

  /** Called while the simulation stands still, so that the pause doesn't count as part of the next frame's time. */
  rest(): void {
    if (this.frameTimes.length === 0) return;
    this.frameTimes.length = 0;
    this.lastUpdate = 0;
    this.showList('.speed', speedOf(undefined, 0));
  }

  private suggest(suggestion: Suggestion | undefined): void {
    if (suggestion === this.suggestion) return;
    this.suggestion = suggestion;
    this.part('.suggestion').hidden = suggestion === undefined;
    this.part('.suggestion').textContent = suggestion?.text ?? '';
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

/**
 * Returns the number of frames per second in the last RATE_WINDOW, or over LEAST_INTERVALS if that takes longer; undefined if there are fewer
 * than two frames. Two frames may come within a millisecond; so the mean of the frames' own rates would be far too high.
 * @param times of frames [ms], ascending; those that no longer count are removed
 */
export function framesPerSecond(times: number[]): number | undefined {
  const last = times.at(-1);
  if (last === undefined) return undefined;
  while (times.length > LEAST_INTERVALS + 1 && last - times[0] > RATE_WINDOW) times.shift();
  return times.length < 2 ? undefined : (1000 * (times.length - 1)) / Math.max(1, last - times[0]);
}

/** Returns, per stage, the place where it runs: the GPU or the pool of workers. */
const placesOf = ({ simulator, world, opened }: Session) =>
  placesByClock(stepProgram({ parameters: simulator.parameters, grabs: [] }, world).passes, opened.backend.kind);

const DROPPED_MEANING = `left out because their list was full: a step has at most ${MOST_HITS_PER_VERTEX} contacts of CCD per surface vertex, and keeps the deepest; all lists together grow by at most 2 GB, and only while there is memory`;

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

const OVERLAP_MEANING =
  'share of the volume that lies in other bodies or in other parts of the same body, by the centroids of elements: 100 % for bodies in one place';
const TURNED_MEANING = 'elements that are flat or inside out';
const LEAST_VOLUME_MEANING = 'volume of a body over that at rest, the least of all bodies';

/** Returns how much of the bodies lies in other bodies or parts, and what is left of the bodies themselves. */
export const overlapOf = (
  { overlapShare, inverted, leastVolume }: Pick<FrameRow, 'overlapShare' | 'inverted' | 'leastVolume'>,
  dimension: Dimension,
): Group => {
  if (leastVolume === undefined) return []; // Sheets have no volume.
  const word = dimension === 2 ? 'area' : 'volume';
  const inWords = (meaning: string) => meaning.replaceAll('volume', word);
  return [
    [`${word} in other ${word}`, percent(overlapShare), '', inWords(OVERLAP_MEANING)],
    ['inverted elements', count(inverted), '', TURNED_MEANING],
    [`least ${word} of a body`, percent(leastVolume), '', inWords(LEAST_VOLUME_MEANING)],
  ];
};

const FREE_MEANING =
  'from this frame on nothing crosses, nothing lies inside of something else, and nothing turns inside out: guaranteed';
const HELD_MEANING = 'vertices whose motion a step has shortened, since something would have crossed';
const WAITING_MEANING = 'vertices that the scene moves, and that stop before what is in their way until it makes room';
const PLANES_MEANING =
  'planes that the scene moves, and that stop at what they press until it makes room; they are drawn where the scene wants them';

/** Returns since when the scene is free, and how much the guarantee has to do. */
export const heldOf = (
  { truncated, drivenWaiting, planesWaiting }: Pick<FrameRow, 'truncated' | 'drivenWaiting' | 'planesWaiting'>,
  freeSince: number | undefined,
  isHeld: boolean,
): Group =>
  isHeld
    ? [
        ['free', freeSince === undefined ? 'not yet' : `since frame ${freeSince}`, '', FREE_MEANING],
        ['held vertices per step', decimals(truncated), '', HELD_MEANING],
        ...(drivenWaiting > 0
          ? [['moved vertices that wait', decimals(drivenWaiting), '', WAITING_MEANING] as const]
          : []),
        ...(planesWaiting > 0
          ? [['moved planes that wait', decimals(planesWaiting), '', PLANES_MEANING] as const]
          : []),
      ]
    : [];

const INVERTED_MEANING =
  'elements of air that are inside out at the end of a step, mean over the frame’s steps: there bodies have passed one another';
const CONTACTS_MEANING = 'pairs of points close to each other, found by walking over the air';
const CHANGES_MEANING = 'flips, or removals of edges and faces, that have improved the air mesh';
/** Stages that only scenes with an air mesh have. */
const AIR_STAGES: ReadonlySet<string> = new Set(['air', 'flips', 'walks']);

/** Returns the figures of an air mesh. */
export const airOf = (row: Pick<FrameRow, 'airInverted' | 'airChanges' | 'contactsAir'>): Group => [
  ['inverted air', decimals(row.airInverted), '', INVERTED_MEANING],
  ['changes of air per step', decimals(row.airChanges), '', CHANGES_MEANING],
  ['contacts by air', count(row.contactsAir), '', CONTACTS_MEANING],
];

const speedOf = (fps: number | undefined, simulatedTime: number): Group => [
  ['frames per second', fps?.toFixed(1) ?? '–', '', FPS_MEANING],
  ['speed (1× is real time)', fps === undefined ? '–' : `${(simulatedTime * fps).toFixed(2)}×`],
];

/** @param between wall time from the frame before to this one [ms], if that one came right before */
function stagesOf(
  row: FrameRow,
  places: ReturnType<typeof placesOf>,
  between: number | undefined,
  withAir: boolean,
): Group {
  const shown = STAGE_SERIES.filter(({ stage }) => withAir || !AIR_STAGES.has(stage));
  const stages = shown.map(({ stage, label }): Readout => {
    const place = places.get(stage as StageClock);
    const meaning = [STAGE_MEANINGS[stage], place && `runs on: ${place}`].filter(Boolean).join('; ');
    return [label, ms(row.stages[stage]), '', meaning || undefined];
  });
  const other = between === undefined ? '–' : ms(Math.max(0, between - row.ms));
  return [...stages, ['other', other, '', OTHER_MEANING]];
}

const READBACK_MEANING =
  'what the GPU sends back for a frame’s steps and figures, and how often the page waits for it; drawing may need more. A wait lasts until the GPU is done with all before, drawing too';

/** Returns what a frame brings back from the GPU; nothing on a backend without one. */
export const readbackOf = (readback: Readback | undefined): Group =>
  readback ? [['read back per frame', readbackInWords(readback), '', READBACK_MEANING]] : [];

const ITERATIONS_MEANING = 'iterations of conjugate gradients, in all linear solves of a step';
const RESIDUAL_MEANING =
  'residual that the last linear solve of a step has left, compared with that at the step’s beginning; mean over the frame’s steps';

/** Returns the figures of implicit Euler's linear solves; none if the integrator solves no linear systems. */
export function linearSolvesOf(row: FrameRow): Group {
  if (row.linearSolves === 0) return [];
  return [
    ['linear solves per step', decimals(row.linearSolves)],
    ['linear iterations per step', count(row.linearIterations), '', ITERATIONS_MEANING],
    ['residual left', percent(row.linearResidual), '', RESIDUAL_MEANING],
  ];
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
