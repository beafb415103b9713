import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Judged } from './judge.ts';
import { percent } from './percent.ts';

/** A way to part what overlaps. */
export interface RecoveryMethod {
  readonly name: string;
  readonly what: string;
  /** Parameters of the simulator that make the method, or the reason why it can't begin where bodies share volume. */
  readonly how: Partial<SimulationParameters> | ((atStart: Judged) => string);
}

/** The method with whose time per step the others are compared. */
export const REFERENCE = 'paths';

/** Methods that are compared on each start. To add one, add a line; docs/recovery.md says how others can judge theirs. */
export const METHODS: readonly RecoveryMethod[] = [
  {
    name: 'regions',
    what: 'the default: shortest paths where shallow, one direction per region where deep',
    how: {},
  },
  { name: REFERENCE, what: 'single shortest paths, as in the paper', how: { recovery: 'paths' } },
  {
    name: 'paths-of-all',
    what: 'single shortest paths of inner points too, at 1 m/s; crossed edges are parted',
    how: { recovery: 'paths', contactPoints: 'all', depenetrationSpeed: 1, crossedEdges: 'part' },
  },
  {
    name: 'euclidean',
    what: 'the nearest boundary point',
    how: { recovery: 'paths', pathMethod: 'euclidean' },
  },
  {
    name: 'rest-shape',
    what: 'the boundary point that is nearest in the rest shape',
    how: { recovery: 'paths', pathMethod: 'rest-shape' },
  },
  {
    name: 'distance-field',
    what: 'a depth that the elements carry along',
    how: { recovery: 'paths', pathMethod: 'distance-field' },
  },
  {
    name: 'air',
    what: 'a mesh of the air between the bodies, whose elements must not invert',
    how: ({ shared }) =>
      `its mesh would begin inverted: air fills what bodies leave free, and these share ${percent(shared)} of the smallest one`,
  },
  { name: 'ccd', what: 'continuous collision detection alone', how: { mode: 'ccd' } },
  {
    name: 'implicit-euler',
    what: 'regions, with implicit Euler instead of XPBD',
    how: { integrator: 'implicit-euler' },
  },
];
