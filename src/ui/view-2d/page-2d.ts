import { buildTriTopology, twofoldAreas } from '../../mesh/triangles/tri-topology.ts';
import { FIGURES, type FlatFigure, PAPER_LINK } from '../../scenes/figures/figures.ts';
import { type FigureName, FIGURES_TITLE } from '../../scenes/figures/figures-scene.ts';
import { combine, type Explanation, type Foot, type Point } from '../../simulation/view/explain/explanation.ts';
import {
  boundaryPoint,
  mapPointToShape,
  explainPath2d,
  pointOf,
  stillBody2d,
  traceRay2d,
  weightsIn,
} from '../../simulation/view/explain/explain-path-2d.ts';
import { createPathScratch2d } from '../../simulation/path-2d/scratch.ts';
import { type Nouns, fillLegend } from '../explore/legend.ts';
import { count, length, type Owner } from '../explore/words.ts';
import { drawExplanation, drawMesh, drawSegment, INK, type Shapes } from './draw-2d.ts';
import { colourSwatches, swatchColour } from '../swatches.ts';
import { arrange, extentOf } from './layout.ts';
import { Picture } from './picture.ts';

const NOUNS: Nouns = { element: 'triangle', boundary: 'boundary' };
/** Distance from a shape's upper left corner to its title [pixels]. */
const TITLE_GAP = 12;
/** Returns the line that explains the letters p and s. @param s meaning of the boundary point s in the current figure */
const keyMarkup = (s: string) =>
  `<b>p</b> the point whose way out is sought · <b>s</b> ${s} · <b>p̄, s̄</b> their places in the rest shape · <a href="${PAPER_LINK}" target="_blank" rel="noopener">the paper</a>`;
