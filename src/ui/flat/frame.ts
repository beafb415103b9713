import type { Point } from '../../simulation/view/explain/explanation.ts';

/** A part of the picture that shows a shape: where the shape's points are on it. */
export interface Frame {
  /** [pixels], from the picture's left and top. */
  toPicture(point: Point): readonly [number, number];
  toShape(x: number, y: number): readonly [number, number];
  readonly scale: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Extent of a shape [m]: least x, y, most x, y. @param positions 2 a vertex */
export function extentOf(positions: Float32Array): readonly [number, number, number, number] {
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    extent[i % 2] = Math.min(extent[i % 2], positions[i]);
    extent[2 + (i % 2)] = Math.max(extent[2 + (i % 2)], positions[i]);
  }
  return extent;
}

/** Fits a shape into a box, y up. @param most pixels a metre at most, so that two shapes may share a scale */
export function fitFrame(positions: Float32Array, box: Box, most: number): Frame {
  const [x0, y0, x1, y1] = extentOf(positions);
  const scale = Math.min(most, box.width / (x1 - x0), box.height / (y1 - y0));
  const middle = [box.left + box.width / 2, box.top + box.height / 2];
  return {
    scale,
    toPicture: ([x, y]) => [middle[0] + scale * (x - (x0 + x1) / 2), middle[1] - scale * (y - (y0 + y1) / 2)],
    toShape: (x, y) => [(x0 + x1) / 2 + (x - middle[0]) / scale, (y0 + y1) / 2 - (y - middle[1]) / scale],
  };
}
