import type { SimulationParameters } from '../../simulation/parameters.ts';

/** A way to part what overlaps: parameters of the simulator. */
export interface RecoveryMethod {
  readonly name: string;
  readonly what: string;
  readonly parameters: Partial<SimulationParameters>;
}

/** Methods that are compared on each start. To add one, add a line; docs/recovery.md says how others can run theirs. */
export const METHODS: readonly RecoveryMethod[] = [
  {
    name: 'regions',
    what: 'the default: shortest paths where shallow, one direction per region where deep',
    parameters: {},
  },
  { name: 'paths', what: 'single shortest paths, as in the paper', parameters: { recovery: 'paths' } },
  {
    name: 'paths-of-all',
    what: 'single shortest paths of inner points too, at 1 m/s',
    parameters: { recovery: 'paths', contactPoints: 'all', depenetrationSpeed: 1, crossedEdges: 'part' },
  },
  { name: 'euclidean', what: 'the nearest boundary point', parameters: { recovery: 'paths', pathMethod: 'euclidean' } },
  {
    name: 'rest-shape',
    what: 'the boundary point that is nearest in the rest shape',
    parameters: { recovery: 'paths', pathMethod: 'rest-shape' },
  },
  {
    name: 'distance-field',
    what: 'a depth that the elements carry along',
    parameters: { recovery: 'paths', pathMethod: 'distance-field' },
  },
  { name: 'ccd', what: 'continuous collision detection alone', parameters: { mode: 'ccd' } },
  { name: 'implicit-euler', what: 'regions, with implicit Euler', parameters: { integrator: 'implicit-euler' } },
];
