import type { SimulationParameters } from '../../parameters.ts';
import { hasSheet, type World } from '../../world/world.ts';

const NO_WAY_OUT =
  'A sheet has no inside, so no shortest path leads out of it, by any path method: what has crossed a sheet stays crossed';

/**
 * Says what shortest paths can't do for a world's sheets, where someone may expect it of them: in mode `dcd`, or with another path method than
 * the default. And where nothing keeps sheets from crossing.
 * @param changed names of the parameters that were chosen
 * @returns no sentence, or one, without its full stop
 */
export function noteOnSheets(
  world: Pick<World, 'models'>,
  { mode, failSafe }: Pick<SimulationParameters, 'mode' | 'failSafe'>,
  changed: readonly string[] = ['mode', 'failSafe'],
): string[] {
  if (!hasSheet(world)) return [];
  const isGuarded = (mode === 'ccd' || mode === 'hybrid') && failSafe;
  if (!isGuarded && (changed.includes('mode') || changed.includes('failSafe')))
    return [`${NO_WAY_OUT}. Only modes ccd and hybrid with failSafe keep it from crossing`];
  return changed.includes('pathMethod') ? [NO_WAY_OUT] : [];
}
