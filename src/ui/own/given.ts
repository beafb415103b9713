import type { FileSurface } from '../../formats/file-surface.ts';
import type { OwnMesh, OwnScene } from '../../scenes/own/scene-file.ts';

/** The content of one or several files that belong together. */
export type Given =
  | {
      readonly kind: 'mesh';
      /** The file's name without its end. */
      readonly name: string;
      readonly mesh: OwnMesh;
      /** Sentences about what was changed or left out. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'surface'; readonly name: string; readonly surface: FileSurface }
  | { readonly kind: 'scene'; readonly scene: OwnScene };
