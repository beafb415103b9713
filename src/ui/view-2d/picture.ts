import { element, escaped } from '../../record/svg.ts';
import { halfSize, type Label, type Place, placeLabels, type TextBox } from './place-labels.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** Layers of the picture, the lowest first. Shapes of the layer `region` are transparent as one, so that overlaps aren't darker. */
const LAYERS = ['mesh', 'guest', 'region', 'elements', 'rays', 'paths', 'dots'] as const;
export type Layer = (typeof LAYERS)[number];

/** A figure as SVG markup. It has some hundred shapes, and is written anew with each move of the pointer. */
export class Picture {
  private readonly layers = new Map<Layer, string[]>(LAYERS.map((layer) => [layer, []]));
  private readonly labels: Label[] = [];
  private readonly dots: { at: Place; radius: number }[] = [];
  private readonly paths: (readonly Place[])[] = [];
  private readonly outlines: (readonly Place[])[] = [];
  private readonly titles: TextBox[] = [];

  /** @param width, height of the picture [pixels] */
  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {}

  polygon(layer: Layer, corners: readonly Place[], attributes: Attributes): void {
    this.add(layer, element('polygon', { points: pointsAttribute(corners), ...attributes }));
  }

  line(layer: Layer, points: readonly Place[], attributes: Attributes): void {
    if (layer === 'paths') this.paths.push(points);
    if (layer === 'mesh') this.outlines.push(points);
    const round = { 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
    this.add(layer, element('polyline', { points: pointsAttribute(points), fill: 'none', ...round, ...attributes }));
  }

  /** Draws a small disc that labels may cover. */
  circle(layer: Layer, [cx, cy]: Place, r: number, fill: string): void {
    this.add(layer, element('circle', { cx, cy, r, fill }));
  }

  /** Draws a dot with a white rim, so that the dot is visible on any colour. */
  dot([x, y]: Place, radius: number, ink: string): void {
    this.dots.push({ at: [x, y], radius });
    this.add('dots', element('circle', { cx: x, cy: y, r: radius, fill: ink, stroke: '#fff', 'stroke-width': 2 }));
  }

  /** Adds a short text that names a place. `markup` positions the text when all shapes are known, so that the text covers little. */
  label(at: Place, text: string, ink: string): void {
    this.labels.push({ at, text, ink });
  }

  title([x, y]: Place, text: string): void {
    const half = halfSize(text);
    this.titles.push({ middle: [x + half[0], y - half[1] / 2], half });
    this.add('mesh', element('text', { x, y, class: 'title' }, escaped(text)));
  }

  get markup(): string {
    const { labels, dots, paths, outlines, titles, width, height } = this;
    const placedLabels = placeLabels(labels, { dots, paths, outlines, titles, width, height });
    const leaders = placedLabels.map(({ leader, ink }) =>
      element('polyline', { points: pointsAttribute(leader), stroke: ink, class: 'leader' }),
    );
    const texts = placedLabels.map(({ middle: [x, y], text, ink }) =>
      element(
        'text',
        { x, y, fill: ink, class: 'label', 'text-anchor': 'middle', 'dominant-baseline': 'central' },
        escaped(text),
      ),
    );
    const below = LAYERS.filter((layer) => layer !== 'dots').map((layer) => {
      const shapes = this.layers.get(layer)!.join('');
      return layer === 'region' ? element('g', { class: 'region' }, shapes) : shapes;
    });
    return [...below, ...leaders, ...this.layers.get('dots')!, ...texts].join('');
  }

  private add(layer: Layer, text: string): void {
    this.layers.get(layer)!.push(text);
  }
}

const pointsAttribute = (places: readonly Place[]): string =>
  places.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
