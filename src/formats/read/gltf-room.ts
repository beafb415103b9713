import { MeshFileError, plural } from '../file-mesh.ts';
import { isWhole } from './gltf-values.ts';

/** Memory that reading a file may take [bytes], and more for each byte of the file and of those beside it that it names. */
const MEMORY = 200e6;
const MEMORY_PER_BYTE = 64;

/** Most memory that a file of a length may take [bytes]. */
export const mostMemory = (size: number): number => MEMORY + MEMORY_PER_BYTE * size;

/** Memory that things take while a surface is read, put in order and measured by `info` [bytes]: peaks of the process for 100,000 to 900,000 of each, rounded up. */
const TAKES = {
  /** A primitive where a node places it. */
  primitive: 1000,
  /** A vertex with position, texture coordinates and colour. */
  vertex: 310,
  /** A triangle. */
  triangle: 230,
  /** A morph target of a placed primitive whose weight isn't 0. */
  target: 100,
  /** A vertex's place, moved by a morph target; it is let go at once, but takes time as other things do. */
  morphed: 24,
  /** A vertex's four joints and weights. */
  skinned: 64,
  /** The matrix of a joint. */
  joint: 140,
} as const;

/** Counts what a file makes, before any of it is read: a few bytes of nodes can place a mesh a million times. */
export class GltfRoom {
  private memory = 0;
  private readonly counts = { primitive: 0, vertex: 0, triangle: 0, target: 0, morphed: 0, skinned: 0, joint: 0 };
  private readonly most: number;

  /** @param size of the file and of those beside it [bytes] */
  constructor(size: number) {
    this.most = mostMemory(size);
  }

  /**
   * @throws MeshFileError if there is now more than the file's length allows
   * @throws TypeError if the count is none, as the length of a list that is missing
   */
  add(thing: keyof typeof TAKES, count: number): void {
    if (!isWhole(count)) throw new TypeError(`The number of things of the kind ${thing} is ${count}`);
    this.memory += count * TAKES[thing];
    this.counts[thing] += count;
    if (this.memory <= this.most) return;
    const { primitive, vertex, triangle } = this.counts;
    throw new MeshFileError(
      `The scene places at least ${plural(primitive, 'primitive')} with ${plural(vertex, 'vertex', 'vertices')} and ${plural(triangle, 'triangle')}, which takes ${inMegabytes(this.memory)} or more; expected at most ${inMegabytes(this.most)} for a file of this length`,
    );
  }
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
