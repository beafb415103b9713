import type { SimulationParameters } from '../../simulation/parameters.ts';
import { recall, remember } from '../app/storage.ts';

/** Key under which the browser remembers that the note was shown. */
const SHOWN_KEY = 'untangle:recovery-by-regions';

const NOTE =
  'This link or file names no recovery, so bodies deep in one another part by regions. If it shows something else than it did before, choose “Recovery: By single paths” under Method and restart (r).';

/**
 * Returns what has to be said of a link or a scene's file that names no recovery: it may be of a version that had none, and runs with the new
 * default. A browser gets the note once; one that refuses to remember doesn't get it, since it would at every visit.
 * @param named parameters of the link or file
 */
export const noteOnRecovery = ({ recovery }: Partial<SimulationParameters>): readonly string[] =>
  recovery === undefined && recall(SHOWN_KEY) === null && remember(SHOWN_KEY, 'shown') ? [NOTE] : [];
