import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { gridBar } from '../../src/mesh/model/cuboid.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import type { World } from '../../src/simulation/world/world.ts';
import type { SolveCase } from '../solve/solve-case.ts';
import { droppedOctopi } from '../steps/octopi-states.ts';

/** A state from which one material step is solved. */
export interface MaterialCase extends SolveCase {
  readonly name: string;
}

/** Size of the cantilever of tests/physics/elasticity.test.ts, with 6 cells over its thickness [m]. */
const CANTILEVER = { size: [0.6, 0.2, 0.2 / 6], cells: [18, 6, 1] } as const;
/** Downward speed of the cantilever's free end at the start of the step [m/s]. It falls as the square of the distance to the held end. */
const END_SPEED = 1;

/** The cantilever, held at its left end and bending down. It takes the time step and the number of iterations of the scenes. */
export function cantilever(): MaterialCase {
  const { size, cells } = CANTILEVER;
  const { mesh, endVertices, length } = gridBar(size, cells, {});
  const model = createModel('bar', mesh, size[2] / 2);
  const parameters: SimulationParameters = {
    ...defaultParameters(),
    ...{ youngsModulus: 1e6, poissonRatio: 0.3, density: 1000, materialDamping: 0, velocityDamping: 0 },
  };
  const { world, positions } = createWorld([{ model, positions: mesh.positions }], [], parameters);
  const velocities = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) velocities[i + 1] = -END_SPEED * (positions[i] / length + 0.5) ** 2;
  const held = Array.from(endVertices[0]);
  return { name: 'cantilever', world, positions, velocities, parameters, held };
}

/**
 * Eight octopi in contact, half a second after they were thrown into their box, without their contacts: they would not let two materials
 * converge to the same positions.
 * @param size tetrahedra per octopus
 */
export async function movingOctopi(size = octopi8.size.default): Promise<MaterialCase> {
  const { world, parameters, positions, velocities } = await droppedOctopi(size);
  return { name: 'octopi-8', world, parameters, positions, velocities };
}

/** Number of cells along each edge of the shivering cube, and their size [m]. */
const CUBE = 6;
const CELL = 0.05;
const CUBE_MESH = gridBar([CUBE * CELL, CUBE * CELL, CUBE * CELL], [CUBE, CUBE, CUBE], {}).mesh;

/**
 * A free cube without gravity or damping.
 * @param courant c dt / cell, where c is the speed of shear waves
 */
export function freeCube(
  courant: number,
  changed: Partial<SimulationParameters>,
): { world: World; positions: Float32Array; parameters: SimulationParameters } {
  const defaults = { ...defaultParameters(), poissonRatio: 0.4, density: 1000 };
  const speed = (courant * CELL) / defaults.timeStep;
  const youngsModulus = 2 * (1 + defaults.poissonRatio) * defaults.density * speed * speed;
  const parameters: SimulationParameters = {
    ...defaults,
    ...{ mode: 'off', gravity: 0, velocityDamping: 0, materialDamping: 0, youngsModulus },
    ...changed,
  };
  const model = createModel('cube', CUBE_MESH, CELL);
  return { ...createWorld([{ model, positions: CUBE_MESH.positions }], [], parameters), parameters };
}
