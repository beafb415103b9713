import { buildTriTopology, twofoldAreas } from '../../mesh/triangles/tri-topology.ts';
import { FIGURES, type FlatFigure } from '../../scenes/figures/figures.ts';
import { type FigureName, FIGURES_TITLE } from '../../scenes/figures/figures-scene.ts';
import type { Explanation, Foot, Point } from '../../simulation/view/explain/explanation.ts';
import {
  explainPath2d,
  judgeVertex2d,
  mapPointToShape,
  pointOf,
  stillBody2d,
  traceRay2d,
} from '../../simulation/view/explain/explain-path-2d.ts';
import { createPathScratch2d } from '../../simulation/path-2d/scratch.ts';
import { type Nouns, fillLegend } from '../explore/legend.ts';
import type { Owner } from '../explore/words.ts';
import { drawExplanation, drawMesh, drawSegment, INK, type Shapes } from './draw-2d.ts';
import { drawGuest, drawRegion, drawVertex, nameBoundaries } from './draw-marks.ts';
import { arrange, extentOf } from './layout.ts';
import { Picture } from './picture.ts';
import { nearestFoot, nearestVertex, trianglesAt, trianglesOver } from './places.ts';
import {
  aboutImages,
  aboutPlace2d,
  aboutRegion,
  aboutSegment,
  IDLE_KEYS,
  INSTRUCTIONS,
  keyMarkup,
  restName,
  showRows,
} from './told-2d.ts';

const NOUNS: Nouns = { element: 'triangle', boundary: 'boundary' };
/** Distance from a shape's upper left corner to its title [pixels]. */
const TITLE_GAP = 12;
/** A click chooses a boundary vertex that is at most this far away [pixels]. */
const CLICK_REACH = 24;

/** Returns a figure's tab. Narrow windows leave out the ends of words (class `ending`), or the idea. */
const tabMarkup = ({ name, title, tab }: FlatFigure) =>
  `<button data-figure="${name}" title="${title}">${tab
    .replace(/:.*/, '<span class="idea">$&</span>')
    .replace('Figure', 'Fig<span class="ending">ure</span>')}</button>`;

/** The page of the paper's 2D figures: shortest paths in flat shapes, without a simulation. */
export class Page2d {
  /** Explanations that are shown, one per triangle that contains p; public for tests. */
  explanations: readonly Explanation[] = [];
  /** Index of the explanation that is drawn in full and told in the card. */
  focus = 0;
  private figure: FlatFigure = FIGURES[0];
  private shapes!: Shapes;
  /** The query point [m]. */
  private p: Point = [0, 0];
  /** The boundary point that follows the pointer, in figures where the person moves it; else undefined. */
  private s: Foot | undefined;
  /** The boundary vertex s of the kinds `notation` and `region`; else undefined. */
  private vertex: number | undefined;
  private readonly scratch = createPathScratch2d();
  private readonly svg: SVGSVGElement;
  private readonly listening = new AbortController();

  /**
   * @param figure name of the figure to begin with; by default the first
   * @param onFigure called when the person has chosen a figure
   */
  constructor(
    private readonly host: HTMLElement,
    private readonly card: HTMLElement,
    figure: FigureName | undefined,
    onFigure: () => void,
  ) {
    host.innerHTML = `<div class="view-2d"><nav>${FIGURES.map(tabMarkup).join('')}</nav>
      <svg aria-label="The figure" role="img"></svg><p class="key"></p><div class="caption"><h2></h2><p></p></div></div>`;
    this.svg = host.querySelector('svg')!;
    card.hidden = false;
    card.innerHTML = `<header><h1>${FIGURES_TITLE}</h1></header><p class="how"></p><div class="told" aria-live="polite"></div>`;
    const { signal } = this.listening;
    for (const button of host.querySelectorAll<HTMLButtonElement>('[data-figure]'))
      button.addEventListener(
        'click',
        () => {
          this.show(button.dataset.figure as FigureName);
          onFigure();
        },
        { signal },
      );
    this.svg.addEventListener('pointermove', (event) => this.move(event), { signal });
    this.svg.addEventListener('click', (event) => this.click(event), { signal });
    addEventListener('resize', () => this.draw(), { signal });
    this.show(figure ?? FIGURES[0].name);
  }

  close(): void {
    this.listening.abort();
    this.host.replaceChildren();
    this.card.replaceChildren();
    this.card.hidden = true;
  }

  /** Name of the figure that is shown, as in links. */
  get figureName(): FigureName {
    return this.figure.name;
  }

