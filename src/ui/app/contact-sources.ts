import type { SimulationParameters } from '../../simulation/parameters.ts';

/** The two parameters that say which contact sources act in a scene with an air mesh. */
type Sources = Pick<SimulationParameters, 'mode' | 'air'>;

/** Choices of a comparison of contact sources, in the order of lists: names as in links, titles, and the parameters. */
export const CONTACT_SOURCES: Readonly<Record<string, Sources & { readonly title: string }>> = {
  air: { title: 'Contacts by air alone', mode: 'off', air: 'on' },
  ccd: { title: 'Contacts by continuous (CCD) alone', mode: 'ccd', air: 'off' },
  paths: { title: 'Contacts by shortest paths (DCD) alone', mode: 'dcd', air: 'off' },
  hybrid: { title: 'Contacts by both, without air', mode: 'hybrid', air: 'off' },
  'air-ccd': { title: 'Contacts by air and continuous (CCD)', mode: 'ccd', air: 'on' },
  'air-paths': { title: 'Contacts by air and shortest paths (DCD)', mode: 'dcd', air: 'on' },
  'air-hybrid': { title: 'Contacts by air and both', mode: 'hybrid', air: 'on' },
  none: { title: 'No contacts', mode: 'off', air: 'off' },
};

/** Returns the name of the sources that parameters choose. */
export const sourcesOf = ({ mode, air }: Sources): string =>
  Object.keys(CONTACT_SOURCES).find((name) => {
    const sources = CONTACT_SOURCES[name]!;
    return sources.mode === mode && sources.air === air;
  })!;
