import type { Quantity } from './quantity.ts';

/** Significant digits of a value that a slider sets: more would be noise of the pixel that the pointer meets. */
const DIGITS = 3;
/** Number of steps from one end of a slider to the other, unless its values are whole numbers. */
const STEPS = 1000;
/** A range from 0 whose usual value is below this share of its end gets a slider that is finer near 0. */
const FINE_SHARE = 0.1;

/** How a slider's position and a parameter's value belong together. */
export interface SliderScale {
  /** The position at the right end. Positions begin with 0; the slider stands at whole numbers. */
  readonly last: number;
  positionOf(value: number): number;
  /** Returns the value at a position: within the range, with few digits. */
  valueAt(position: number): number;
}

/** Equal steps of a slider are equal steps of `to(value)`. */
interface Curve {
  to(value: number): number;
  from(transformed: number): number;
}
const LINEAR: Curve = { to: (value) => value, from: (value) => value };
const LOGARITHMIC: Curve = { to: Math.log10, from: (exponent) => 10 ** exponent };
const CUBIC: Curve = { to: Math.cbrt, from: (root) => root ** 3 };

/** Returns the scale of a parameter's slider. */
export function sliderScale(definition: Quantity): SliderScale {
  const { min, max, kind, logarithmic } = definition;
  if (kind === 'integer')
    return { last: max - min, positionOf: (value) => value - min, valueAt: (position) => Math.round(position) + min };
  const isFine = min === 0 && definition.default < FINE_SHARE * max;
  const { to, from } = logarithmic ? LOGARITHMIC : isFine ? CUBIC : LINEAR;
  const [start, end] = [to(min), to(max)];
  const step = (end - start) / STEPS;
  return {
    last: STEPS,
    positionOf: (value) => (to(value) - start) / step,
    valueAt: (position) => Math.min(max, Math.max(min, Number(from(start + position * step).toPrecision(DIGITS)))),
  };
}
