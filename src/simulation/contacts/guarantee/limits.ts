// Limits of the guarantee that its kernels share.

/** Share of the way to a hit, or to a plane, that a shortened motion keeps. The rest is a gap that the next step can work with. */
export const KEPT_SHARE = 0.9;

/** A plane divides the gap between two elements in the ratio of their approaches, but leaves each at least this share of it. */
export const LEAST_SHARE = 0.05;

/** Share of its rest volume below which no element gets that was above it. */
export const VOLUME_FLOOR = 0.05;
