/** Shares below this are written as 0. */
const NOTHING = 5e-5;

/** Writes a share in per cent, with two digits below ten. */
export const percent = (share: number): string =>
  `${share < NOTHING ? '0' : share < 0.1 ? (100 * share).toPrecision(2) : (100 * share).toFixed(0)} %`;
