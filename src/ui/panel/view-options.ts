import type { Drawing } from '../../render/drawing.ts';
import type { Shown } from '../../render/overlays.ts';
import type { CutOpen } from '../../render/view.ts';

/** The page's look, whatever scene runs. */
export interface ViewOptions {
  readonly shown: Shown;
  section: CutOpen | undefined;
  /** The renderer to use where the simulation's own device doesn't draw. */
  drawing: Drawing;
}

export const defaultViewOptions = (drawing: Drawing): ViewOptions => ({
  shown: { contacts: false, penetrating: false, tetrahedra: false, wireframe: false },
  section: undefined,
  drawing,
});
