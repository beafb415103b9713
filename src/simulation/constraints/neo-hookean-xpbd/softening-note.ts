import type { SimulationParameters } from '../../parameters.ts';
import { blankMaterial, materialAt } from '../../world/material.ts';
import type { ElasticTets } from '../../world/model.ts';
import type { World } from '../../world/world.ts';
import { greatestSpread } from './softening.ts';

/** Returns the number of a model's tetrahedra whose spread is above `greatest` [1/m^2]. */
function countAbove({ restMetrics: m }: ElasticTets, greatest: number): number {
  let count = 0;
  for (let at = 0; at < m.length; at += 6)
    if (2 * (m[at] + m[at + 3] + m[at + 5] + m[at + 1] + m[at + 2] + m[at + 4]) > greatest) count++;
  return count;
}

/** Counts the tetrahedra of two constraints, and those that are softened at a time step. */
function countSoftened({ bodies, models, materials }: World, parameters: SimulationParameters) {
  const material = blankMaterial();
  let [count, softened] = [0, 0];
  if (parameters.integrator !== 'xpbd') return { count, softened };
  for (const { kind = parameters.material, material: own, model } of bodies) {
    if (kind !== 'neo-hookean-xpbd') continue;
    const { youngsModulus, poissonRatio, density } = materialAt(materials, own, parameters, material);
    const greatest = greatestSpread(youngsModulus / (2 * (1 + poissonRatio)), density, parameters.timeStep);
    count += models[model].elasticTets.restVolumes.length;
    softened += countAbove(models[model].elasticTets, greatest);
  }
  return { count, softened };
}

/**
 * Says how many tetrahedra of a world two constraints soften at a time step.
 * @param before parameters that hold until now: what was so with them has been told
 * @returns sentences without their full stops: one or none
 */
export function noteOnSoftening(
  world: World,
  parameters: SimulationParameters,
  before?: SimulationParameters,
): string[] {
  const { count, softened } = countSoftened(world, parameters);
  if (softened === 0 || (before && countSoftened(world, before).softened > 0)) return [];
  return [
    `material=neo-hookean-xpbd softens ${softened} of ${count} tetrahedra, which are too small or too stiff for two constraints at this timeStep; ` +
      'material=neo-hookean or a smaller timeStep keeps them stiff',
  ];
}
