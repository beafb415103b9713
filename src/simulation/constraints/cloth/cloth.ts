import type { Context } from '../../program/stage.ts';
import { materialAt } from '../../world/material.ts';
import { byBody, byColour, type ConstraintKind } from '../elastic/batch.ts';
import { displacementsOf } from '../elastic/displacements.ts';
import { TRIANGLE_MULTIPLIERS } from './tables.ts';

const CLOTH: ConstraintKind = {
  kind: 'cloth',
  colours: ({ cloth }) => cloth.colourOffsets,
  solve,
  momentsFromDisplacements: true,
};

/**
 * One XPBD iteration over the elements of cloth, one colour after another: first the triangles, then the hinges.
 *
 * **Triangles.** With F (3 x 2) the deformation gradient from the plane of the rest shape, and U = sqrt(F^T F), the strain is U - 1 (Biot's).
 * The energy per rest volume is that of plane stress, mu |U - 1|^2 + lambda / 2 trace(U - 1)^2, with mu = E / (2 (1 + nu)) and
 * lambda = E nu / (1 - nu^2). U needs no eigenvectors: U = (F^T F + det U) / trace U. The energy is finite for every F, and where a triangle
 * is squeezed its force stays as large as the strain says. (With Green's strain the force vanishes with the triangle, and a step of
 * XPBD from a width s goes too far by the factor 1 / s.) A triangle that has collapsed to a line resists in this line alone, one that has
 * collapsed to a point not at all; its neighbours pull it out.
 *
 * As with `neoHookean` (neo-hookean.ts), a multiplier is the sum of the impulses that the triangle has applied in this step, and an iteration
 * applies the difference between those of the stress at the current positions and this sum. So a converged step is an implicit Euler
 * step. The local system has the strain's stiffness, J^T D J with the rotated strain J dF = sym(R^T dF), and the stress's own stiffness
 * as far as it is tension. (Without it, cloth that is stretched by a half flies apart where a transverse wave passes some triangles within a step.) What is left
 * out, compression, would only weaken the system. Rayleigh damping acts on the change of U, which no rotation changes.
 *
 * **Hinges.** Each is an XPBD constraint: the angle between the normals of two triangles, minus that of the rest shape, with the stiffness
 * hingeShape (create-cloth.ts) times bendingStiffness. The angle is in [-pi, pi]. At its ends the energy jumps, but the force of either side
 * leads away from there, so that a fold doesn't tremble: only if triangles have passed through one another does it open to the other
 * side. Triangles without area have no normal: their hinges rest. Damping acts on the change of the angle along its gradient.
 *
 * Source of compliance, multipliers and damping: Macklin, Mueller, Chentanez 2016, equation 26; of the strain's energy on rotated elements:
 * Sifakis, Barbic, FEM Simulation of 3D Deformable Solids, 2012, section 3.4; of the gradients of the angle: Bridson, Marino, Fedkiw,
 * Simulation of Clothing with Folds and Wrinkles, 2003; of the energy of hinges: Grinspun, Hirani, Desbrun, Schroeder 2003.
 */
export const cloth = byColour(CLOTH);
/** The iteration of `cloth`, with whole bodies assigned to workers. */
export const clothByBody = byBody(CLOTH);

/**
 * Returns the Lame parameters of a membrane in plane stress [Pa].
 * @param to overwritten and returned
 */
export function membraneParameters(
  { youngsModulus, poissonRatio }: { readonly youngsModulus: number; readonly poissonRatio: number },
  to = { mu: 0, lambda: 0 },
) {
  to.mu = youngsModulus / (2 * (1 + poissonRatio));
  to.lambda = (youngsModulus * poissonRatio) / (1 - poissonRatio * poissonRatio);
  return to;
}

function solve(context: Context, body: number, begin: number, end: number): void {
  const { models, bodies } = context.world;
  const triangleCount = models[bodies[body].model].cloth.restVolumes.length;
  if (begin < triangleCount) solveTriangles(context, body, begin, end);
  else solveHinges(context, body, begin - triangleCount, end - triangleCount);
}

function solveTriangles(context: Context, body: number, begin: number, end: number): void {
  const { world, state, parameters, scratch, kernels } = context;
  const { positionsT0, inverseMasses, multipliers } = state;
  const { model, material, vertexBase, multiplierBase } = world.bodies[body];
  const { triangles, restInverses, restVolumes } = world.models[model].cloth;
  const dt = parameters.timeStep;
  const bodyMaterial = materialAt(world.materials, material, parameters, scratch.elastic.material);
  const { mu, lambda } = membraneParameters(bodyMaterial, scratch.elastic.membrane);
  const isSingle = parameters.materialPrecision === 'float32';
  const solveRange = isSingle ? kernels.solveTrianglesFloat32 : kernels.solveTriangles;
  solveRange(
    positionsT0,
    displacementsOf(state),
    inverseMasses,
    multipliers,
    triangles,
    restInverses,
    restVolumes,
    vertexBase,
    multiplierBase,
    begin,
    end,
    mu,
    lambda,
    bodyMaterial.materialDamping / dt,
    dt,
  );
}

function solveHinges(context: Context, body: number, begin: number, end: number): void {
  const { world, state, parameters, scratch, kernels } = context;
  const { positionsT0, inverseMasses, multipliers } = state;
  const { model, material, vertexBase, multiplierBase } = world.bodies[body];
  const { hinges, restAngles, hingeShapes, restVolumes } = world.models[model].cloth;
  const dt = parameters.timeStep;
  const { bendingStiffness, materialDamping } = materialAt(
    world.materials,
    material,
    parameters,
    scratch.elastic.material,
  );
  if (bendingStiffness === 0) return;
  const solveRange = parameters.materialPrecision === 'float32' ? kernels.solveHingesFloat32 : kernels.solveHinges;
  solveRange(
    positionsT0,
    displacementsOf(state),
    inverseMasses,
    multipliers,
    hinges,
    restAngles,
    hingeShapes,
    vertexBase,
    multiplierBase + TRIANGLE_MULTIPLIERS * restVolumes.length,
    begin,
    end,
    bendingStiffness * dt * dt,
    materialDamping / dt,
  );
}
