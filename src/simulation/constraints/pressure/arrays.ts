import type { FeatureArray, UnmeasuredWorld } from '../../feature-array-definition.ts';
import type { Model } from '../../model.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { GAS } from '../../records.ts';
import type { World } from '../../world.ts';

type Given = Pick<SimulationParameters, 'pressure'>;

/** Arrays of the gas constraint; empty if the pressure is 0 when the world is made. */
export const PRESSURE_ARRAYS = {
  /** Gradient of the body's volume with respect to the position of a surface vertex [m^2], 3 numbers per surface vertex. */
  volumeGradients: {
    kind: 'f32',
    length: ({ surfaceVertexCount }: UnmeasuredWorld, { pressure }: Given) =>
      pressure > 0 ? 3 * surfaceVertexCount : 0,
  },
  /** One GAS record per body. */
  gases: {
    kind: 'f32',
    length: ({ bodies }: UnmeasuredWorld, { pressure }: Given) => (pressure > 0 ? GAS.stride * bodies.length : 0),
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

/** Returns the rest volume of a model [m^3]; 0 for a sheet, which has no inside. */
const restVolume = ({ elasticTets }: Model): number => elasticTets.restVolumes.reduce((sum, volume) => sum + volume, 0);
