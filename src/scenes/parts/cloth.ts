import type { SurfaceMesh } from '../../mesh/surface-mesh.ts';
import { createCloth } from '../../simulation/world/create-cloth.ts';
import type { Placement } from '../../simulation/world/world.ts';

/** A cloth's material. */
export interface Fabric {
  /** [m] */
  readonly thickness: number;
  /** [kg/m^3] */
  readonly density: number;
  /** Young's modulus [Pa], Poisson's ratio. */
  readonly youngsModulus: number;
  readonly poissonRatio: number;
  /** Flexural rigidity [N m]. */
  readonly bendingStiffness: number;
  /** Rayleigh damping [s]. */
  readonly damping: number;
  readonly friction: number;
}

/**
 * Cotton half a millimetre thick, of 200 g/m^2. Woven cotton is ten times as stiff along its threads; under its own weight this one stretches
 * by less than one per cent.
 */
export const COTTON: Fabric = {
  thickness: 5e-4,
  density: 400,
  youngsModulus: 2e6,
  poissonRatio: 0.3,
  bendingStiffness: 3e-5,
  damping: 2e-3,
  friction: 0.3,
};

/** Makes a cloth's model and material, for a placement. @param mesh in its rest shape */
export function clothOf(
  name: string,
  mesh: SurfaceMesh,
  fabric: Fabric = COTTON,
): Required<Pick<Placement, 'model' | 'material'>> {
  const { thickness, density, youngsModulus, poissonRatio, bendingStiffness, damping, friction } = fabric;
  return {
    model: createCloth(name, mesh, thickness),
    material: {
      ...{ youngsModulus, poissonRatio, bendingStiffness, materialDamping: damping, density },
      ...{ staticFriction: friction, dynamicFriction: friction },
    },
  };
}