  /** Messages for keys that have nothing to do here. */
  readonly idleKeys = IDLE_KEYS;

  /** Instructions for the shown figure, in one or two sentences. */
  get instructions(): string {
    return INSTRUCTIONS[this.figure.kind];
  }

  show(name: FigureName): void {
    const figure = FIGURES.find((candidate) => candidate.name === name) ?? FIGURES[0];
    this.figure = figure;
    const { rest, positions } = figure.flat;
    const topology = buildTriTopology(rest.triangles, rest.positions.length / 2);
    const areas = twofoldAreas(positions, rest.triangles);
    const inverted = new Set(Array.from(areas.keys()).filter((triangle) => areas[triangle] <= 0));
    const body = stillBody2d(topology, positions, rest.positions);
    this.shapes = { body, inverted, ...this.mappings() };
    this.p = figure.p;
    this.focus = 0;
    this.s = figure.s && nearestFoot(body.now, figure.s, this.p);
    this.vertex = figure.kind === 'notation' ? nearestVertex(body.now, figure.p).vertex : figure.vertex;
    this.svg.dataset.kind = figure.kind;
    for (const button of this.host.querySelectorAll<HTMLElement>('[data-figure]')) {
      const isShown = button.dataset.figure === figure.name;
      button.ariaPressed = String(isShown);
      if (isShown) scrollTo(button);
    }
    this.host.querySelector('.caption h2')!.textContent = figure.title;
    this.host.querySelector('.caption p')!.textContent = figure.caption;
    this.host.querySelector('.key')!.innerHTML = keyMarkup(figure);
    this.card.querySelector('.how')!.textContent = this.instructions;
    this.updateExplanations();
    // At first, the shortest of all paths is in focus.
    const lengths = this.explanations.map(({ answer }) => answer?.distance ?? Infinity);
    this.setFocus(Math.max(0, lengths.indexOf(Math.min(...lengths))));
  }

  private mappings(): Pick<Shapes, 'now' | 'rest'> {
    const { flat, guest, p } = this.figure;
    const beside = guest ? guest.positions.map((x, i) => x + p[i % 2]) : [];
    const shown = Float32Array.of(...flat.positions, ...beside);
    return arrange(shown, flat.rest.positions, this.svg.clientWidth, this.svg.clientHeight);
  }

  private move(event: PointerEvent): void {
    const { left, top } = this.svg.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const { body, now, rest } = this.shapes;
    const point = now.toShape(x, y);
    const restPlace = rest.toShape(x, y);
    const { kind } = this.figure;
    if (kind === 'notation') {
      // Both shapes have the same vertices. The one whose outline is nearer to the pointer counts.
      const [here, there] = [nearestVertex(body.now, point), nearestVertex(body.rest, restPlace)];
      const isHere = here.distance * now.scale <= there.distance * rest.scale;
      this.vertex = (isHere ? here : there).vertex;
    } else if (kind === 'segment') this.s = nearestFoot(body.now, point, this.p);
    else if (trianglesAt(body.now, point).length > 0) this.p = point;
    else {
      const triangle = trianglesAt(body.rest, restPlace)[0];
      if (triangle === undefined) return;
      this.p = mapPointToShape(body.rest, body.now, triangle, restPlace);
    }
    this.updateExplanations();
    if (kind === 'segment') return;
    const restTriangle = trianglesAt(body.rest, restPlace)[0];
    const focus = this.explanations.findIndex(({ element }) => element === restTriangle);
    if (focus >= 0 && focus !== this.focus) this.setFocus(focus);
  }

  private click(event: MouseEvent): void {
    const { left, top } = this.svg.getBoundingClientRect();
    const { now } = this.shapes;
    const point = now.toShape(event.clientX - left, event.clientY - top);
    if (this.figure.kind === 'segment') {
      if (trianglesAt(this.shapes.body.now, point).length === 0) return;
      this.p = point;
      this.updateExplanations();
      return;
    }
    const near = nearestVertex(this.shapes.body.now, point);
    if (this.figure.kind === 'region' && near.distance * now.scale <= CLICK_REACH) {
      this.vertex = near.vertex;
      this.setFocus(this.focus);
    } else this.setFocus((this.focus + 1) % Math.max(1, this.explanations.length));
  }

  private updateExplanations(): void {
    const { body } = this.shapes;
    const own = this.figure.kind === 'notation' ? this.vertex : undefined;
    if (own !== undefined) this.p = pointOf(body.now.positions, own);
    const containing = own === undefined ? trianglesAt(body.now, this.p) : trianglesOver(body.now, own);
    this.explanations = containing.map((triangle) => explainPath2d(this.scratch, body, this.p, triangle, own));
    this.setFocus(Math.min(this.focus, Math.max(0, containing.length - 1)));
  }

