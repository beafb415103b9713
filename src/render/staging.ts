import type { Camera, Focus, SceneBuild } from '../scenes/scene.ts';
import type { World } from '../simulation/world/world.ts';
import type { Clamp } from './clamps.ts';
import type { Drawing } from './drawing.ts';
import type { EmbeddedSurfaces } from './embedded/embedded-surfaces.ts';
import type { Rectangle } from './free-area.ts';
import type { Section, SectionView } from './section/section.ts';
import type { DrawnBuffers } from './skin-meshes.ts';

/** Everything that a view needs to know about a scene. */
export interface Staging {
  readonly world: World;
  /** The scene's own camera. The distance from its target scales lights, fog and camera limits. */
  readonly home: Camera;
  /** Part of the scene that the camera shows; undefined shows the whole scene. */
  readonly focus: Focus | undefined;
  /** The camera at the start; if undefined, the view direction of `home`, from where all bodies are visible. */
  readonly camera: Camera | undefined;
  /** Returns what lies over the canvas [pixels of the canvas]. The bodies are shown beside it. */
  readonly cards: () => readonly Rectangle[];
  /** The scene's placements and colliders, from which the view derives the drawn colliders and the ground. */
  readonly build: SceneBuild;
  /**
   * The simulation's device, and its buffers that are drawn in place. If undefined, three.js opens its own device or context.
   */
  readonly drawn: { readonly device: GPUDevice; readonly buffers: DrawnBuffers } | undefined;
  /** Surfaces that bodies are drawn by; undefined if no body has one. The view disposes of them. */
  readonly surfaces: EmbeddedSurfaces | undefined;
  /** Blocks around driven vertices; undefined if the script has no drivers. */
  readonly clamps: readonly Clamp[] | undefined;
  /** Graphics API to use if `drawn` is undefined. */
  readonly drawing: Drawing;
}

/**
 * A section (a plane that cuts the scene open), and the class that draws it. The caller imports the class on demand, since most people
 * never open a section.
 */
export interface OpenSection extends Section {
  readonly View: typeof SectionView;
}
