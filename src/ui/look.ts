import type { Drawing } from '../render/drawing.ts';
import type { Shown } from '../render/overlays.ts';
import type { Section } from '../render/section/section.ts';

/** The page's look, whatever scene runs. */
export interface Look {
  readonly shown: Shown;
  section: Section | undefined;
  /** The renderer to use where the simulation's own device doesn't draw. */
  drawing: Drawing;
}

export const plainLook = (drawing: Drawing): Look => ({
  shown: { contacts: false, penetrating: false, tetrahedra: false, wireframe: false },
  section: undefined,
  drawing,
});
