import { displacementsOf } from '../../../../src/simulation/constraints/elastic/displacements.ts';
import { findGradients } from '../../../../src/simulation/constraints/pressure/gas.ts';
import {
  multiplyContact,
  OPENING,
  writeTerms,
} from '../../../../src/simulation/integrators/implicit-euler/contact-terms.ts';
import { listContacts } from '../../../../src/simulation/integrators/implicit-euler/contact-lists.ts';
import { elementEnergy, factorMetric } from '../../../../src/simulation/integrators/implicit-euler/element.ts';
import {
  loadElement,
  multiplyElements,
  setMaterial,
  writeElements,
} from '../../../../src/simulation/integrators/implicit-euler/elements.ts';
import { multiplyGases, writeGases } from '../../../../src/simulation/integrators/implicit-euler/gas.ts';
import { multiplySprings, writeSprings } from '../../../../src/simulation/integrators/implicit-euler/springs.ts';
import { gatherForces, writeVertices } from '../../../../src/simulation/integrators/implicit-euler/vertices.ts';
import { makeModelData } from '../../../../src/simulation/model-data.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import type { SimulationParameters } from '../../../../src/simulation/parameters.ts';
import type { Context } from '../../../../src/simulation/program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS } from '../../../../src/simulation/state.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import { contextOf, putContact, runInRanges } from '../../../fixtures/stages.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

export const DT = 0.01;
/** Ground, and the penalty stiffness that a test needs to know again. */
const GROUND = { normal: [0, 1, 0] as const, offset: 0 };
export const STIFFNESS = 10;

/**
 * Two boxes, one of springs in some cases, that are stretched at random: the second's first vertex is in the first's face, and some of the
 * first's vertices are below the ground. Further contacts than the first one are of random vertices.
 */
export function makeContext(
  seed: number,
  given: Partial<SimulationParameters>,
  { contacts = 1, cells = [1, 2, 1] as readonly [number, number, number] } = {},
): Context {
  const model = createModel('box', boxMesh(...cells), 1);
  const context = {
    ...contextOf([model, model], {
      integrator: 'implicit-euler',
      timeStep: DT,
      youngsModulus: 1e4,
      springStiffness: 1e4,
      density: 100,
      staticFriction: 0,
      dynamicFriction: 0,
      contactStiffness: STIFFNESS,
      planes: [GROUND],
      shifts: [
        [0, -0.01, 0],
        [0.3, 1.99, 0.2],
      ],
      ...given,
    }),
    argument: 1,
  };
  const { world, state } = context;
  makeModelData(world, ['elementIncidence']);
  const random = seededRandom(seed);
  const u = displacementsOf(state);
  for (let i = 0; i < 3 * world.vertexCount; i++) {
    state.positionsT0[i] = state.positions[i] * 1.05 + 0.02 * (random() - 0.5);
    state.freeMoves[i] = 0.02 * (random() - 0.5);
    state.predictedMoves[i] = 0.02 * (random() - 0.5);
    u[i] = 0.04 * (random() - 0.5);
    state.solution[i] = 0.05 * (random() - 0.5);
    state.direction[i] = random() - 0.5;
  }
  const corner = world.bodies[1].vertexBase;
  putContact(state, 0, [corner, 2, 5, 7], [1, -0.3, -0.3, -0.4], [0, 0.8, 0.6], 4);
  for (let c = 1; c < contacts; c++) {
    const [b, d] = [random() / 2, random() / 2];
    const first = Math.floor(world.vertexCount * random());
    const vertices = [0, 1, 3, 7].map((k) => (first + k) % world.vertexCount);
    putContact(state, c, vertices, [1, -b, -d, b + d - 1], [0.6, random() < 0.5 ? 0.8 : -0.8, 0], 2 * random());
    if (c % 3 === 0) state.contacts.u32[CONTACT.stride * c + CONTACT.kind] = CONTACT_KINDS.vertexFace;
  }
  for (let c = 0; c < contacts; c++) state.contacts.u32[CONTACT.stride * c + CONTACT.materials] = 0;
  state.counters[COUNTERS.queries] = contacts;
  follow(context);
  runInRanges(listContacts, context);
  return context;
}

/** Lets positions follow the displacements. */
function follow({ world, state }: Context): void {
  const u = displacementsOf(state);
  for (let i = 0; i < 3 * world.vertexCount; i++) state.positions[i] = state.positionsT0[i] + u[i];
}

const lengthOf = (x: readonly number[]) => Math.hypot(...x);

