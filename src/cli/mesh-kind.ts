import { extensionOf } from '../formats/given-file.ts';
import { SURFACE_FORMATS } from '../formats/read-surface.ts';
import { cut } from '../math/text.ts';
import { TET_FORMATS } from '../formats/read-tets.ts';

const KINDS = [...TET_FORMATS, ...SURFACE_FORMATS];

/** Returns a sentence if the end of a name is none of a mesh file that is read here. */
export const unknownKind = (file: string): string | undefined =>
  KINDS.includes(extensionOf(file)) ? undefined : `${cut(file)} is of an unknown kind; expected .${KINDS.join(', .')}`;