  private setFocus(focus: number): void {
    this.focus = focus;
    this.draw();
    const legend = this.card.querySelector<HTMLElement>('.told')!;
    const { explanations, s, vertex, shapes, figure } = this;
    if (s) {
      const trace = this.trace(s);
      const ink = trace.reached ? INK.path : INK.invalid;
      showRows(legend, aboutSegment(trace), [{ ink, name: 'from p to s', length: s.distance }]);
    } else if (figure.kind === 'notation') {
      const rows = explanations.map(({ answer }, i) => ({
        ink: i === focus ? INK.path : INK.other,
        name: `shortest path of ${restName(i, explanations.length)}`,
        length: answer?.distance,
      }));
      showRows(legend, aboutImages(explanations.length), rows);
    } else if (explanations.length > 0) {
      const next = () => this.setFocus((this.focus + 1) % explanations.length);
      const where =
        vertex === undefined
          ? aboutPlace2d(
              shapes,
              explanations.map(({ element }) => element),
            )
          : this.aboutRegion(explanations[focus], vertex);
      fillLegend(legend, { where, explanations, owners: this.owners, focus }, NOUNS, next);
    }
  }

  private aboutRegion(explanation: Explanation, vertex: number): string {
    const { scratch, shapes } = this;
    const judgement = judgeVertex2d(scratch, shapes.body, explanation.point, explanation.element, vertex);
    return aboutRegion(shapes, vertex, explanation, judgement);
  }

  /** The owner of each explanation: the triangle that contains p, named after p's place in the rest shape. */
  private get owners(): Owner[] {
    const { explanations } = this;
    if (explanations.length === 1) return [{ name: 'shortest path' }];
    return explanations.map((_, i) => ({ name: `as ${restName(i, explanations.length)}` }));
  }

  private trace(s: Foot) {
    return traceRay2d(this.scratch, this.shapes.body.now, this.p, trianglesAt(this.shapes.body.now, this.p)[0], s);
  }

  private draw(): void {
    this.shapes = { ...this.shapes, ...this.mappings() };
    const { shapes, figure, p, s, vertex } = this;
    const picture = new Picture(this.svg.clientWidth, this.svg.clientHeight);
    drawMesh(picture, shapes);
    this.drawTitles(picture);
    if (figure.guest) drawGuest(picture, shapes, figure.guest, p);
    if (figure.kind === 'region' && vertex !== undefined) drawRegion(picture, shapes, vertex);
    if (s) drawSegment(picture, shapes, p, trianglesAt(shapes.body.now, p)[0], s, this.trace(s));
    else this.drawExplanations(picture);
    if (figure.kind === 'notation' && vertex !== undefined) {
      drawVertex(picture, shapes, vertex, [this.explanations.length > 0 ? 's = p' : 's', 's̄']);
      nameBoundaries(picture, shapes);
    }
    this.svg.innerHTML = picture.markup;
  }

  private drawExplanations(picture: Picture): void {
    const { shapes, explanations, focus } = this;
    const { kind } = this.figure;
    const detail = kind === 'paths' ? 'all' : kind === 'region' ? 'rejected' : 'path';
    // The explanation in focus is drawn above the others.
    const order = explanations.map((_, i) => i).sort((i, j) => Number(i === focus) - Number(j === focus));
    for (const i of order) {
      const names = { p: restName(i, explanations.length), s: kind === 'paths' ? 's' : '' } as const;
      drawExplanation(picture, shapes, explanations[i], i === focus, names, detail);
    }
    if (kind === 'notation') return;
    const at = shapes.now.toPicture(this.p);
    picture.dot(at, 7.5, INK.point);
    picture.label(at, 'p', INK.point);
  }

  private drawTitles(picture: Picture): void {
    const [nowTitle, restTitle] = this.figure.titles ?? ['deformed', 'rest shape'];
    for (const [shape, text] of [
      ['now', nowTitle],
      ['rest', restTitle],
    ] as const) {
      const [x0, , , y1] = extentOf(this.shapes.body[shape].positions);
      const [x, y] = this.shapes[shape].toPicture([x0, y1]);
      picture.title([x, y - TITLE_GAP], text);
    }
  }
}

/** Scrolls a tab to the middle of the row, which is longer than a narrow window. */
function scrollTo(tab: HTMLElement): void {
  const row = tab.parentElement!;
  row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
