import { type Pass, WORKGROUP_SIZE } from '../../program/pass.ts';
import { hasGas } from './has-gas.ts';
import type { Constraint } from '../../features.ts';

const CLEAR: Pass = {
  name: 'clear gases',
  clock: 'solve',
  reads: [],
  writes: ['gases'],
  stages: [{ stage: 'clearGases' }],
  kernels: ({ world }) => [{ kernel: 'clearGases', count: world.bodies.length }],
};

const GAS: Pass = {
  name: 'gas',
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'inverseMasses', 'gases'],
  writes: ['positions', 'remainders', 'moments', 'gases', 'volumeGradients'],
  stages: [{ stage: 'gas' }],
  kernels: ({ world }) => [
    { kernel: 'volumeGradients', count: world.surfaceVertexCount },
    { kernel: 'expandGases', count: WORKGROUP_SIZE * world.bodies.length },
    { kernel: 'pushSurfaces', count: world.surfaceVertexCount },
  ],
};

/** Constraint: pressure of the gas in closed bodies (gas.ts has the derivation). */
export const PRESSURE = {
  name: 'pressure',
  atStart: (_, world) => (hasGas(world) ? [CLEAR] : []),
  solve: (_, world) => (hasGas(world) ? [GAS] : []),
} satisfies Constraint;
