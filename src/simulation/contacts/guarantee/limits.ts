// Limits of the guarantee that its kernels share.

/** Share of the way to a hit, or to a plane, that a shortened motion keeps. The rest is a gap that the next step can work with. */
export const KEPT_SHARE = 0.9;

/** A plane divides the gap between two elements in the ratio of their approaches, but leaves each at least this share of it. */
export const LEAST_SHARE = 0.05;

/** Share of the gap that contacts keep which pushes leave. */
export const KEPT_BY_PUSHES = 0.5;

/** Gap that contacts keep at most [mean edge lengths]. A choice: with 0.001 as many motions are shortened again, with 0.1 piles stand visibly apart. */
export const KEPT_GAP = 5e-3;

/** Units per metre in which the device sums pushes: 2^31 of them are 8 m. */
export const PUSH_UNIT = 2 ** 28;

/** Share of its rest volume below which no element gets that was above it. */
export const VOLUME_FLOOR = 0.05;

/** Floors to which pushes raise flat elements. */
export const RAISED_TO = 2;
