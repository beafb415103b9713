import type { FeatureArray, WorldWithoutLengths } from '../../tables/feature-array-definition.ts';
import type { Model } from '../../world/model.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { GAS } from '../../tables/records.ts';
import type { World } from '../../world/world.ts';

type Given = Pick<SimulationParameters, 'pressure'>;

/** Arrays of the gas constraint. They are empty if the pressure is 0 when the world is created. */
export const PRESSURE_ARRAYS = {
  /** Gradient of a body's volume with respect to the position of each surface vertex, 3 numbers per surface vertex [m^2]. */
  volumeGradients: {
    kind: 'f32',
    length: ({ surfaceVertexCount }: WorldWithoutLengths, { pressure }: Given) =>
      pressure > 0 ? 3 * surfaceVertexCount : 0,
  },
  /** One GAS record per body. */
  gases: {
    kind: 'f32',
    length: ({ bodies }: WorldWithoutLengths, { pressure }: Given) => (pressure > 0 ? GAS.stride * bodies.length : 0),
    initial: ({ models, bodies }: World) => {
      const volumes = models.map(restVolume);
      const gases = new Float32Array(GAS.stride * bodies.length);
      bodies.forEach(({ model }, body) => {
        gases[GAS.stride * body + GAS.restVolume] = volumes[model];
      });
      return gases;
    },
  },
} as const satisfies Readonly<Record<string, FeatureArray>>;

/** Returns a model's rest volume [m^3]; 0 for a sheet, which has no inside. */
const restVolume = ({ elasticTets }: Model): number => elasticTets.restVolumes.reduce((sum, volume) => sum + volume, 0);
