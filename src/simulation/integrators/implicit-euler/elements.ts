import { displacementsOf } from '../../constraints/elastic/displacements.ts';
import { neoHookeanParameters } from '../../constraints/neo-hookean/neo-hookean.ts';
import type { Context } from '../../program/stage.ts';
import { type BodyKind, materialAt, type MaterialKind } from '../../world/material.ts';
import type { Body, World } from '../../world/world.ts';
import {
  elementGradient,
  elementRemainder,
  type ElementScratch,
  factorMetric,
  HESSIAN_LENGTH,
  isStrained,
} from './element.ts';
import { elementHessian, upperOf9 } from './element-hessian.ts';

/** Returns the end (exclusive) of a body's tetrahedra in the world's numbering. They start at tetBase. */
const tetEnd = ({ bodies, tetCount }: World, body: number): number =>
  body + 1 < bodies.length ? bodies[body + 1].tetBase : tetCount;

/** Returns the kind of a body's elastic elements. */
export const kindOf = ({ kind }: Body, { material }: { readonly material: MaterialKind }): BodyKind => kind ?? material;

/** Tests whether springs make any body elastic. */
export const hasSprings = ({ ownBatches }: World, { material }: { readonly material: MaterialKind }): boolean =>
  material === 'mass-spring' || ownBatches['mass-spring'].length > 0;

/** Prepares the scratch for a body: its material. */
export function setMaterial(element: ElementScratch, { world, parameters, scratch }: Context, body: number): void {
  const material = materialAt(world.materials, world.bodies[body].material, parameters, scratch.elastic.material);
  neoHookeanParameters(material, element.material);
  element.material.damping = material.materialDamping / parameters.timeStep;
}

/** Loads tetrahedron t of a body's model into the scratch. @returns its rest volume [m^3] */
export function loadElement(element: ElementScratch, { world, state }: Context, body: number, t: number): number {
  const { model, vertexBase } = world.bodies[body];
  const { vertices, restMetrics, restVolumes } = world.models[model].elasticTets;
  const { positionsT0: x0 } = state;
  const u = displacementsOf(state);
  const { edges, edgesT0, metric } = element;
  const first = 3 * (vertexBase + vertices[4 * t]);
  for (let e = 0; e < 3; e++) {
    const v = 3 * (vertexBase + vertices[4 * t + 1 + e]);
    for (let k = 0; k < 3; k++) {
      edgesT0[3 * e + k] = x0[v + k] - x0[first + k];
      edges[3 * e + k] = edgesT0[3 * e + k] + (u[v + k] - u[first + k]);
    }
  }
  for (let k = 0; k < 6; k++) metric[k] = restMetrics[6 * t + k];
  return restVolumes[t];
}

/**
 * Computes gradients and Hessians of the tetrahedra `begin` to `end` - 1 of the world, at the present displacements. With one linear solve the
 * gradients of those that are strained too much there are what their linearisation at x0 says (MOST_STRAIN_SQUARED).
 */
export function writeElements(context: Context, begin: number, end: number): void {
  const { world, state, parameters, scratch } = context;
  const { element } = scratch.implicitEuler;
  const { elementForces, elementHessians } = state;
  const { solver } = parameters;
  for (let body = 0; body < world.bodies.length; body++) {
    const { tetBase } = world.bodies[body];
    const first = Math.max(begin, tetBase);
    const last = Math.min(end, tetEnd(world, body));
    if (first >= last || kindOf(world.bodies[body], parameters) === 'mass-spring') continue;
    setMaterial(element, context, body);
    for (let t = first; t < last; t++) {
      const volume = loadElement(element, context, body, t - tetBase);
      factorMetric(element);
      const isMoved = solver === 'linear' && isStrained(element);
      if (isMoved) moveToStart(element);
      elementGradient(element, volume);
      elementHessian(element, volume);
      if (isMoved) addProduct(element);
      elementForces.set(element.gradient, 9 * t);
      elementHessians.set(element.hessian, HESSIAN_LENGTH * t);
    }
  }
}

/** Moves the edges to where they are at the step's start; `shift` gets how far they had moved. */
function moveToStart({ edges, edgesT0, shift }: ElementScratch): void {
  for (let k = 0; k < 9; k++) {
    shift[k] = edges[k] - edgesT0[k];
    edges[k] = edgesT0[k];
  }
}

/** Adds to the gradient what the Hessian says of the edges' move by `shift`. */
function addProduct({ gradient, hessian, shift }: ElementScratch): void {
  for (let r = 0; r < 9; r++) for (let c = 0; c < 9; c++) gradient[r] += hessian[upperOf9(r, c)] * shift[c];
}

/** Multiplies the Hessians of the tetrahedra `begin` to `end` - 1 of the world with a direction. @param p direction [m], 3 per vertex */
export function multiplyElements(
  { world, state, parameters, kernels }: Context,
  begin: number,
  end: number,
  p: Float32Array,
): void {
  for (let body = 0; body < world.bodies.length; body++) {
    const { tetBase, model, vertexBase } = world.bodies[body];
    const first = Math.max(begin, tetBase);
    const last = Math.min(end, tetEnd(world, body));
    if (first >= last || kindOf(world.bodies[body], parameters) === 'mass-spring') continue;
    const { vertices } = world.models[model].elasticTets;
    const { elementHessians, elementForces } = state;
    kernels.multiplyTets(elementHessians, elementForces, vertices, p, vertexBase, tetBase, first, last);
  }
}

/**
 * Adds up, for each step length 1, 1/2, ..., by how much the energy of the tetrahedra `begin` to `end` - 1 of the world changes more
 * than their gradient and Hessian say, if the displacements move along State.solution [J].
 */
export function addRemainders(context: Context, begin: number, end: number, sums: Float64Array): void {
  const { world, parameters, scratch } = context;
  const { element } = scratch.implicitEuler;
  for (let body = 0; body < world.bodies.length; body++) {
    const { tetBase } = world.bodies[body];
    const first = Math.max(begin, tetBase);
    const last = Math.min(end, tetEnd(world, body));
    if (first >= last || kindOf(world.bodies[body], parameters) === 'mass-spring') continue;
    setMaterial(element, context, body);
    for (let t = first; t < last; t++) addRemainder(context, body, t, sums);
  }
}

/** Does the same for tetrahedron t of the world. */
function addRemainder(context: Context, body: number, t: number, sums: Float64Array): void {
  const { world, state, scratch } = context;
  const { element } = scratch.implicitEuler;
  const { model, vertexBase, tetBase } = world.bodies[body];
  const { vertices } = world.models[model].elasticTets;
  const { solution: d, elementHessians } = state;
  const { shift, remainder: r } = element;
  const local = t - tetBase;
  const volume = loadElement(element, context, body, local);
  const corner = 3 * (vertexBase + vertices[4 * local]);
  for (let e = 0; e < 3; e++) {
    const v = 3 * (vertexBase + vertices[4 * local + 1 + e]);
    for (let k = 0; k < 3; k++) shift[3 * e + k] = d[v + k] - d[corner + k];
  }
  let curvature = 0;
  let at = HESSIAN_LENGTH * t;
  for (let row = 0; row < 9; row++)
    for (let c = row; c < 9; c++) curvature += (row === c ? 1 : 2) * elementHessians[at++] * shift[row] * shift[c];
  elementRemainder(element, volume, curvature);
  let l = 1;
  for (let n = 0; n < sums.length; n++, l /= 2)
    sums[n] += l * l * (r[0] + l * (r[1] + l * (r[2] + l * (r[3] + l * r[4]))));
}
