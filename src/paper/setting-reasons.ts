import type { SimulationParameters } from '../simulation/parameters.ts';

type Reasons = Readonly<Partial<Record<keyof SimulationParameters, string>>>;

/** Reasons why settings of a scene differ from the paper's, by scene and parameter, for the table in docs/scenes.md. */
export const SETTING_REASONS: Readonly<Record<string, Reasons>> = {
  'octopi-8': {
    contactOffset:
      "half a percent of an arm's radius: a vertex at rest keeps a distance above float32 rounding from a face",
  },
  'octopi-6': { contactOffset: 'as for octopi-8; with 0, six times as many edges pierce at rest' },
  'nested-knots': {
    contactOffset:
      'larger than the penetration within one step; without it, 2.5 % of the surface edges would pierce triangles',
  },
  'octopi-pile': { timeStep: 'coarse octopi are stable with longer steps' },
  'long-noodle': { timeStep: 'the paper’s noodle is a sixth as thick and falls twice as fast' },
  'rest-shape-slide': {
    mode: 'vertices are to penetrate the slope, and the path method alone determines where contacts push them',
    depenetrationSpeed:
      'without it, the long wrong paths shoot the cube away at 9 m/s; with it, at 3 m/s, slow enough to see what happens',
  },
  'tangled-noodle': {
    mode: 'what dcd alone has parted can’t be guaranteed to stay so',
    contacts: 'projected after the solve only, contacts leave four times as many vertices penetrating after ten steps',
    iterations:
      'with 15, inverted elements turn back more slowly; one run of twelve left over 5 % of the vertices penetrating',
    depenetrationSpeed:
      'with 9 m/s, dozens more elements become inverted; for no limit, see the rows `unmodified` above',
    velocityDamping: 'resolving an overlap adds velocity, which would carry a strand into the next one',
  },
  'tangled-ball': {
    mode: 'what dcd alone has parted can’t be guaranteed to stay so',
    timeStep: 'a coarse ball’s tentacles penetrate by half a metre, and leave by 3 cm per step',
    contacts: 'projected after the solve only, contacts leave twice as many vertices penetrating',
    contactPasses:
      'with fewer, twice as many vertices stay penetrating, since inverted elements keep shaking their surroundings',
    depenetrationSpeed: 'undone at once, overlaps of half a metre tear the ball apart: see the rows `unmodified` above',
  },
  'twisted-beam': {
    timeStep: 'the paper’s elements are a sixth as long',
    contactOffset: 'surfaces under pressure would penetrate: float32 rounds, and three iterations do not converge',
  },
  'twisted-beam-rest-pose': { mode: 'all contacts have to come from shortest paths; CCD would prevent penetrations' },
  'twisted-rods': {
    timeStep: 'the paper’s elements are a fifth as long',
    contactOffset: 'surfaces under pressure would penetrate: float32 rounds, and three iterations do not converge',
  },
  'flattened-ball': {
    timeStep: 'the paper’s elements are an eighth as long',
    youngsModulus: 'soft enough for eight iterations to preserve the volume at this time step',
    poissonRatio: 'below 0.49, a sheet as thin as this one crumples',
  },
  'balls-bowl': {
    timeStep: 'ten times the paper’s, since the tentacles’ elements are ten times as coarse',
    youngsModulus: 'with a higher stiffness and steps this long, balls push their tentacles through one another',
  },
  'colliding-balls': {
    timeStep: 'a ball moves by half a tentacle’s radius per step; the paper’s tentacles are thinner',
  },
  culling: { mode: 'every penetrating point has a query in every step' },
};
