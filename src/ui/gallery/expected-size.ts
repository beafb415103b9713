import type { Scene } from '../../scenes/scene.ts';
import { SIZE_NAMES, type SizeName } from '../../scenes/scene.ts';
import type { Need } from '../room.ts';
import measured from './sizes.json';

/** What a scene is made of at a size, as far as one knows before it is built. */
export interface ExpectedSize extends Need {
  readonly bodies: number;
  readonly tetrahedra: number;
}

type Measured = Readonly<Record<string, Partial<Readonly<Record<SizeName, ExpectedSize>>>>>;

/**
 * From the table that `npm run sizes` measures: the row of that size, or that of the nearest one, scaled by the size's number.
 * @returns undefined for a scene that isn't in the table yet
 */
export function expectedSize(scene: Scene, size: number, table: Measured = measured): ExpectedSize | undefined {
  const rows = table[scene.name];
  if (!rows) return undefined;
  const farness = (name: SizeName) => Math.abs(Math.log(scene.size[name] / size));
  const [nearest] = SIZE_NAMES.filter((name) => rows[name]).sort((a, b) => farness(a) - farness(b));
  const row = nearest && rows[nearest];
  if (!row || scene.size[nearest] === size) return row;
  const factor = size / scene.size[nearest];
  const scaled = (value: number) => Math.round(factor * value);
  return {
    // Whether more of the size's number means more bodies is the scene's business; other named sizes show it.
    bodies: SIZE_NAMES.every((name) => (rows[name] ?? row).bodies === row.bodies) ? row.bodies : scaled(row.bodies),
    tetrahedra: scaled(row.tetrahedra),
    state: scaled(row.state),
    world: scaled(row.world),
    buffer: scaled(row.buffer),
  };
}
