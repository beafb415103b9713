import type { SimulationParameters } from '../../parameters.ts';
import { hasSheet, type World } from '../../world/world.ts';

const NO_WAY_OUT =
  'A sheet has no inside, so no shortest path leads out of it, by any path method: what has crossed a sheet stays crossed';
const IN_POOL = 'This scene has a sheet, so CCD stays in the worker pool (ccdOn=pool)';

/**
 * Says what shortest paths can't do for a world's sheets, where someone may expect it of them: in mode `dcd`, or with another path method than
 * the default. And where nothing keeps sheets from crossing, or where CCD was to run on the GPU.
 * @param changed names of the parameters that were chosen
 * @returns sentences without their full stops, mostly none
 */
export function noteOnSheets(
  world: Pick<World, 'models'>,
  { mode, guarantee, ccdOn }: Pick<SimulationParameters, 'mode' | 'guarantee' | 'ccdOn'>,
  changed: readonly string[] = ['mode', 'guarantee', 'ccdOn'],
): string[] {
  if (!hasSheet(world)) return [];
  const withCcd = mode === 'ccd' || mode === 'hybrid';
  const isGuarded = withCcd && guarantee;
  const ofPlace = withCcd && ccdOn === 'device' && changed.includes('ccdOn') ? [IN_POOL] : [];
  if (!isGuarded && (changed.includes('mode') || changed.includes('guarantee')))
    return [`${NO_WAY_OUT}. Only modes ccd and hybrid with guarantee keep it from crossing`, ...ofPlace];
  return changed.includes('pathMethod') ? [NO_WAY_OUT, ...ofPlace] : ofPlace;
}
