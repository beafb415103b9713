import { type OwnBody, type OwnScene, SceneFileError } from './scene-file.ts';

/** Most tetrahedra and vertices of all bodies, and of all meshes: more than a browser's memory holds once they are a world. */
const MOST = { tetrahedra: 5_000_000, vertices: 2_500_000 } as const;

/**
 * Checks how large meshes or bodies are together, before anything is made of them: a few words of a file can ask for thousands of bodies.
 * @param path of the list in the scene's file
 * @param names names of meshes, one for each that counts
 * @throws SceneFileError if they have too many tetrahedra or vertices
 */
export function checkSize(path: string, names: Iterable<string>, meshes: OwnScene['meshes']): void {
  let [tetrahedra, vertices] = [0, 0];
  for (const name of names) {
    const { positions, tets } = meshes[name].mesh;
    tetrahedra += tets.length / 4;
    vertices += positions.length / 3;
  }
  if (tetrahedra > MOST.tetrahedra || vertices > MOST.vertices)
    throw new SceneFileError(
      `${path}: ${inWords(tetrahedra, vertices)} together; expected at most ${inWords(MOST.tetrahedra, MOST.vertices)}`,
    );
}

/** Checks the bodies of a scene. @throws SceneFileError as checkSize */
export const checkBodies = (bodies: readonly OwnBody[], meshes: OwnScene['meshes']): void =>
  checkSize(
    'bodies',
    bodies.map(({ mesh }) => mesh),
    meshes,
  );

const inWords = (tetrahedra: number, vertices: number): string =>
  `${tetrahedra.toLocaleString('en')} tetrahedra and ${vertices.toLocaleString('en')} vertices`;
