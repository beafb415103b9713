import type { Vector } from '../../math/arithmetic.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';

/** A body of a tangled start: its rest shape, and its positions at the start [m], 3 per vertex. */
export interface StartBody {
  readonly mesh: TetMesh;
  readonly positions: Float32Array;
}

/** A start in which bodies overlap one another or themselves. */
export interface Start {
  readonly name: string;
  /** Kind of the overlap, such as 'coarse'; starts of one kind form a group. */
  readonly group: string;
  readonly bodies: readonly StartBody[];
  /** Whether there is gravity and a ground at y = 0; else bodies fly freely. */
  readonly hasGround: boolean;
  /** Length with which speeds are compared [m]. */
  readonly size: number;
  readonly parameters?: Partial<SimulationParameters>;
}

/** Returns a start's name as files have it: letters, digits, points and dashes. */
export const idOf = ({ name }: Pick<Start, 'name'>): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');

/** Returns a body whose positions are moved. */
export const at = (mesh: TetMesh, [x, y, z]: Vector = [0, 0, 0], positions = mesh.positions): StartBody => ({
  mesh,
  positions: positions.map((value, i) => value + [x, y, z][i % 3]),
});