/** Computes the energy that a step minimises, apart from the code that solves it: in float64, from displacements `u` alone. */
export function energyOf(context: Context, u: Float64Array): number {
  const { world, state, parameters, scratch } = context;
  const x0 = state.positionsT0;
  const at = (v: number) => [0, 1, 2].map((k) => x0[3 * v + k] + u[3 * v + k]);
  const at0 = (v: number) => [0, 1, 2].map((k) => x0[3 * v + k]);
  const minus = (a: readonly number[], b: readonly number[]) => a.map((x, k) => x - b[k]);
  let energy = 0;
  for (let v = 0; v < world.vertexCount; v++) {
    if (state.inverseMasses[v] === 0) continue;
    const mass = 1 / state.inverseMasses[v];
    for (let k = 0; k < 3; k++) energy += (0.5 * mass * (u[3 * v + k] - state.freeMoves[3 * v + k]) ** 2) / DT ** 2;
    // The ground takes the whole mass of a vertex that is predicted to be below it.
    const isBelow = state.predictedMoves[3 * v + 1] + at0(v)[1] < 0;
    if (isBelow) energy += 0.5 * ((STIFFNESS * mass) / DT ** 2) * at(v)[1] ** 2;
  }
  const { element } = scratch.implicitEuler;
  for (const [b, { model, vertexBase }] of world.bodies.entries()) {
    const { elasticTets, springs } = world.models[model];
    let volume = 0;
    setMaterial(element, context, b);
    for (let t = 0; t < elasticTets.restVolumes.length; t++) {
      loadElement(element, context, b, t);
      factorMetric(element);
      const [a, ...others] = [0, 1, 2, 3].map((c) => at(vertexBase + elasticTets.vertices[4 * t + c]));
      const edges = others.map((x) => minus(x, a));
      element.edges.set(edges.flat());
      volume += signedVolume(edges);
      if (parameters.material !== 'mass-spring') energy += elementEnergy(element, elasticTets.restVolumes[t]);
    }
    if (parameters.pressure > 0) {
      const restVolume = elasticTets.restVolumes.reduce((sum, x) => sum + x, 0);
      energy -= parameters.pressure * restVolume * Math.log(volume);
    }
    if (parameters.material === 'mass-spring')
      for (const [s, rest] of springs.restLengths.entries()) {
        const [i, j] = [0, 1].map((k) => vertexBase + springs.vertices[2 * s + k]);
        const length = lengthOf(minus(at(i), at(j)));
        const change = length - lengthOf(minus(at0(i), at0(j)));
        const damping = parameters.materialDamping / DT;
        energy += 0.5 * parameters.springStiffness * ((length - rest) ** 2 + damping * change ** 2);
      }
  }
  for (let c = 0; c < state.counters[COUNTERS.queries]; c++) energy += contactEnergy(context, c, at);
  return energy;
}

const signedVolume = ([a, b, c]: readonly (readonly number[])[]): number =>
  (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;

/** Penalty energy of a contact: its point is held by the mass that it takes to move it. */
function contactEnergy({ state }: Context, contact: number, at: (v: number) => number[]): number {
  const { contacts, inverseMasses, positionsT0: x0, predictedMoves } = state;
  const start = CONTACT.stride * contact;
  const offset = contacts.f32[start + CONTACT.offset];
  let mobility = 0;
  let distance = 0;
  let before = 0;
  let predicted = 0;
  for (let k = 0; k < contacts.u32[start + CONTACT.count]; k++) {
    const v = contacts.u32[start + CONTACT.vertices + k];
    const weight = contacts.f32[start + CONTACT.weights + k];
    mobility += weight * weight * inverseMasses[v];
    for (let c = 0; c < 3; c++) {
      const along = weight * contacts.f32[start + CONTACT.normal + c];
      distance += along * at(v)[c];
      before += along * x0[3 * v + c];
      predicted += along * (x0[3 * v + c] + predictedMoves[3 * v + c]);
    }
  }
  // It opens by a tenth of its offset, from where it was or from the surface, up to its offset.
  const goal = Math.min(offset, Math.max(0, before) + OPENING * offset);
  if (contacts.u32[start + CONTACT.kind] === CONTACT_KINDS.none || predicted >= goal) return 0;
  return 0.5 * (STIFFNESS / mobility / DT ** 2) * (distance - goal) ** 2;
}

/** Writes gradients, Hessians and residual at the present displacements. */
export function assemble(context: Context): void {
  const { world, state, scratch } = context;
  writeElements(context, 0, world.tetCount);
  writeSprings(context, 0, world.springCount);
  for (let c = 0; c < state.counters[COUNTERS.queries]; c++) writeTerms(scratch.implicitEuler.terms, context, c);
  if (context.parameters.pressure > 0) {
    findGradients(context, 0, world.surfaceVertexCount);
    writeGases(context, 0, world.bodies.length);
  }
  writeVertices(context, 0, world.vertexCount);
}

export const CASES: readonly (readonly [name: string, given: Partial<SimulationParameters>])[] = [
  ['tetrahedra', {}],
  ['tetrahedra with damping', { materialDamping: 0.02 }],
  ['springs', { material: 'mass-spring' }],
  ['springs with damping', { material: 'mass-spring', materialDamping: 0.02 }],
  ['tetrahedra with gas', { pressure: 2e4 }],
];

/** Returns the product of the system and displacements. */
export function productOf(context: Context, d: Float32Array): Float32Array {
  const { world, state } = context;
  state.direction.set(d);
  multiplyElements(context, 0, world.tetCount, d);
  multiplySprings(context, 0, world.springCount, d);
  for (let c = 0; c < state.counters[COUNTERS.queries]; c++) multiplyContact(state, c, d);
  if (context.parameters.pressure > 0) multiplyGases(context, 0, world.bodies.length);
  const out = new Float32Array(3 * world.vertexCount);
  gatherForces(context, 0, world.vertexCount, out);
  const { vertexBlocks: b } = state;
  for (let v = 0; v < world.vertexCount; v++) {
    const [i, j] = [3 * v, 6 * v];
    const [x, y, z] = d.subarray(i, i + 3);
    out[i] += b[j] * x + b[j + 1] * y + b[j + 2] * z;
    out[i + 1] += b[j + 1] * x + b[j + 3] * y + b[j + 4] * z;
    out[i + 2] += b[j + 2] * x + b[j + 4] * y + b[j + 5] * z;
  }
  return out;
}
