/** The works that the README shows first, in its order; all others are folded below them. */
export const HEADLINES: readonly RegExp[] = [
  /^octopi-8: distance constraints solved/,
  /^octopi-8: tetrahedra solved on one thread/,
  /: shortest paths$/,
  /^(refit|build) of a tree/,
];
