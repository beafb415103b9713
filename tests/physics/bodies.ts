import { onThisThread } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import type { AirMesh } from '../../src/mesh/air/air-mesh.ts';
import type { TetMesh } from '../../src/mesh/tet-mesh.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import type { Placement, Plane, World } from '../../src/simulation/world/world.ts';
import type { State } from '../../src/simulation/state.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';

export interface Physics {
  readonly simulator: Simulator;
  readonly world: World;
  /** On the CPU the backend's own. On a device a copy, of which `run` brings positions, remainders and velocities up to date. */
  readonly state: State;
  readonly masses: Float64Array;
  run(steps: number): Promise<void>;
}

/** Brings bodies to the backend that is to run them. @returns the same bodies there */
export type Bring = (body: Physics) => Promise<Physics>;

/** The backend where `physics` makes bodies. */
export const onCpu: Bring = (body) => Promise.resolve(body);

/** A box of nx x ny x nz cubes of a size [m], its lower corner at the origin. */
export function box(nx: number, ny: number, nz: number, cell: number): TetMesh {
  const { positions, tets } = boxMesh(nx, ny, nz);
  return { positions: positions.map((x) => x * cell), tets };
}

/** The real step on the CPU backend, on this thread; every parameter that isn't given at its default. */
export async function physics(
  placements: readonly Placement[],
  changed: Partial<SimulationParameters>,
  {
    planes = [],
    held = () => false,
    air,
  }: {
    planes?: readonly Plane[];
    /** Which vertices stay where they are, by their rest place. */
    held?: (x: number, y: number, z: number) => boolean;
    /** Elements of air between the bodies. */
    air?: AirMesh;
  } = {},
): Promise<Physics> {
  const parameters = { ...defaultParameters(), ...changed };
  const { world, positions } = createWorld(placements, planes, changed, {}, air);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  for (let v = 0; v < world.vertexCount; v++)
    if (held(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2])) state.inverseMasses[v] = 0;
  const backend = await openInState({ world, state, workers: onThisThread });
  const simulator = new Simulator(backend, parameters);
  return {
    simulator,
    world,
    state,
    masses: Float64Array.from(state.inverseMasses, (w) => (w > 0 ? 1 / w : 0)),
    run: async (steps) => {
      for (let i = 0; i < steps; i++) await simulator.step();
    },
  };
}

export const placed = (
  name: string,
  mesh: TetMesh,
  map = (x: number, y: number, z: number) => [x, y, z],
): Placement => {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) positions.set(map(positions[i], positions[i + 1], positions[i + 2]), i);
  return { model: createModel(name, mesh, 0.1), positions };
};

/** Linear momentum [kg m/s] and angular momentum about the origin [kg m^2/s], summed up in float64. */
export function momenta({ state, masses }: Physics): { linear: number[]; angular: number[] } {
  const linear = [0, 0, 0];
  const angular = [0, 0, 0];
  const { positions: x, velocities: v } = state;
  for (let i = 0; i < masses.length; i++) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [3 * i + ((k + 1) % 3), 3 * i + ((k + 2) % 3)];
      linear[k] += masses[i] * v[3 * i + k];
      angular[k] += masses[i] * (x[a] * v[b] - x[b] * v[a]);
    }
  }
  return { linear, angular };
}
