import { type Scene, SIZE_NAMES, type SizeName } from '../../scenes/scene.ts';
import type { Need } from '../sizing/memory-budget.ts';
import measured from './sizes.json';

/** Bodies, tetrahedra and memory of a scene at a size, estimated before the scene is built. */
export interface ExpectedSize extends Need {
  readonly bodies: number;
  readonly tetrahedra: number;
}

/** Measured sizes by scene name and size name. */
type SizeTable = Readonly<Record<string, Partial<Readonly<Record<SizeName, ExpectedSize>>>>>;

/**
 * Looks up a size in the table that `npm run sizes` measures. Between the measured sizes, scales the nearest one by a power law. The law
 * is fitted to the smallest and the largest measured size. For example, tetrahedra grow with the cube of a size that counts the cells
 * across a slab.
 * @returns undefined for a scene that is not in the table yet
 */
export function expectedSize(scene: Scene, size: number, table: SizeTable = measured): ExpectedSize | undefined {
  const rows = table[scene.name];
  const known = SIZE_NAMES.flatMap((name) => {
    const row = rows?.[name];
    return row ? [{ measuredSize: scene.size[name], row }] : [];
  });
  if (known.length === 0) return undefined;
  const logDistance = ({ measuredSize }: { measuredSize: number }) => Math.abs(Math.log(measuredSize / size));
  const nearest = known.reduce((best, entry) => (logDistance(entry) < logDistance(best) ? entry : best));
  const [first, last] = [known[0]!, known.at(-1)!];
  const scaled = (key: keyof ExpectedSize) => {
    // One measured size determines no power. A larger size then has as many bodies, and proportionally more of the rest.
    const defaultPower = key === 'bodies' ? 0 : 1;
    const power =
      first.measuredSize === last.measuredSize
        ? defaultPower
        : Math.log(last.row[key] / first.row[key]) / Math.log(last.measuredSize / first.measuredSize);
    return Math.round(nearest.row[key] * (size / nearest.measuredSize) ** power);
  };
  return {
    bodies: scaled('bodies'),
    tetrahedra: scaled('tetrahedra'),
    state: scaled('state'),
    world: scaled('world'),
    buffer: scaled('buffer'),
  };
}
