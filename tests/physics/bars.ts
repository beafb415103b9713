import { boxMesh } from '../unit/mesh/box-mesh.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { type Physics, physics, placed } from './bodies.ts';

/** A bar of steel-like proportions, soft enough to settle within a second: its sag is small all the same. */
export interface Bar {
  /** Along x, then the cross-section y by z [m]. */
  readonly size: readonly [number, number, number];
  readonly cells: readonly [number, number, number];
  readonly youngsModulus: number;
  readonly poissonRatio: number;
  readonly density: number;
  /** [m/s^2] */
  readonly gravity: number;
}
export interface Settling {
  readonly timeStep: number;
  readonly iterations: number;
  /** Slows the slowest mode critically, so that it settles soonest [1/s]. */
  readonly velocityDamping: number;
  /** [s] */
  readonly time: number;
  /** Further parameters, such as the integrator. */
  readonly others?: Partial<SimulationParameters>;
}

/**
 * Held at x = 0, it hangs down along x or sticks out across gravity.
 * @returns how far the middle of its other end has sunk, once settled [m]
 */
export async function sag(bar: Bar, settling: Settling, way: 'hanging' | 'sticking out'): Promise<number> {
  const { size, cells, gravity, youngsModulus, poissonRatio, density } = bar;
  const { positions, tets } = boxMesh(...cells);
  const mesh = { positions: positions.map((x, i) => (x * size[i % 3]) / cells[i % 3]), tets };
  const hanging = way === 'hanging';
  const turned = (x: number, y: number, z: number) => (hanging ? [y, -x, z] : [x, y, z]);
  const { timeStep, iterations, velocityDamping, time, others } = settling;
  const body = await physics(
    [placed('bar', mesh, turned)],
    {
      ...{ mode: 'off', materialDamping: 0, gravity, youngsModulus, poissonRatio, density },
      ...{ timeStep, iterations, velocityDamping },
      ...others,
    },
    { held: (x, y) => (hanging ? y : x) === 0 },
  );
  const end = Array.from(body.masses.keys()).filter((v) => mesh.positions[3 * v] > size[0] * (1 - 1e-6));
  const height = () => end.reduce((sum, v) => sum + exactY(body, v), 0) / end.length;
  const before = height();
  await body.run(Math.round(time / timeStep));
  return before - height();
}

/** With what float32 rounds off: sags are a thousandth of the lengths. */
const exactY = ({ state }: Physics, v: number) => state.positions[3 * v + 1] + state.remainders[3 * v + 1];
