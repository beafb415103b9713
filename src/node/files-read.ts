/**
 * The files that the present command has read: scenes, the meshes that they name, materials and textures of these, states, recordings,
 * files of queries. Outputs are compared with them (targets.ts), so that no command replaces what it was given.
 */
const paths = new Set<string>();

/** Notes that a file is read. */
export const noteRead = (path: string): void => {
  paths.add(path);
};

/** Returns the paths of all files that were read since `forgetReads`. */
export const filesRead = (): readonly string[] => [...paths];

/** Forgets the files of an earlier command. */
export const forgetReads = (): void => paths.clear();
