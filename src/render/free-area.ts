/** A rectangle of a picture or page [pixels from its left and top]. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Minimum share of the picture's area for the free area. If cards leave less, as an open panel on a phone does, they are ignored. */
const MIN_SHARE = 0.08;

/**
 * Finds the part of a picture without cards in which a subject is drawn largest. Each side of this part is a side of the picture or of a
 * card, so all such rectangles are tried.
 * @param width, height size of the picture [pixels]
 * @param cards what lies over the picture; cards may reach beyond it
 * @param aspect width of the subject divided by its height
 */
export function freeArea(width: number, height: number, cards: readonly Rectangle[], aspect: number): Rectangle {
  const whole = { left: 0, top: 0, right: width, bottom: height };
  const over = cards.filter((card) => overlap(card, whole));
  const within = (sides: readonly number[], end: number) =>
    [...new Set([0, end, ...sides])].filter((side) => side >= 0 && side <= end).sort((a, b) => a - b);
  const xs = within(
    over.flatMap(({ left, right }) => [left, right]),
    width,
  );
  const ys = within(
    over.flatMap(({ top, bottom }) => [top, bottom]),
    height,
  );
  const scaleOf = (area: Rectangle) => scaleIn(area, aspect);
  let best = whole;
  let scale = 0;
  for (const [i, left] of xs.entries())
    for (const right of xs.slice(i + 1))
      for (const [j, top] of ys.entries())
        for (const bottom of ys.slice(j + 1)) {
          const area = { left, top, right, bottom };
          if (scaleOf(area) <= scale || over.some((card) => overlap(card, area))) continue;
          best = area;
          scale = scaleOf(area);
        }
  const share = ((best.right - best.left) * (best.bottom - best.top)) / (width * height);
  return share < MIN_SHARE ? whole : best;
}

/** Returns how large a subject can be drawn in an area: its height [pixels]. @param aspect the subject's width divided by its height */
export const scaleIn = ({ left, top, right, bottom }: Rectangle, aspect: number): number =>
  Math.min((right - left) / aspect, bottom - top);

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
