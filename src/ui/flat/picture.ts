/** A place on the picture [pixels]. */
export type Place = readonly [number, number];
type Attributes = Readonly<Record<string, string | number>>;

/** What lies above what, from below. */
const LAYERS = ['mesh', 'elements', 'rays', 'paths', 'dots'] as const;
export type Layer = (typeof LAYERS)[number];

/** Labels nearer to one another than this are moved apart [pixels]; a letter is so wide. */
const LINE = 19;
const LETTER = 7.6;

interface PlacedLabel {
  readonly at: Place;
  readonly text: string;
  readonly ink: string;
}

/** A figure as the text of an SVG's inside: some hundred shapes, written anew with each move. */
export class Picture {
  private readonly layers = new Map<Layer, string[]>(LAYERS.map((layer) => [layer, []]));
  private readonly labels: PlacedLabel[] = [];

  polygon(layer: Layer, corners: readonly Place[], attributes: Attributes): void {
    this.add(layer, shape('polygon', { points: listed(corners), ...attributes }));
  }

  line(layer: Layer, points: readonly Place[], attributes: Attributes): void {
    const round = { 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
    this.add(layer, shape('polyline', { points: listed(points), fill: 'none', ...round, ...attributes }));
  }

  /** With a white rim, so that it reads on anything. */
  dot([x, y]: Place, radius: number, ink: string): void {
    this.add('dots', shape('circle', { cx: x, cy: y, r: radius, fill: ink, stroke: '#fff', 'stroke-width': 2 }));
  }

  /** A short text about there; where another one is in the way it moves below it. */
  label(at: Place, text: string, ink: string): void {
    let [x, y] = at;
    const isTaken = (other: PlacedLabel) =>
      Math.abs(other.at[0] - x) < (LETTER * (other.text.length + text.length)) / 2 && Math.abs(other.at[1] - y) < LINE;
    for (let other = this.labels.find(isTaken); other; other = this.labels.find(isTaken)) y = other.at[1] + LINE;
    this.labels.push({ at: [x, y], text, ink });
  }

  title([x, y]: Place, text: string): void {
    this.add('mesh', shape('text', { x, y, class: 'title' }, text));
  }

  get markup(): string {
    const labels = this.labels.map(({ at: [x, y], text, ink }) =>
      shape('text', { x, y, fill: ink, class: 'label', 'text-anchor': 'middle', 'dominant-baseline': 'central' }, text),
    );
    return [...[...this.layers.values()].flat(), ...labels].join('');
  }

  private add(layer: Layer, text: string): void {
    this.layers.get(layer)!.push(text);
  }
}

const listed = (places: readonly Place[]): string =>
  places.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');

const shape = (name: string, attributes: Attributes, text = ''): string => {
  const written = Object.entries(attributes).map(
    ([key, value]) => `${key}="${typeof value === 'number' ? value.toFixed(2) : value}"`,
  );
  return `<${name} ${written.join(' ')}>${text}</${name}>`;
};
