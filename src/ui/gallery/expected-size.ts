import { type Scene, SIZE_NAMES, type SizeName } from '../../scenes/scene.ts';
import type { Need } from '../sizing/memory-budget.ts';
import measured from './sizes.json';

/** Bodies, tetrahedra and memory of a scene at a size, estimated before it is built. */
export interface ExpectedSize extends Need {
  readonly bodies: number;
  readonly tetrahedra: number;
}

type Measured = Readonly<Record<string, Partial<Readonly<Record<SizeName, ExpectedSize>>>>>;

/**
 * Looks a size up in the table that `npm run sizes` measures. Between the measured sizes it scales the nearest one by a power law that
 * is fitted to the smallest and the largest: if the size is the number of cells across a slab, tetrahedra grow with its cube.
 * @returns undefined for a scene that is not in the table yet
 */
export function expectedSize(scene: Scene, size: number, table: Measured = measured): ExpectedSize | undefined {
  const rows = table[scene.name];
  const known = SIZE_NAMES.flatMap((name) => {
    const row = rows?.[name];
    return row ? [{ at: scene.size[name], row }] : [];
  });
  if (known.length === 0) return undefined;
  const logDistance = ({ at }: { at: number }) => Math.abs(Math.log(at / size));
  const nearest = known.reduce((best, one) => (logDistance(one) < logDistance(best) ? one : best));
  const [first, last] = [known[0]!, known.at(-1)!];
  const scaled = (key: keyof ExpectedSize) => {
    const defaultPower = key === 'bodies' ? 0 : 1;
    const power =
      first.at === last.at ? defaultPower : Math.log(last.row[key] / first.row[key]) / Math.log(last.at / first.at);
    return Math.round(nearest.row[key] * (size / nearest.at) ** power);
  };
  return {
    bodies: scaled('bodies'),
    tetrahedra: scaled('tetrahedra'),
    state: scaled('state'),
    world: scaled('world'),
    buffer: scaled('buffer'),
  };
}
