import { type Box, extentOf, fitFrame, type Frame } from './frame.ts';

/** Shares of the picture that the rest shape may take, below or beside. */
const SHARES = [0.2, 0.26, 0.32, 0.38, 0.44] as const;
/** The rest shape is drawn at least so large, of the deformed one's scale. */
const REST_SCALE = 0.6;
/** Free space around shapes, room for titles and labels [pixels]. */
const MARGIN = { x: 34, y: 30 } as const;

/** Where the deformed shape and the rest shape lie: below or beside it, whichever shows both the largest. @param now, rest positions, 2 a vertex */
export function arrange(
  now: Float32Array,
  rest: Float32Array,
  width: number,
  height: number,
): { readonly now: Frame; readonly rest: Frame } {
  const arrangements = SHARES.flatMap((share) => {
    const [x, y] = [width * (1 - share), height * (1 - share)];
    return [
      [boxOf(0, 0, width, y), boxOf(0, y, width, height - y)],
      [boxOf(0, 0, x, height), boxOf(x, 0, width - x, height)],
    ];
  });
  const scales = arrangements.map(([a, b]) => Math.min(scaleIn(now, a), scaleIn(rest, b) / REST_SCALE));
  const [a, b] = arrangements[scales.indexOf(Math.max(...scales))];
  const frame = fitFrame(now, a, Infinity);
  return { now: frame, rest: fitFrame(rest, b, frame.scale) };
}

const scaleIn = (positions: Float32Array, { width, height }: Box): number => {
  const [x0, y0, x1, y1] = extentOf(positions);
  return Math.min(width / (x1 - x0), height / (y1 - y0));
};

const boxOf = (left: number, top: number, width: number, height: number): Box => ({
  left: left + MARGIN.x,
  top: top + MARGIN.y,
  width: Math.max(1, width - 2 * MARGIN.x),
  height: Math.max(1, height - 2 * MARGIN.y),
});
