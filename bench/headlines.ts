/** The works that a machine's tables show first, in this order. */
export const HEADLINES: readonly RegExp[] = [
  /^octopi-8: distance constraints /,
  /^octopi-8: tetrahedra alone, one thread/,
  /^octopi-8: the whole material /,
  /^a whole step, octopi-8 of \d+ K tetrahedra$/,
  /^containment, octopi-8$/,
  /^shortest paths, octopi-8: /,
  /^CCD of a step/,
  /^contact projection, /,
  /^readback of /,
  /^(octopus-self|noodle-coil|octopus-inverted): shortest paths$/,
  /^(refit|build) of a tree/,
];
