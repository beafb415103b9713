import type { Drawing } from '../../render/drawing.ts';
import type { Shown } from '../../render/overlays.ts';
import type { CutOpen } from '../../render/view.ts';

/** Options of drawing. They stay when another scene starts. */
export interface ViewOptions {
  readonly shown: Shown;
  /** The plane that cuts the scene open; undefined if the scene isn't cut. */
  section: CutOpen | undefined;
  /** The renderer to use if the simulation's own device doesn't draw. */
  drawing: Drawing;
}

export const defaultViewOptions = (drawing: Drawing): ViewOptions => ({
  shown: { contacts: false, penetrating: false, tetrahedra: false, wireframe: false },
  section: undefined,
  drawing,
});
