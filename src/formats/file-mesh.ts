/** The contents of a mesh file, as they stand there: nothing is checked against anything else yet. */
export interface FileMesh {
  /** Positions, flat, 3 numbers per vertex, in the file's unit. */
  readonly positions: Float64Array;
  /** Vertex ids, flat, 4 per tetrahedron, in the file's order. */
  readonly tets: Uint32Array;
  /** Vertex ids, flat, 3 per triangle: the surface, or whatever triangles a file of tetrahedra lists. */
  readonly triangles: Uint32Array;
  /** Sentences about what the file holds besides, and was left out. */
  readonly notes: readonly string[];
}

/** Error for a mesh file that can't be read. The message is one sentence: the line or byte, what was found there, and what was expected. */
export class MeshFileError extends Error {}

/** Names one thing or several: '1 vertex', '3 vertices'. */
export const plural = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;

/** Kinds of elements without use here, as files name them, and how many of each were left out. */
export class LeftOut {
  private readonly counts = new Map<string, number>();

  add(kind: string, count = 1): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
  }

  /** Returns a sentence per kind. */
  notes(): string[] {
    return [...this.counts].map(
      ([kind, count]) => `${kind[0].toUpperCase()}${kind.slice(1)} left out: ${count.toLocaleString('en')}.`,
    );
  }
}
