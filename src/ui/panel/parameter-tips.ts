import { PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';
import { PARAMETER_MEANINGS } from '../../simulation/tables/parameter-meanings.ts';
import { sentence } from '../notices/messages.ts';
import { titleOf, valueInWords } from './parameter-words.ts';
import { rangeInWords } from './read-quantity.ts';
import type { Tip } from './tooltip.ts';

/** When a change takes effect that needs a new start, by `onReset`. */
const START = {
  true: ' A change takes effect at the next start (r).',
  'at once': ' A change restarts the scene.',
} as const;

/** Effects to watch for, by parameter. */
const WATCH: Partial<Record<keyof SimulationParameters, string>> = {
  mode: 'Continuous alone knows no way out for what lies inside already. Discrete alone lets fast bodies pass through one another.',
  pathMethod:
    'Where a body overlaps itself, only Flood, Tree and the paper’s search find the way out. With Tree and As in the paper there is also the switch Culling.',
  recovery:
    'By single paths, bodies that begin more than 40 % in one another are pulled into one place. By regions, what is deep leaves in a tenth of a second or so.',
  crossedEdges:
    'Automatic: parted in the mode Hybrid with recovery by regions, else left as they are. In the mode Discrete nobody looks for them.',
  air: 'It is a way of its own to keep bodies apart: with it, Mode can be off. Where the air locks, bodies stop though they don’t touch.',
  airIterations: 'Few let bodies pass into one another in fast motions; they come back when it slows down.',
  airFlips: 'Every step is best, and costs most, above all in space. With 0, boxes can’t turn beside one another.',
  flatten:
    'With an air mesh, bodies come back in the order in which they were. Without one, they come back as they meet.',
  rebuildInterval: 'Trees that are old fit badly, which costs time.',
  timeStep: 'Short steps cost time. In long ones stiff bodies look soft, and fast bodies may pass through one another.',
  stepsPerFrame: 'Fewer steps per picture are slow motion, more are fast motion; a step stays the same.',
  iterations: 'Few iterations make stiff bodies look softer than they are; many cost time.',
  gravity: '9.81 m/s² is the Earth’s, 1.62 m/s² the Moon’s; below 0 bodies fall upwards.',
  velocityDamping: 'At 10 per second and more, bodies sink as in honey.',
  youngsModulus:
    'With XPBD, stiff bodies need more iterations or shorter steps, or they look softer than they are; implicit Euler is the method for them.',
  poissonRatio:
    'Near 0.5 bodies keep their volume. With XPBD they then bend too little, unless there are many iterations.',
  density: 'How far a body sags depends on weight by stiffness: density and stiffness times ten look alike.',
  materialDamping: 'Bodies with much of it creep back to their shape instead of swinging.',
  pressure: 'A high pressure in a light body breaks the simulation: shorten the time step then.',
  staticFriction: '0 is slippery as ice, 1 grips like rubber. It should be at least the dynamic friction.',
  dynamicFriction: 'It should be at most the static friction.',
  contactOffset: 'Far above the size of an element, surfaces stay visibly apart and may jitter.',
  contactPasses: 'Many sweeps press single points through their own body.',
  material: 'Springs have a stiffness of their own. With implicit Euler, both Neo-Hookean models are the same.',
  integrator:
    'XPBD is fast, and untangles best. Implicit Euler suits stiff bodies and long steps; its contacts give way a little, less if Points tested has the edges too. Rows that only the other method uses are hidden.',
  solver: 'Newton’s method solves several linear systems per step: more accurate, and slower.',
  newtonIterations:
    'Each iteration solves a linear system of its own, and takes as long as a whole step with one linear solve.',
  newtonTolerance: 'The residual is by how much forces and inertia don’t cancel out yet. Small values cost time.',
  linearIterations:
    'If too few are allowed, bodies fall too slowly or hang in the air, and “residual left” stays high.',
  linearTolerance: 'The residual is by how much forces and inertia don’t cancel out yet. Small values cost time.',
  contactStiffness: 'Stiff contacts give way less, but the linear solves need more iterations.',
  dropSpeed: 'At 30 m/s a body moves by 10 cm in a step of 3.3 ms: then continuous detection is needed.',
};

/**
 * Returns the tip of a parameter: meaning, range with unit, the scene's own value, and what to watch for.
 * @param own the scene's own value
 */
export function parameterTip(name: keyof SimulationParameters, own: unknown): Tip {
  const definition = PARAMETERS[name];
  const range = 'min' in definition ? `From ${rangeInWords(definition)}. ` : '';
  const start = definition.onReset ? START[`${definition.onReset}`] : '';
  const watch = WATCH[name];
  return {
    title: titleOf(name),
    meaning: `${sentence(PARAMETER_MEANINGS[name])}${start}`,
    range: `${range}In this scene, unless it is changed: ${valueInWords(name, own)}.`,
    ...(watch && { watch }),
  };
}
