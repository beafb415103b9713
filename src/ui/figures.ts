import type { FrameRow } from '../simulation/statistics.ts';
import type { Session } from './session.ts';

/** What stands above the figures: where they come from. */
export interface Origin {
  readonly title: string;
  readonly text: string;
  readonly isRecording: boolean;
}

export function originOf({ scene, world, opened, simulator }: Session, isRecording: boolean): Origin {
  const bodies = `${world.bodies.length} ${world.bodies.length === 1 ? 'body' : 'bodies'}`;
  const tetrahedra = `${world.tetCount.toLocaleString('en')} tetrahedra`;
  const { kind, adapter } = opened.backend;
  const time = `${simulator.time.toFixed(2)} s`;
  return { title: scene.title, text: `${bodies}, ${tetrahedra} · ${kind}: ${adapter} · ${time}`, isRecording };
}

/** Share of a new value in what is shown: figures that flicker can't be read. */
const SMOOTHING = 0.2;
/** Milliseconds between two updates of the text. */
const UPDATE_INTERVAL = 120;

const count = (value: number) => Math.round(value).toLocaleString('en');
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** What a frame's stages do, for people; the record keeps their short names. */
const STAGE_NAMES: Partial<Record<string, string>> = {
  refit: 'update trees',
  dcd: 'find overlaps (dcd)',
  path: 'shortest paths',
  ccd: 'find touches (ccd)',
  projection: 'push contacts apart',
};
const LEGEND = '<p class="legend"><span></span>blue: inside, the deeper the bluer</p>';

/** The live figures at the left of the page. */
export class Figures {
  private fps = 0;
  private lastFrame = 0;
  private lastUpdate = 0;

  constructor(private readonly element: HTMLElement) {}

  /** @param simulated seconds that the frame simulated */
  update(row: FrameRow, simulated: number, origin: Origin): void {
    const time = performance.now();
    const elapsed = time - this.lastFrame;
    this.lastFrame = time;
    const fps = 1000 / Math.max(1, elapsed);
    this.fps = this.fps === 0 ? fps : this.fps + SMOOTHING * (fps - this.fps);
    if (time - this.lastUpdate < UPDATE_INTERVAL) return;
    this.lastUpdate = time;
    const figures = document.createElement('dl');
    figures.innerHTML = figureGroups(row, this.fps, simulated).map(list).join('<div class="rule"></div>');
    const isNew = this.element.childElementCount === 0;
    if (isNew) this.element.innerHTML = `<h1></h1><p class="origin"></p><dl></dl>${LEGEND}`;
    const [title, text, last] = this.element.children;
    title.textContent = origin.title;
    text.textContent = `${origin.text}${origin.isRecording ? ' · recording' : ''}`;
    last.replaceWith(figures);
  }
}

type Group = readonly (readonly [string, string])[];
const list = (group: Group) => group.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('');

function figureGroups(row: FrameRow, fps: number, simulated: number): Group[] {
  const stages = Object.entries(row.stages).map(([stage, time]) => [STAGE_NAMES[stage] ?? stage, ms(time)] as const);
  const perQuery = (mean: number) => (row.queries > 0 ? mean.toFixed(1) : '–');
  return [
    [
      ['frames a second', fps.toFixed(1)],
      ['speed, of real time', `${(simulated * fps).toFixed(2)}×`],
    ],
    [['frame', ms(row.ms)], ...stages],
    [
      ['contacts by ccd', count(row.contactsCcd)],
      ['contacts by dcd', count(row.contactsDcd)],
      ['path queries a step', count(row.queries)],
      ['faces tried a query', perQuery(row.candidates)],
      ['traversals a query', perQuery(row.traversals)],
      ['tetrahedra a query', perQuery(row.tetsVisited)],
      ...(row.contactsDropped + row.pairsDropped > 0
        ? [['without room', count(row.contactsDropped + row.pairsDropped)] as const]
        : []),
    ],
    [
      ['penetrating points', `${count(row.penetrating)} (${(100 * row.penetratingShare).toFixed(2)} %)`],
      ['deepest', `${(1000 * row.deepest).toFixed(2)} mm`],
    ],
  ];
}
