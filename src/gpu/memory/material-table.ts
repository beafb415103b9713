import { blankMaterial, type Material, materialAt } from '../../simulation/world/material.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { recordLayout, type ScalarFields } from '../../simulation/tables/records.ts';
import type { World } from '../../simulation/world/world.ts';
import { packRecord } from './topology-records.ts';

/** Fields of a material's record. Kernels read them by the constants MATERIAL_*. Units are those of PARAMETERS (uniforms.ts). */
export const MATERIAL = {
  mu: 'f32',
  lambda: 'f32',
  springStiffness: 'f32',
  areaStiffness: 'f32',
  bendingStiffness: 'f32',
  materialDamping: 'f32',
  staticFriction: 'f32',
  dynamicFriction: 'f32',
  density: 'f32',
} as const satisfies ScalarFields;

const { stride } = recordLayout(MATERIAL);

/**
 * Returns the size of the material table [words]. The table follows the vertices' inverse masses in `inverse_masses`, since every kernel
 * that needs materials binds this buffer.
 */
export const materialWords = ({ materials }: World): number => stride * materials.length;

/** Computes a material's values for the uniform and the table. */
export function materialValues({ youngsModulus, poissonRatio, ...others }: Readonly<Material>) {
  const {
    springStiffness,
    areaStiffness,
    bendingStiffness,
    materialDamping,
    staticFriction,
    dynamicFriction,
    density,
  } = others;
  return {
    mu: youngsModulus / (2 * (1 + poissonRatio)),
    lambda: (youngsModulus * poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio)),
    springStiffness,
    areaStiffness,
    bendingStiffness,
    materialDamping,
    staticFriction,
    dynamicFriction,
    density,
  };
}

/** Packs the world's materials for a step, the scene's material first, as shaders/shared/material.wgsl reads them. */
export function materialTable(world: World, parameters: SimulationParameters): Float32Array<ArrayBuffer> {
  const table = new Float32Array(materialWords(world));
  const bodyMaterial = blankMaterial();
  world.materials.forEach((_, index) => {
    const material = materialAt(world.materials, index, parameters, bodyMaterial);
    table.set(new Float32Array(packRecord(MATERIAL, materialValues(material))), stride * index);
  });
  return table;
}