const SUBSCRIPTS = ['₁', '₂', '₃', '₄'] as const;

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
    host.innerHTML = `<div class="view-2d"><nav>${FIGURES.map(({ name, title, tab }) => `<button data-figure="${name}" title="${title}">${tab.replace(/:.*/, '<span class="idea">$&</span>')}</button>`).join('')}</nav>
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

  /** Instructions for the shown figure, in one or two sentences. */
  get instructions(): string {
    return this.figure.moves === 's'
      ? 'Follow the outline with the pointer: s follows it. Click inside to move p.'
      : 'Move the pointer over either shape: p follows it. Where two triangles contain p, click to switch between them.';
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
    this.s = figure.s && this.nearestFoot(figure.s);
    for (const button of this.host.querySelectorAll<HTMLElement>('[data-figure]'))
      button.ariaPressed = String(button.dataset.figure === figure.name);
    this.host.querySelector('.caption h2')!.textContent = figure.title;
    this.host.querySelector('.caption p')!.textContent = figure.caption;
    this.host.querySelector('.key')!.innerHTML = keyMarkup(
      figure.moves === 's' ? 'the boundary point that is tried' : 'the boundary point where its shortest path ends',
    );
    this.card.querySelector('.how')!.textContent = this.instructions;
    this.updateExplanations();
    // At first, the shortest of all paths is in focus.
    const lengths = this.explanations.map(({ answer }) => answer?.distance ?? Infinity);
    this.setFocus(Math.max(0, lengths.indexOf(Math.min(...lengths))));
  }

  private mappings(): Pick<Shapes, 'now' | 'rest'> {
    const { rest, positions } = this.figure.flat;
    return arrange(positions, rest.positions, this.svg.clientWidth, this.svg.clientHeight);
  }

  private move(event: PointerEvent): void {
    const { left, top } = this.svg.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    if (this.figure.moves === 's') {
      this.s = this.nearestFoot(this.shapes.now.toShape(x, y));
      this.updateExplanations();
      return;
    }
    const { body, now, rest } = this.shapes;
    const point = now.toShape(x, y);
    const restPlace = rest.toShape(x, y);
    const restTriangle = this.trianglesAt('rest', restPlace)[0];
    if (this.trianglesAt('now', point).length > 0) this.p = point;
    else if (restTriangle !== undefined) this.p = mapPointToShape(body.rest, body.now, restTriangle, restPlace);
    else return;
    this.updateExplanations();
    const focus = this.explanations.findIndex(({ element }) => element === restTriangle);
    if (focus >= 0 && focus !== this.focus) this.setFocus(focus);
  }

  private click(event: MouseEvent): void {
    if (this.figure.moves === 'p') {
      this.setFocus((this.focus + 1) % Math.max(1, this.explanations.length));
      return;
    }
    const { left, top } = this.svg.getBoundingClientRect();
    const point = this.shapes.now.toShape(event.clientX - left, event.clientY - top);
    if (this.trianglesAt('now', point).length === 0) return;
    this.p = point;
    this.updateExplanations();
  }

  /** Returns the triangles that contain a point, in the deformed shape (`now`) or in the rest shape. */
  private trianglesAt(shape: 'now' | 'rest', point: Point): number[] {
    const body = this.shapes.body[shape];
    return Array.from({ length: body.topology.triangleCount }, (_, triangle) => triangle).filter((triangle) =>
      weightsIn(body, triangle, point).every((weight) => weight > 0),
    );
  }

  /** Returns the point of the deformed boundary that is nearest to a place [m]. */
  private nearestFoot(place: Point): Foot {
    const { now } = this.shapes.body;
    const feet = Array.from({ length: now.topology.segmentCount }, (_, segment) => {
      const [a, b] = Array.from(now.topology.segments.subarray(2 * segment, 2 * segment + 2), (v) =>
        pointOf(now.positions, v),
      );
      const product = (place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1]);
      const share = Math.min(1, Math.max(0, product / ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)));
      return {
        segment,
        share,
        distance: Math.hypot(...combine([a, b], [1 - share, share]).map((x, k) => x - place[k])),
      };
    });
    const { segment, share } = feet.reduce((best, foot) => (foot.distance < best.distance ? foot : best));
    return boundaryPoint(now, segment, share, this.p);
  }

  private updateExplanations(): void {
    const containing = this.trianglesAt('now', this.p);
    this.explanations = containing.map((triangle) =>
      explainPath2d(this.scratch, this.shapes.body, this.p, triangle, undefined),
    );
    this.setFocus(Math.min(this.focus, Math.max(0, containing.length - 1)));
  }

  private setFocus(focus: number): void {
    this.focus = focus;
    this.draw();
    const legend = this.card.querySelector<HTMLElement>('.told')!;
    if (this.s) this.showSegment(legend, this.s);
    else if (this.explanations.length > 0) {
      const { explanations } = this;
      const next = () => this.setFocus((this.focus + 1) % explanations.length);
      fillLegend(legend, { where: this.where(), explanations, owners: this.owners, focus }, NOUNS, next);
    }
  }

  /** The owner of each explanation: the triangle that contains p, named after p's place in the rest shape. */
  private get owners(): Owner[] {
    const { explanations } = this;
    if (explanations.length === 1) return [{ name: 'shortest path' }];
    return explanations.map((_, i) => ({ name: `as p̄${SUBSCRIPTS[i] ?? i + 1}` }));
  }

  /** Says how many points of the body lie at p. */
  private where(): string {
    const { inverted, body } = this.shapes;
    const elements = this.explanations.map(({ element }) => element);
    // True if p lies in an inverted triangle at the boundary. A side without a neighbour is a boundary segment.
    const isAmbiguous = elements.some(
      (e) =>
        inverted.has(e) &&
        body.now.topology.neighbours.subarray(3 * e, 3 * e + 3).some((n) => n >= body.now.topology.triangleCount),
    );
    if (isAmbiguous) return 'Here the folded boundary covers the inside, so the closest boundary point is ambiguous.';
    return elements.length > 1
      ? `${count(elements.length, 'triangle')} contain this place, so it counts as ${elements.length} points of the body.`
      : 'One triangle contains this place: it is one point of the body.';
  }

  /** Says whether the segment from p to s stays in the body. */
  private showSegment(legend: HTMLElement, s: Foot): void {
    const trace = this.trace(s);
    const triangles = count(trace.elements.length, 'triangle');
    const verdict = trace.reached
      ? `Valid: the segment passes ${triangles}, each a neighbour of the one before. The last one contains s.`
      : trace.exit
        ? `Invalid: after ${triangles} the segment leaves the body through the boundary.`
        : `Invalid: the segment passes ${triangles}, but none of them contains s: s lies on another layer of the body.`;
    legend.innerHTML = `<p class="where"></p><dl><dt><i class="line" ${swatchColour(trace.reached ? INK.path : INK.invalid)}></i>from p to s</dt><dd>${length(s.distance)}</dd></dl>`;
    colourSwatches(legend);
    legend.querySelector('p')!.textContent = verdict;
  }

  private trace(s: Foot) {
    return traceRay2d(this.scratch, this.shapes.body.now, this.p, this.trianglesAt('now', this.p)[0], s);
  }

  private draw(): void {
    this.shapes = { ...this.shapes, ...this.mappings() };
    const { shapes, explanations, focus, p, s } = this;
    const picture = new Picture(this.svg.clientWidth, this.svg.clientHeight);
    drawMesh(picture, shapes);
    this.drawTitles(picture);
    if (s) drawSegment(picture, shapes, p, this.trianglesAt('now', p)[0], s, this.trace(s));
    else this.drawExplanations(picture, explanations, focus);
    this.svg.innerHTML = picture.markup;
  }

  private drawExplanations(picture: Picture, explanations: readonly Explanation[], focus: number): void {
    const { shapes } = this;
    // The explanation in focus is drawn above the others.
    const order = explanations.map((_, i) => i).sort((i, j) => Number(i === focus) - Number(j === focus));
    for (const i of order) {
      const name = explanations.length > 1 ? `p̄${SUBSCRIPTS[i] ?? i + 1}` : 'p̄';
      drawExplanation(picture, shapes, explanations[i], i === focus, name);
    }
    const at = shapes.now.toPicture(this.p);
    picture.dot(at, 7.5, INK.point);
    picture.label(at, 'p', INK.point);
  }

  private drawTitles(picture: Picture): void {
    for (const [shape, text] of [
      ['now', 'deformed'],
      ['rest', 'rest shape'],
    ] as const) {
      const [x0, , , y1] = extentOf(this.shapes.body[shape].positions);
      const [x, y] = this.shapes[shape].toPicture([x0, y1]);
      picture.title([x, y - TITLE_GAP], text);
    }
  }
}
