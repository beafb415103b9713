import type { Drawing } from '../../render/drawing.ts';
import type { AirLayer } from '../../render/air/air-layer.ts';
import type { Overlays, OverlayChoice } from '../../render/overlays.ts';
import type { SmoothSkin } from '../../render/smooth-skin.ts';
import type { OpenSection } from '../../render/staging.ts';
import type { FieldColours } from '../field/field-colours.ts';
import type { ColourBy } from '../field/fields.ts';

/** The person's choices of what is drawn, and the renderer. They stay when another scene starts. */
export interface ViewOptions {
  /** Overlays that are drawn over the bodies. */
  readonly shown: OverlayChoice;
  /** The class that draws them; undefined until its code is fetched. */
  overlays: typeof Overlays | undefined;
  /** Whether the air mesh is drawn, in scenes that have one. */
  showsAir: boolean;
  /** The class that draws it; undefined until its code is fetched. */
  airLayer: typeof AirLayer | undefined;
  /** Whether bodies that have a surface of their own are drawn by it, instead of the boundary of their tetrahedra. */
  showsSurfaces: boolean;
  /** The field that bodies are coloured by; undefined for their own colours. */
  colourBy: ColourBy | undefined;
  /** Colours the bodies by it; undefined until its code is fetched, and for their own colours. */
  fieldColours: FieldColours | undefined;
  /** The section that cuts the scene open, if there is one. */
  section: OpenSection | undefined;
  /** The class that draws the bodies with a smooth skin; undefined while they are drawn plain. Smoothing (ui/app) sets it. */
  smoothSkin: typeof SmoothSkin | undefined;
  /** Whether the camera turns slowly around the bodies. */
  turns: boolean;
  /** The renderer to use if the simulation's own device doesn't draw. */
  drawing: Drawing;
}

export const defaultViewOptions = (drawing: Drawing): ViewOptions => ({
  shown: { contacts: false, penetrating: false, tetrahedra: false, wireframe: false },
  overlays: undefined,
  showsAir: true,
  airLayer: undefined,
  showsSurfaces: true,
  colourBy: undefined,
  fieldColours: undefined,
  section: undefined,
  smoothSkin: undefined,
  turns: false,
  drawing,
});
