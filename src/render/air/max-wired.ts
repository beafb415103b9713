/** Greatest number of elements of air whose wire is drawn. Of larger meshes only the inverted elements are, since the wire would be a fog. */
export const MAX_WIRED = 60_000;
