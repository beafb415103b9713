import type { PictureSize } from '../../render/drawing.ts';
import type { RunningScene } from '../app/running-scene.ts';
import type { OwnScene } from '../../scenes/own/scene-file.ts';
import type { KeptFrame } from '../timeline/kept-frames.ts';

/** A person's request to save something. */
export type ExportRequest =
  | { readonly kind: 'shape'; readonly format: ShapeFormat }
  | { readonly kind: 'frames'; readonly format: FramesFormat }
  | { readonly kind: 'state' }
  | { readonly kind: 'picture'; readonly size: PictureSize }
  | { readonly kind: 'video'; readonly size: PictureSize; readonly framesPerSecond: number };

/** Formats of a shape, by the ends of their files' names. */
export type ShapeFormat = 'glb' | 'obj' | 'ply' | 'stl' | 'vtu' | 'msh' | 'mesh';
/** Formats of the kept frames. */
export type FramesFormat = 'glb' | 'pvd' | 'pc2';

/** A save that is under way, while the scene stands still. */
export interface ExportJob {
  readonly running: RunningScene;
  /** The person's own scene that runs; undefined if a scene of the list does. */
  readonly own: OwnScene | undefined;
  /** The kept frames, oldest first. */
  readonly frames: readonly KeptFrame[];
  /** The earlier frame that is shown instead of the newest state. */
  readonly shown: KeptFrame | undefined;
  /** Shows how far the work is, and lets the page do other things. @throws CancelledError if the person has cancelled it or left the scene */
  step(text: string, share: number): Promise<void>;
  /** Downloads a file. @param ending as in `fileName` */
  deliver(ending: string, content: string | Blob | Uint8Array, type: string): void;
}
