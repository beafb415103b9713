import type { SimulationParameters } from '../../simulation/parameters.ts';

/** A material of everyday life: the parameters that make bodies behave like it. */
export interface MaterialPreset {
  readonly title: string;
  readonly parameters: Partial<SimulationParameters>;
}

/**
 * Materials of everyday life. Moduli E are those of small strains; where a source gives the shear modulus G of a material that keeps its
 * volume, E is 3 G. Poisson's ratios of such materials are rounded down from 0.499 or more: closer to 0.5, the solver's few iterations
 * would no longer let bodies bend. Friction depends on the surface more than on the material: slippery, dry, sticky, rough.
 */
export const MATERIAL_PRESETS: readonly MaterialPreset[] = [
  {
    // A gel of 6 % gelatine: G = 8.05 kPa (Nguyen et al. 2014, Ultrasound Med. Biol. 40, 168).
    title: 'Jelly (gelatine)',
    parameters: elastic(2.4e4, 0.45, 1020, 0.1, 0.05),
  },
  {
    // Relaxed muscle that is pressed: E = 62 kPa (Isogai et al. 2022, J. Phys. Ther. Sci. 34, 777). Density: Mendez and Keys 1960.
    title: 'Muscle (relaxed)',
    parameters: elastic(6.2e4, 0.47, 1060, 0.4, 0.3),
  },
  {
    // Vulcanised natural rubber: G = 0.5 MPa, 950 kg/m³ (MatWeb, 'Natural Rubber, Vulcanized').
    title: 'Rubber (soft)',
    parameters: elastic(1.5e6, 0.49, 950, 1, 0.8),
  },
  {
    // Flexible polyurethane of a cushion: 46 kg/m³ (Casavola et al. 2022, Phys. Sci. Forum 4, 20); E is about 100 kPa, and Poisson's
    // ratio 0.3 (Gibson and Ashby 1997, Cellular Solids).
    title: 'Foam (cushion)',
    parameters: elastic(1e5, 0.3, 46, 0.6, 0.5),
  },
];

/** @param youngsModulus [Pa] @param density [kg/m³] */
function elastic(
  youngsModulus: number,
  poissonRatio: number,
  density: number,
  staticFriction: number,
  dynamicFriction: number,
): Partial<SimulationParameters> {
  return { material: 'neo-hookean', youngsModulus, poissonRatio, density, staticFriction, dynamicFriction };
}

/** Returns the preset whose values the parameters have; undefined if they are others. */
export const presetOf = (parameters: SimulationParameters): MaterialPreset | undefined => {
  const values = new Map<string, unknown>(Object.entries(parameters));
  return MATERIAL_PRESETS.find((preset) =>
    Object.entries(preset.parameters).every(([name, value]) => values.get(name) === value),
  );
};
