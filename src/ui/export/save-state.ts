import { stateOf } from '../../engine/state-file.ts';
import { packState } from '../own/read-files.ts';
import type { ExportJob } from './export-request.ts';

/** Saves the newest state, of the left half in a comparison, so that the page or the command line goes on from it with the same bits. */
export async function saveState({ running, own, step, deliver }: ExportJob): Promise<void> {
  await step('Saving the state', 0);
  const { scene, size, startParameters: parameters, world, positions, simulator } = running.session;
  // The command line knows scenes of one's own by names of files.
  const name = own ? `${scene.name}.scene.json` : scene.name;
  const saved = await stateOf(simulator, { scene: name, size, parameters, world, positions });
  deliver('state', await packState(saved, own), 'application/octet-stream');
}
