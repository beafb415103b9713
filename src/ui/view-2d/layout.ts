import type { Point } from '../../simulation/view/explain/explanation.ts';

/** Mapping of a shape to its part of the picture, and back. */
export interface Mapping {
  /** Maps a point of the shape [m] to the picture [pixels from the picture's left and top]. */
  toPicture(point: Point): readonly [number, number];
  /** Maps a place on the picture [pixels] to a point of the shape [m]. */
  toShape(x: number, y: number): readonly [number, number];
  /** Scale of the shape on the picture [pixels per metre]. */
  readonly scale: number;
}

/** A rectangle of the picture [pixels]. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the extent of a shape: least x, least y, greatest x, greatest y [m]. @param positions [m], 2 per vertex */
export function extentOf(positions: Float32Array): readonly [number, number, number, number] {
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    extent[i % 2] = Math.min(extent[i % 2], positions[i]);
    extent[2 + (i % 2)] = Math.max(extent[2 + (i % 2)], positions[i]);
  }
  return extent;
}

/**
 * Fits a shape into a box. The shape's y axis points up, the picture's y axis points down.
 * @param maxScale maximum of the scale [pixels per metre], so that the rest shape is not drawn larger than the deformed one
 */
function fitMapping(positions: Float32Array, box: Box, maxScale: number): Mapping {
  const [x0, y0, x1, y1] = extentOf(positions);
  const scale = Math.min(maxScale, box.width / (x1 - x0), box.height / (y1 - y0));
  const middle = [box.left + box.width / 2, box.top + box.height / 2];
  return {
    scale,
    toPicture: ([x, y]) => [middle[0] + scale * (x - (x0 + x1) / 2), middle[1] - scale * (y - (y0 + y1) / 2)],
    toShape: (x, y) => [(x0 + x1) / 2 + (x - middle[0]) / scale, (y0 + y1) / 2 - (y - middle[1]) / scale],
  };
}

/** Tried shares of the picture's height or width for the rest shape, which lies below or beside the deformed shape. */
const SHARES = [0.2, 0.26, 0.32, 0.38, 0.44] as const;
/** Target scale of the rest shape, as a share of the deformed shape's scale. */
const REST_SCALE = 0.6;
/** Margin around each shape, for titles and labels [pixels]. */
const MARGIN = { x: 34, y: 30 } as const;

/**
 * Places the rest shape below or beside the deformed shape, so that both are drawn as large as possible.
 * @param now, rest positions of the deformed and the rest shape [m], 2 per vertex
 * @param width, height size of the picture [pixels]
 */
export function arrange(
  now: Float32Array,
  rest: Float32Array,
  width: number,
  height: number,
): { readonly now: Mapping; readonly rest: Mapping } {
  const arrangements = SHARES.flatMap((share) => {
    const [splitX, splitY] = [width * (1 - share), height * (1 - share)];
    return [
      [boxOf(0, 0, width, splitY), boxOf(0, splitY, width, height - splitY)],
      [boxOf(0, 0, splitX, height), boxOf(splitX, 0, width - splitX, height)],
    ];
  });
  const scales = arrangements.map(([nowBox, restBox]) =>
    Math.min(scaleIn(now, nowBox), scaleIn(rest, restBox) / REST_SCALE),
  );
  const [nowBox, restBox] = arrangements[scales.indexOf(Math.max(...scales))];
  const mapping = fitMapping(now, nowBox, Infinity);
  return { now: mapping, rest: fitMapping(rest, restBox, mapping.scale) };
}

/** Returns the scale at which a shape fills a box [pixels per metre]. */
const scaleIn = (positions: Float32Array, { width, height }: Box): number => {
  const [x0, y0, x1, y1] = extentOf(positions);
  return Math.min(width / (x1 - x0), height / (y1 - y0));
};

/** Returns the box that remains of a part of the picture when its margins are taken off. */
const boxOf = (left: number, top: number, width: number, height: number): Box => ({
  left: left + MARGIN.x,
  top: top + MARGIN.y,
  width: Math.max(1, width - 2 * MARGIN.x),
  height: Math.max(1, height - 2 * MARGIN.y),
});
