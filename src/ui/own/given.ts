import type { SavedState } from '../../engine/state-file.ts';
import type { FileSurface } from '../../formats/file-surface.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import type { SurfaceSize } from '../../surface/estimate.ts';
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
  | {
      readonly kind: 'surface';
      readonly name: string;
      /** End of the file's name. */
      readonly format: string;
      readonly surface: FileSurface;
      /** In the file's unit. */
      readonly size: SurfaceSize;
    }
  | {
      /** Tetrahedra that no body can have at rest, such as inverted ones, but maybe in a pose of another mesh. */
      readonly kind: 'pose';
      readonly name: string;
      /** In the order of the file; vertices that no tetrahedron has are left out. */
      readonly posed: TetMesh;
      /** Says why no body can have them at rest. */
      readonly failure: string;
    }
  | { readonly kind: 'scene'; readonly scene: OwnScene }
  | {
      readonly kind: 'state';
      readonly saved: SavedState;
      /** The person's own scene that goes along with the state, if one does. */
      readonly scene: OwnScene | undefined;
    };
