import { cut } from '../math/text.ts';

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

/** Checks that all positions are finite, and that all vertices of elements exist. @throws MeshFileError */
export function checkFileMesh({ positions, tets, triangles }: FileMesh): void {
  const bad = positions.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0)
    throw new MeshFileError(
      `Vertex ${Math.floor(bad / 3)} has the coordinate ${'xyz'[bad % 3]} ${positions[bad]}; expected a finite number`,
    );
  checkIds(tets, 4, 'Tetrahedron', positions.length / 3);
  checkIds(triangles, 3, 'Triangle', positions.length / 3);
}

/** Checks that a file holds a mesh. @throws MeshFileError that says what was left out, if that is all that there is */
export function checkHasElements({ tets, triangles, notes }: FileMesh): void {
  if (tets.length === 0 && triangles.length === 0)
    throw new MeshFileError(
      `The file has no tetrahedra and no triangles; expected at least one of either${notes.length > 0 ? ` (${cut(notes.join(' '))})` : ''}`,
    );
}

/** Whether a file holds a surface: triangles without tetrahedra. */
export const isSurface = ({ tets, triangles }: FileMesh): boolean => tets.length === 0 && triangles.length > 0;

function checkIds(ids: Uint32Array, corners: number, name: string, vertexCount: number): void {
  const bad = ids.findIndex((id) => id >= vertexCount);
  if (bad < 0) return;
  throw new MeshFileError(
    `${name} ${Math.floor(bad / corners)} has the vertex ${ids[bad]}; expected ${oneOfVertices(vertexCount)}`,
  );
}

/** Says which vertices there are, for messages: 'one of the 3 vertices from 0 to 2'. */
export const oneOfVertices = (count: number): string =>
  count === 0 ? 'vertices before elements' : `one of the ${plural(count, 'vertex', 'vertices')} from 0 to ${count - 1}`;

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
