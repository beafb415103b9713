import { displacementsOf } from '../../constraints/elastic/displacements.ts';
import { neoHookeanParameters } from '../../constraints/neo-hookean/neo-hookean.ts';
import type { Context } from '../../program/stage.ts';
import { materialAt, type MaterialKind } from '../../world/material.ts';
import type { Body, World } from '../../world/world.ts';
import {
  elementGradient,
  elementHessian,
  elementRemainder,
  type ElementScratch,
  factorMetric,
  HESSIAN_LENGTH,
} from './element.ts';

/** Returns the end (exclusive) of a body's tetrahedra in the world's numbering. They start at tetBase. */
const tetEnd = ({ bodies, tetCount }: World, body: number): number =>
  body + 1 < bodies.length ? bodies[body + 1].tetBase : tetCount;

/** Returns the kind of a body's elastic elements. */
export const kindOf = ({ kind }: Body, { material }: { readonly material: MaterialKind }): MaterialKind =>
  kind ?? material;

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

/** Computes gradients and Hessians of the tetrahedra `begin` to `end` - 1 of the world. */
export function writeElements(context: Context, begin: number, end: number): void {
  const { world, state, parameters, scratch } = context;
  const { element } = scratch.implicitEuler;
  const { elementForces, elementHessians } = state;
  for (let body = 0; body < world.bodies.length; body++) {
    const { tetBase } = world.bodies[body];
    const first = Math.max(begin, tetBase);
    const last = Math.min(end, tetEnd(world, body));
    if (first >= last || kindOf(world.bodies[body], parameters) === 'mass-spring') continue;
    setMaterial(element, context, body);
    for (let t = first; t < last; t++) {
      const volume = loadElement(element, context, body, t - tetBase);
      factorMetric(element);
      elementGradient(element, volume);
      elementHessian(element, volume);
      elementForces.set(element.gradient, 9 * t);
      elementHessians.set(element.hessian, HESSIAN_LENGTH * t);
    }
  }
}

/** Multiplies the Hessians of the tetrahedra `begin` to `end` - 1 of the world with a direction. @param p direction [m], 3 per vertex */
export function multiplyElements(
  { world, state, parameters }: Context,
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
    multiplyTets(state.elementHessians, state.elementForces, vertices, p, vertexBase, tetBase, first, last);
  }
}

/** The loop of multiplyElements over tetrahedra of one body. It is written out, since it takes most of a step's time. */
function multiplyTets(
  hessians: Float32Array,
  forces: Float32Array,
  vertices: Uint32Array,
  p: Float32Array,
  vertexBase: number,
  tetBase: number,
  begin: number,
  end: number,
): void {
  for (let t = begin; t < end; t++) {
    const local = 4 * (t - tetBase);
    const i0 = (3 * (vertexBase + vertices[local])) & 0x3fffffff;
    const i1 = (3 * (vertexBase + vertices[local + 1])) & 0x3fffffff;
    const i2 = (3 * (vertexBase + vertices[local + 2])) & 0x3fffffff;
    const i3 = (3 * (vertexBase + vertices[local + 3])) & 0x3fffffff;
    const ox = p[i0];
    const oy = p[i0 + 1];
    const oz = p[i0 + 2];
    const a = p[i1] - ox;
    const b = p[i1 + 1] - oy;
    const c = p[i1 + 2] - oz;
    const d = p[i2] - ox;
    const e = p[i2 + 1] - oy;
    const f = p[i2 + 2] - oz;
    const g = p[i3] - ox;
    const h = p[i3 + 1] - oy;
    const i = p[i3 + 2] - oz;
    const m = (HESSIAN_LENGTH * t) & 0x3fffffff;
    const h01 = hessians[m + 1];
    const h02 = hessians[m + 2];
    const h03 = hessians[m + 3];
    const h04 = hessians[m + 4];
    const h05 = hessians[m + 5];
    const h06 = hessians[m + 6];
    const h07 = hessians[m + 7];
    const h08 = hessians[m + 8];
    const h12 = hessians[m + 10];
    const h13 = hessians[m + 11];
    const h14 = hessians[m + 12];
    const h15 = hessians[m + 13];
    const h16 = hessians[m + 14];
    const h17 = hessians[m + 15];
    const h18 = hessians[m + 16];
    const h23 = hessians[m + 18];
    const h24 = hessians[m + 19];
    const h25 = hessians[m + 20];
    const h26 = hessians[m + 21];
    const h27 = hessians[m + 22];
    const h28 = hessians[m + 23];
    const h34 = hessians[m + 25];
    const h35 = hessians[m + 26];
    const h36 = hessians[m + 27];
    const h37 = hessians[m + 28];
    const h38 = hessians[m + 29];
    const h45 = hessians[m + 31];
    const h46 = hessians[m + 32];
    const h47 = hessians[m + 33];
    const h48 = hessians[m + 34];
    const h56 = hessians[m + 36];
    const h57 = hessians[m + 37];
    const h58 = hessians[m + 38];
    const h67 = hessians[m + 40];
    const h68 = hessians[m + 41];
    const h78 = hessians[m + 43];
    const q = (9 * t) & 0x3fffffff;
    forces[q] = hessians[m] * a + h01 * b + h02 * c + h03 * d + h04 * e + h05 * f + h06 * g + h07 * h + h08 * i;
    forces[q + 1] = h01 * a + hessians[m + 9] * b + h12 * c + h13 * d + h14 * e + h15 * f + h16 * g + h17 * h + h18 * i;
    forces[q + 2] =
      h02 * a + h12 * b + hessians[m + 17] * c + h23 * d + h24 * e + h25 * f + h26 * g + h27 * h + h28 * i;
    forces[q + 3] =
      h03 * a + h13 * b + h23 * c + hessians[m + 24] * d + h34 * e + h35 * f + h36 * g + h37 * h + h38 * i;
    forces[q + 4] =
      h04 * a + h14 * b + h24 * c + h34 * d + hessians[m + 30] * e + h45 * f + h46 * g + h47 * h + h48 * i;
    forces[q + 5] =
      h05 * a + h15 * b + h25 * c + h35 * d + h45 * e + hessians[m + 35] * f + h56 * g + h57 * h + h58 * i;
    forces[q + 6] =
      h06 * a + h16 * b + h26 * c + h36 * d + h46 * e + h56 * f + hessians[m + 39] * g + h67 * h + h68 * i;
    forces[q + 7] =
      h07 * a + h17 * b + h27 * c + h37 * d + h47 * e + h57 * f + h67 * g + hessians[m + 42] * h + h78 * i;
    forces[q + 8] =
      h08 * a + h18 * b + h28 * c + h38 * d + h48 * e + h58 * f + h68 * g + h78 * h + hessians[m + 44] * i;
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
