import { MIN_VOLUME_SHARE, surfaceEnd } from '../../constraints/pressure/gas.ts';
import { NONE } from '../../../mesh/topology.ts';
import type { Context } from '../../program/stage.ts';
import { GAS } from '../../tables/records.ts';
import { sumFan } from '../../world/vector-area.ts';
import { vertexEnd, type World } from '../../world/world.ts';
import { GAS_TERM } from './words.ts';

/**
 * Computes the terms of the gas in the bodies `begin` to `end` - 1. At volume V its energy is -P V0 ln V, with P the parameter `pressure` and V0
 * the rest volume: so it pushes with the pressure p = P V0 / V (constraints/pressure/gas.ts). With g = dV/dx, the gradient is -p g, and the Hessian
 * p/V g g^T; the curvature of V, which would make it indefinite, is left out. Below MIN_VOLUME_SHARE V0 the pressure stays the same.
 */
export function writeGases({ world, state, parameters }: Context, begin: number, end: number): void {
  const { positions: x, volumeGradients: g, gases, gasTerms } = state;
  for (let body = begin; body < end; body++) {
    const reference = 3 * world.bodies[body].vertexBase;
    let sum = 0;
    for (let s = world.bodies[body].surfaceBase; s < surfaceEnd(world, body); s++) {
      const i = 3 * world.surfaceVertices[s];
      for (let k = 0; k < 3; k++) sum += (x[i + k] - x[reference + k]) * g[3 * s + k];
    }
    const restVolume = gases[GAS.stride * body + GAS.restVolume];
    const least = MIN_VOLUME_SHARE * restVolume;
    const volume = sum / 3;
    const pressure = restVolume > 0 ? (parameters.pressure * restVolume) / Math.max(volume, least) : 0;
    const at = GAS_TERM.stride * body;
    gasTerms[at + GAS_TERM.pressure] = pressure;
    gasTerms[at + GAS_TERM.stiffness] = volume > least ? pressure / volume : 0;
    gasTerms[at + GAS_TERM.volume] = volume;
    gasTerms[at + GAS_TERM.leastVolume] = least;
    gasTerms[at + GAS_TERM.push] = -pressure;
  }
}

/** Multiplies the Hessians of the gas in the bodies `begin` to `end` - 1 with a direction: writes how much each one pushes then. */
export function multiplyGases({ world, state }: Context, begin: number, end: number): void {
  const { gasTerms } = state;
  for (let body = begin; body < end; body++) {
    const at = GAS_TERM.stride * body;
    gasTerms[at + GAS_TERM.push] =
      gasTerms[at + GAS_TERM.stiffness] * volumeChange(state, world, body, state.direction);
  }
}

/** Returns the change of a body's volume along displacements `d`, to first order [m^3]. */
function volumeChange({ volumeGradients: g }: Context['state'], world: World, body: number, d: Float32Array): number {
  let sum = 0;
  for (let s = world.bodies[body].surfaceBase; s < surfaceEnd(world, body); s++) {
    const i = 3 * world.surfaceVertices[s];
    sum += d[i] * g[3 * s] + d[i + 1] * g[3 * s + 1] + d[i + 2] * g[3 * s + 2];
  }
  return sum;
}

/** Adds the gas's part of the gradient, or of the Hessian times the search direction, at the vertices `begin` to `end` - 1. */
export function addGases({ world, state }: Context, begin: number, end: number, out: Float32Array): void {
  const { volumeGradients: g, gasTerms } = state;
  for (let body = 0; body < world.bodies.length; body++) {
    const { vertexBase, surfaceBase, model } = world.bodies[body];
    const push = gasTerms[GAS_TERM.stride * body + GAS_TERM.push];
    const { surfaceIndices } = world.models[model].topology;
    for (let v = Math.max(begin, vertexBase); v < Math.min(end, vertexEnd(world, body)); v++) {
      if (surfaceIndices[v - vertexBase] === NONE) continue;
      const s = 3 * (surfaceBase + surfaceIndices[v - vertexBase]);
      out[3 * v] += push * g[s];
      out[3 * v + 1] += push * g[s + 1];
      out[3 * v + 2] += push * g[s + 2];
    }
  }
}

/** Does the same as addRemainders (elements.ts) for the gas of a body. The volume is a polynomial of degree 3 of the step length. */
export function addGasRemainders({ world, state, scratch }: Context, body: number, sums: Float64Array): void {
  const { positions: x, solution: d, gasTerms } = state;
  const { fan } = scratch;
  const at = GAS_TERM.stride * body;
  const pressure = gasTerms[at + GAS_TERM.pressure];
  const stiffness = gasTerms[at + GAS_TERM.stiffness];
  const volume = gasTerms[at + GAS_TERM.volume];
  const least = gasTerms[at + GAS_TERM.leastVolume];
  if (pressure === 0) return;
  const reference = 3 * world.bodies[body].vertexBase;
  const first = volumeChange(state, world, body, d);
  let second = 0;
  let third = 0;
  for (let s = world.bodies[body].surfaceBase; s < surfaceEnd(world, body); s++) {
    const i = 3 * world.surfaceVertices[s];
    sumFan(fan, world, d, s);
    for (let k = 0; k < 3; k++) {
      second += ((x[i + k] - x[reference + k]) * fan[k]) / 6;
      third += ((d[i + k] - d[reference + k]) * fan[k]) / 18;
    }
  }
  let l = 1;
  for (let n = 0; n < sums.length; n++, l /= 2) {
    const curved = l * l * (second + l * third);
    const work = workOfGas(pressure, volume, least, volume + l * first + curved);
    sums[n] += work - pressure * curved - 0.5 * stiffness * l * l * first * first;
  }
}

/**
 * Returns by how much the energy of gas changes from volume V to `then`, less what the pressure at V alone would make of it [J]. Below the
 * volume `least` the pressure stays the same, so that the energy there is proportional to the volume.
 */
export function workOfGas(pressure: number, volume: number, least: number, then: number): number {
  const from = Math.max(volume, least);
  const ratio = (Math.max(then, least) - from) / from;
  const constant = Math.min(then, least) - Math.min(volume, least);
  return pressure * (from * (ratio - Math.log1p(ratio)) + constant * (1 - from / least));
}
