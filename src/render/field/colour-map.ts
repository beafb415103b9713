/** Channels of a colour in sRGB, each from 0 to 1. */
export type Channels = readonly [red: number, green: number, blue: number];

/**
 * Coefficients of the polynomials of degree 6 that approximate the colour map viridis, one per power and channel. Viridis gets evenly
 * lighter, so that it is read alike by colour-blind people and in grey print.
 * Source: Matt Zucker, "Maxima Colormap Polynomials", shadertoy.com/view/WlfXRN (CC0), fitted to viridis of matplotlib (CC0).
 */
const COEFFICIENTS: readonly Channels[] = [
  [0.2777273272234177, 0.005407344544966578, 0.3340998053353061],
  [0.1050930431085774, 1.404613529898575, 1.384590162594685],
  [-0.3308618287255563, 0.214847559468213, 0.09509516302823659],
  [-4.634230498983486, -5.799100973351585, -19.33244095627987],
  [6.228269936347081, 14.17993336680509, 56.69055260068105],
  [4.776384997670288, -13.74514537774601, -65.35303263337234],
  [-5.435455855934631, 4.645852612178535, 26.3124352495832],
];

/** Colour of vertices that don't have a value. Viridis has no grey. */
export const NO_VALUE: Channels = [0.62, 0.62, 0.62];

/** Returns the colour of a value. @param share the value's place in its range, from 0 to 1; clamped */
export function colourAt(share: number): Channels {
  const t = Math.min(1, Math.max(0, share));
  const channel = (k: 0 | 1 | 2): number => {
    let sum = 0;
    for (let power = COEFFICIENTS.length - 1; power >= 0; power--) sum = sum * t + COEFFICIENTS[power]![k];
    return Math.min(1, Math.max(0, sum));
  };
  return [channel(0), channel(1), channel(2)];
}

/** Returns a colour as CSS understands it. */
export const cssColour = (channels: Channels): string => `rgb(${channels.map((c) => Math.round(255 * c)).join(' ')})`;
