import type { SimulationParameters } from '../../simulation/parameters.ts';
import { recall, remember } from '../app/storage.ts';

/** Keys under which the browser remembers that a note was shown. */
const RECOVERY_SHOWN = 'untangle:recovery-by-regions';
const GUARANTEE_SHOWN = 'untangle:guarantee';

const OF_RECOVERY =
  'This link or file names no recovery, so bodies deep in one another part by regions. If it shows something else than it did before, choose “Recovery: By single paths” under Method and restart (r).';

const OF_GUARANTEE =
  'This link or file says nothing of the guarantee, so what is free stays free. If it shows something else than it did before, turn “What is free stays free” off under Contacts.';

/**
 * Returns what has to be said of a link or a scene's file that names no recovery or no guarantee: it may be of a version that had none, and runs with the new
 * default. A browser gets each note once; one that refuses to remember doesn't get it, since it would at every visit.
 * @param named parameters of the link or file
 */
export const noteOnDefaults = ({ recovery, guarantee }: Partial<SimulationParameters>): readonly string[] => [
  ...(recovery === undefined ? once(RECOVERY_SHOWN, OF_RECOVERY) : []),
  ...(guarantee === undefined ? once(GUARANTEE_SHOWN, OF_GUARANTEE) : []),
];

const once = (key: string, note: string): readonly string[] =>
  recall(key) === null && remember(key, 'shown') ? [note] : [];
