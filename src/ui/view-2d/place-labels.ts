/** A place on the picture [pixels]. */
export type Place = readonly [number, number];

/** A text that names a place of the picture. */
export interface Label {
  /** The place that the text names. */
  readonly at: Place;
  readonly text: string;
  readonly ink: string;
}

/** A label with its position in the picture [pixels]. */
export interface PlacedLabel extends Label {
  /** The middle of the text. */
  readonly middle: Place;
  /** A thin line from the named place to the label. */
  readonly leader: readonly [Place, Place];
}

/** Shapes that labels should not cover, and the picture's size [pixels]. */
export interface Obstacles {
  readonly dots: readonly { readonly at: Place; readonly radius: number }[];
  readonly paths: readonly (readonly Place[])[];
  readonly outlines: readonly (readonly Place[])[];
  readonly titles: readonly TextBox[];
  readonly width: number;
  readonly height: number;
}

/** Assumed width of a letter [pixels]. */
const LETTER_WIDTH = 8;
/** Half the height of a label [pixels]. */
const HALF_HEIGHT = 9;
/** Free space at both ends of a label [pixels]. */
const PADDING = 3;
/** Tried distances from the named place to the label, along the direction from the place to the label's middle [pixels]. */
const DISTANCES = [14, 24, 38, 56, 78, 104] as const;
/** Number of directions that are tried at each distance. */
const DIRECTIONS = 24;
/**
 * Costs of a label's position. One pixel of distance from the named place costs 1.
 * - label, dot, path, outline: the label covers another label or a title, a dot, a path or an outline
 * - edge: the label reaches beyond the picture
 * - inward: the label's direction is at right angles to the outward direction, which leads away from the middle of nearby labels; if it
 *   is opposite to the outward direction, the cost is twice as high
 */
const COST = { label: 400, edge: 400, dot: 150, path: 60, outline: 14, inward: 12 } as const;
/** Distance between the points of a line that are tested for being covered [pixels]. */
const STEP = 5;

/** The rectangle of a label or title [pixels]. */
export interface TextBox {
  readonly middle: Place;
  /** Half the width and half the height. */
  readonly half: Place;
}

/** Places the labels one after another, each at its position of least cost (see COST). Later labels avoid earlier ones. */
export function placeLabels(labels: readonly Label[], obstacles: Obstacles): PlacedLabel[] {
  const paths = obstacles.paths.flatMap(pointsAlong);
  const outlines = obstacles.outlines.flatMap(pointsAlong);
  const placedLabels: (PlacedLabel & TextBox)[] = [];
  for (const label of labels) {
    const near = labels.filter(({ at }) => Math.hypot(at[0] - label.at[0], at[1] - label.at[1]) < DISTANCES.at(-1)!);
    const centre = [0, 1].map((k) => near.reduce((sum, { at }) => sum + at[k] / near.length, 0));
    const costOf = (box: TextBox, distance: number, direction: Place) => {
      const outward = [label.at[0] - centre[0], label.at[1] - centre[1]];
      const span = Math.max(1, Math.hypot(outward[0], outward[1]));
      const inwardness = 1 - (outward[0] * direction[0] + outward[1] * direction[1]) / span;
      return (
        distance +
        COST.inward * inwardness +
        COST.dot * obstacles.dots.filter(({ at, radius }) => covers(box, at, radius)).length +
        (paths.some((point) => covers(box, point, 0)) ? COST.path : 0) +
        (outlines.some((point) => covers(box, point, 0)) ? COST.outline : 0) +
        COST.label * [...obstacles.titles, ...placedLabels].filter((other) => overlap(box, other)).length +
        (isOutside(box, obstacles) ? COST.edge : 0)
      );
    };
    const positions = candidates(label).map(({ box, distance, direction }) => ({
      box,
      direction,
      distance,
      cost: costOf(box, distance, direction),
    }));
    const { box, distance, direction } = positions.reduce((best, other) => (other.cost < best.cost ? other : best));
    const end: Place = [label.at[0] + distance * direction[0], label.at[1] + distance * direction[1]];
    placedLabels.push({ ...label, ...box, leader: [label.at, end] });
  }
  return placedLabels;
}

/** Returns half the width and half the height of a text [pixels]. */
export function halfSize(text: string): Place {
  const letters = [...text.normalize('NFD')].filter((letter) => !/\p{M}/u.test(letter)).length;
  return [(LETTER_WIDTH * letters) / 2 + PADDING, HALF_HEIGHT];
}

/** Returns the positions that are tried for a label. */
function candidates({ at, text }: Label) {
  const half = halfSize(text);
  return DISTANCES.flatMap((distance) =>
    Array.from({ length: DIRECTIONS }, (_, i) => {
      const angle = (2 * Math.PI * i) / DIRECTIONS;
      const direction: Place = [Math.cos(angle), Math.sin(angle)];
      // The ray from the place in this direction meets the box at `distance`; from there to the middle of the box it runs `reach`.
      const reach = Math.min(half[0] / Math.abs(direction[0]), half[1] / Math.abs(direction[1]));
      const middle: Place = [at[0] + (distance + reach) * direction[0], at[1] + (distance + reach) * direction[1]];
      return { box: { middle, half }, distance, direction };
    }),
  );
}

const covers = ({ middle, half }: TextBox, at: Place, radius: number): boolean =>
  Math.abs(at[0] - middle[0]) < half[0] + radius && Math.abs(at[1] - middle[1]) < half[1] + radius;

const overlap = (a: TextBox, b: TextBox): boolean =>
  [0, 1].every((k) => Math.abs(a.middle[k] - b.middle[k]) < a.half[k] + b.half[k]);

const isOutside = ({ middle, half }: TextBox, { width, height }: Obstacles): boolean =>
  middle[0] < half[0] || middle[0] > width - half[0] || middle[1] < half[1] || middle[1] > height - half[1];

/** Returns points along a polyline, at most STEP pixels apart. */
function pointsAlong(points: readonly Place[]): Place[] {
  return points.slice(1).flatMap((to, i) => {
    const from = points[i];
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / STEP));
    return Array.from({ length: steps + 1 }, (_, k): Place => {
      const share = k / steps;
      return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    });
  });
}
