import { describe, expect, it } from 'vitest';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { clearGases, gas, MIN_VOLUME_SHARE } from '../../../../../src/simulation/constraints/pressure/gas.ts';
import { GAS } from '../../../../../src/simulation/tables/records.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { stateBytes } from '../../../../../src/simulation/state.ts';
import { stepParts } from '../../../../../src/simulation/step.ts';
import { contextOf, cornerTet, runInRanges } from '../../../../fixtures/stages.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

const P = 4000;
const DT = 5e-3;
const boxes = (pressure = P): Context =>
  contextOf([createModel('box', boxMesh(3, 2, 2), 1), cornerTet()], {
    ...{ pressure, timeStep: DT, dropSpeed: 0 },
    shifts: [
      [0.3, 7, -2],
      [20, 0, 5],
    ],
  });

/** By tetrahedra, in float64, where the remainders put vertices [m^3]. */
function volume({ world, state }: Context, body: number): number {
  const { model, vertexBase } = world.bodies[body];
  const { tets } = world.models[model].mesh;
  const at = (v: number) =>
    [0, 1, 2].map((k) => state.positions[3 * (vertexBase + v) + k] + state.remainders[3 * (vertexBase + v) + k]);
  let sum = 0;
  for (let t = 0; t < tets.length; t += 4) {
    const a = at(tets[t]);
    const [u, v, w] = [1, 2, 3].map((k) => at(tets[t + k]).map((x, i) => x - a[i]));
    sum += u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  }
  return sum / 6;
}

const lambdaOf = ({ state }: Context, body: number) => state.gases[GAS.stride * body + GAS.lambda];

/** Moves vertices as a linear map with some shear does, about the origin. */
function squeeze({ state }: Context, share: number): void {
  const { positions: x } = state;
  for (let i = 0; i < x.length; i += 3) x.set([x[i] + 0.2 * x[i + 1], share * x[i + 1], x[i + 2] - 0.1 * x[i]], i);
  state.positionsT0.set(x);
}

describe('gas in bodies', () => {
  it.each([0.4, 1, 1.7])('pushes with P V0 / V at the volume that it leads to, from %d V0', (share) => {
    const context = boxes();
    const restVolumes = [volume(context, 0), volume(context, 1)];
    squeeze(context, share);
    runInRanges(clearGases, context);
    for (let i = 0; i < 30; i++) runInRanges(gas, context);
    restVolumes.forEach((restVolume, body) => {
      expect(volume(context, body)).toBeGreaterThan(share * restVolume * 1.0001);
      expect((lambdaOf(context, body) * volume(context, body)) / (DT * DT * P * restVolume)).toBeCloseTo(1, 5);
    });
  });

  it('has the gradient of the volume: central differences of tetrahedra', () => {
    const context = boxes();
    squeeze(context, 0.8);
    runInRanges(gas, context);
    const { world, state } = context;
    state.remainders.fill(0);
    state.positions.set(state.positionsT0);
    for (const s of [0, 5, 17, world.surfaceVertexCount - 1])
      for (let k = 0; k < 3; k++) {
        const at = 3 * world.surfaceVertices[s] + k;
        const volumes = [0.25, -0.25].map((d) => {
          state.remainders[at] = d;
          const found = volume(context, world.surfaceBodies[s]);
          state.remainders[at] = 0;
          return found;
        });
        expect(state.volumeGradients[3 * s + k]).toBeCloseTo((volumes[0] - volumes[1]) / 0.5, 5);
      }
  });

  it('moves neither the centre of mass nor anything held, and notes the moments that impulses have about x0', () => {
    const context = contextOf([createModel('box', boxMesh(3, 2, 2), 1)], { pressure: P, timeStep: DT });
    const { state } = context;
    squeeze(context, 0.7);
    for (let i = 0; i < state.positions.length; i++) state.positionsT0[i] += (0.1 * ((i * 29) % 17)) / 17;
    const before = state.positions.slice();
    runInRanges(gas, context);
    const sums = [0, 0, 0, 0, 0, 0];
    let size = 0;
    for (let v = 0; v < context.world.vertexCount; v++) {
      const x0 = state.positionsT0.subarray(3 * v, 3 * v + 3);
      const f = [3 * v, 3 * v + 1, 3 * v + 2].map(
        (i) => (state.positions[i] - before[i] + state.remainders[i]) / state.inverseMasses[v],
      );
      size += Math.hypot(...f);
      for (let k = 0; k < 3; k++) {
        const [l, m] = [(k + 1) % 3, (k + 2) % 3];
        sums[k] += f[k];
        sums[3 + k] += x0[l] * f[m] - x0[m] * f[l];
      }
    }
    const noted = [0, 1, 2].map((k) => state.moments.reduce((sum, moment, i) => sum + (i % 3 === k ? moment : 0), 0));
    expect(Math.hypot(...noted)).toBeGreaterThan(1e-3 * size);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(sums[k])).toBeLessThan(1e-6 * size);
      expect(Math.abs(sums[3 + k] - noted[k])).toBeLessThan(1e-6 * size);
    }

    const held = boxes();
    held.state.inverseMasses[2] = 0;
    squeeze(held, 0.7);
    runInRanges(gas, held);
    expect(held.state.positions.subarray(6, 9)).toEqual(held.state.positionsT0.subarray(6, 9));
    expect(held.state.positions).not.toEqual(held.state.positionsT0);
  });

  it('pushes a body without volume, or inside out, with a bounded pressure', () => {
    for (const share of [0, -1]) {
      const context = boxes();
      const restVolume = volume(context, 0);
      squeeze(context, share);
      const before = volume(context, 0);
      runInRanges(gas, context);
      expect(context.state.positions.every(Number.isFinite)).toBe(true);
      expect(lambdaOf(context, 0)).toBeGreaterThan(0);
      expect(lambdaOf(context, 0)).toBeLessThan((DT * DT * P) / MIN_VOLUME_SHARE);
      expect(volume(context, 0)).toBeGreaterThan(before + 1e-6 * restVolume);
    }
  });

  it('is the same in ranges of any length, in any order', () => {
    const [whole, parts] = [boxes(), boxes()];
    for (const context of [whole, parts]) squeeze(context, 0.6);
    runInRanges(gas, whole);
    runInRanges(gas, parts, 5, true);
    expect(parts.state.positions).toEqual(whole.state.positions);
    expect(parts.state.gases).toEqual(whole.state.gases);
  });

  it('takes neither memory nor passes where there is none', () => {
    const [none, some] = [boxes(0), boxes()];
    const { surfaceVertexCount, bodies } = some.world;
    expect(stateBytes(some.world) - stateBytes(none.world)).toBe(
      4 * (3 * surfaceVertexCount + GAS.stride * bodies.length),
    );
    const names = ({ parameters, world }: Context) =>
      stepParts(parameters, world).flatMap(({ passes }) => passes.map(({ name }) => name));
    expect(names(none)).not.toContain('gas');
    expect(names(some).filter((name) => !names(none).includes(name))).toEqual(['clear gases', 'gas']);
  });
});
