import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { FlexCase } from './flex-case.ts';

/** How MuJoCo handles a flex' contacts: forces that grow with depth, without friction (`passive`), or constraints of its solver. */
export const MUJOCO_CONTACTS = ['penalty', 'constraints'] as const;
export type MujocoContacts = (typeof MUJOCO_CONTACTS)[number];

/** Relative residual at which the conjugate gradients stop, as in MuJoCo's own models of flexes. */
export const TOLERANCE = 1e-6;
/** Maximum number of their iterations, which is not reached. With MuJoCo's own maximum of 100, most steps would end too early. */
const ITERATIONS = 2000;
/** Memory for contacts and matrices. */
const MEMORY = '500M';

type Moduli = Pick<SimulationParameters, 'youngsModulus' | 'poissonRatio'>;

/**
 * Returns the moduli with which MuJoCo's material is the given one for small strains. Version 3.14 multiplies the first Lame parameter by
 * two: the forces on a single tetrahedron are those of Hooke's law in shear, and 1.86 times as large in dilation at a Poisson's ratio of
 * 0.4. So MuJoCo gets the moduli of a material with half the first Lame parameter, and the same second one.
 */
export function mujocoModuli({ youngsModulus, poissonRatio }: Moduli): Moduli {
  const mu = youngsModulus / (2 * (1 + poissonRatio));
  const half = (mu * poissonRatio) / (1 - 2 * poissonRatio);
  const ratio = half / (2 * (half + mu));
  return { youngsModulus: 2 * mu * (1 + ratio), poissonRatio: ratio };
}

/**
 * Returns MuJoCo's model of a case, in MJCF: the same rest shape, elasticity, damping, friction, gravity and time step. `discrete` is the
 * only integrator of version 3.14 that integrates the elasticity of a flex implicitly. A vertex has a radius, so that surfaces keep
 * Untangle's offset from one another. The time constant of contact constraints is the least that MuJoCo allows, two time steps.
 */
export function mujocoModel({ world, parameters, floor }: FlexCase, contacts: MujocoContacts): string {
  const { mesh } = world.models[0];
  const { timeStep, gravity, materialDamping, dynamicFriction, contactOffset } = parameters;
  const { youngsModulus, poissonRatio } = mujocoModuli(parameters);
  const contact = `condim="3" friction="${dynamicFriction}" solref="${2 * timeStep} 1"`;
  return `<mujoco>
  <option timestep="${timeStep}" gravity="0 ${-gravity} 0" integrator="discrete" solver="CG" jacobian="sparse"
    iterations="${ITERATIONS}" tolerance="${TOLERANCE}"/>
  <size memory="${MEMORY}"/>
  <worldbody>
    <geom type="plane" size="0 0 1" pos="0 ${floor} 0" zaxis="0 1 0" ${contact}/>
    <flexcomp name="body" type="direct" dim="3" mass="1" radius="${contactOffset / 2}"
      point="${mesh.positions.join(' ')}" element="${mesh.tets.join(' ')}">
      <edge equality="false"/>
      <contact selfcollide="auto" internal="false" passive="${contacts === 'penalty'}" ${contact}/>
      <elasticity young="${youngsModulus}" poisson="${poissonRatio}" damping="${materialDamping}"/>
    </flexcomp>
  </worldbody>
</mujoco>`;
}
