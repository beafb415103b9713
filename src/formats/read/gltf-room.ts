import { MeshFileError } from '../file-mesh.ts';

/** Memory that reading a file may take [bytes], and more for each byte of the file and of those beside it that it names. */
const MEMORY = 200e6;
const MEMORY_PER_BYTE = 64;

/** Most memory that a file of a length may take [bytes]. */
export const mostMemory = (size: number): number => MEMORY + MEMORY_PER_BYTE * size;

/** Memory that things take while a surface is read and put in order [bytes], as measured for a million of each in Node 24, rounded up. */
const TAKES = {
  /** A primitive where a node places it. */
  primitive: 600,
  /** A vertex with position, texture coordinates and colour. */
  vertex: 160,
  /** A triangle. */
  triangle: 60,
  /** A vertex's place, moved by a morph target; it is let go at once, but takes time as other things do. */
  morphed: 24,
  /** A vertex's joints and weights. */
  skinned: 64,
  /** The matrix of a joint. */
  joint: 140,
} as const;

/** Counts what a file makes, before any of it is read: a few bytes of nodes can place a mesh a million times. */
export class GltfRoom {
  private memory = 0;
  private readonly counts = { primitive: 0, vertex: 0, triangle: 0, morphed: 0, skinned: 0, joint: 0 };

  add(thing: keyof typeof TAKES, count: number): void {
    this.memory += count * TAKES[thing];
    this.counts[thing] += count;
  }

  /** @param size of the file and of those beside it [bytes] @throws MeshFileError if there is more than its bounds allow */
  check(size: number): void {
    const most = mostMemory(size);
    if (this.memory <= most) return;
    const { primitive, vertex, triangle } = this.counts;
    const inWords = [
      `${vertex.toLocaleString('en')} vertices`,
      `${triangle.toLocaleString('en')} triangles`,
      `${primitive.toLocaleString('en')} primitives`,
    ].join(', ');
    throw new MeshFileError(
      `The scene places ${inWords}, which takes ${inMegabytes(this.memory)}; expected at most ${inMegabytes(most)} for a file of this length`,
    );
  }
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
