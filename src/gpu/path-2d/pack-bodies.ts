import { BOX_STRIDE, nodeCount } from '../../bvh/tree.ts';
import { CIRCLE_STRIDE } from '../../simulation/path-2d/preparations.ts';
import type { PathBody2d } from '../../simulation/path-2d/path-body.ts';
import { recordLayout, type ScalarFields } from '../../simulation/tables/records.ts';
import { packRecord } from '../memory/topology-records.ts';

/**
 * Fields of a body's record, which kernels read by the constants BODY_2D_*. The records are at the start of the buffer `topology`.
 * `segmentCount`, `branchedCount` and `circleCount` are counts; `levels` is the depth of the BVH. `positions` is an offset in the buffer
 * `positions`. `nodes` and `circles` are offsets in the buffer `boxes`, in elements of 4 numbers. All other fields are offsets of arrays
 * in `topology`, in words. PathBody2d says what the arrays contain; `circles` has its array `inverted`.
 */
export const BODY_2D = {
  segmentCount: 'u32',
  levels: 'u32',
  triangles: 'u32',
  neighbours: 'u32',
  segments: 'u32',
  segmentTriangles: 'u32',
  vertexSegments: 'u32',
  firstSegments: 'u32',
  folded: 'u32',
  order: 'u32',
  positions: 'u32',
  nodes: 'u32',
  branched: 'u32',
  branchedCount: 'u32',
  circles: 'u32',
  circleCount: 'u32',
} as const satisfies ScalarFields;

/** Number of floats per element of `boxes`, which is a 2D box or a circle. */
const BOX_2D_STRIDE = 4;

/**
 * A multiple of float32's relative rounding error. The radius of a bounding circle of an inverted or flat triangle is enlarged by this
 * factor times (|x| + |y| + radius), so that the circle still contains the triangle when it is rounded to float32.
 */
const CIRCLE_ROUNDING = 4e-7;

export interface PackedBodies2d {
  readonly topology: Uint32Array<ArrayBuffer>;
  readonly positions: Float32Array<ArrayBuffer>;
  readonly boxes: Float32Array<ArrayBuffer>;
}

/** Packs bodies as shaders/path-2d/body.wgsl reads them. */
export function packBodies2d(bodies: readonly PathBody2d[]): PackedBodies2d {
  const words: ArrayLike<number>[] = [];
  const positions: ArrayLike<number>[] = [];
  const boxes: ArrayLike<number>[] = [];
  const records: number[] = [];
  let wordCount = recordLayout(BODY_2D).stride * bodies.length;
  let positionCount = 0;
  let boxCount = 0;
  const appendWords = (array: Uint32Array): number => {
    words.push(array);
    wordCount += array.length;
    return wordCount - array.length;
  };
  const appendBoxes = (array: number[]): number => {
    boxes.push(array);
    boxCount += array.length / BOX_2D_STRIDE;
    return boxCount - array.length / BOX_2D_STRIDE;
  };
  for (const body of bodies) {
    const { topology } = body;
    const record = packRecord(BODY_2D, {
      segmentCount: topology.segmentCount,
      levels: body.tree.levels,
      triangles: appendWords(topology.triangles),
      neighbours: appendWords(topology.neighbours),
      segments: appendWords(topology.segments),
      segmentTriangles: appendWords(topology.segmentTriangles),
      vertexSegments: appendWords(topology.vertexSegments),
      firstSegments: appendWords(body.firstSegments),
      folded: appendWords(body.folded),
      order: appendWords(body.order),
      positions: positionCount,
      nodes: appendBoxes(flatBoxes(body)),
      branched: appendWords(body.branched),
      branchedCount: body.branched.length,
      circles: appendBoxes(flatCircles(body)),
      circleCount: body.inverted.length / CIRCLE_STRIDE,
    });
    positions.push(body.positions);
    positionCount += body.positions.length;
    records.push(...new Uint32Array(record));
  }
  return {
    topology: join(Uint32Array, [records, ...words], wordCount),
    positions: join(Float32Array, positions, positionCount),
    boxes: join(Float32Array, boxes, BOX_2D_STRIDE * boxCount),
  };
}

/** Returns the boxes of a body's BVH as 4 numbers per box: lower x, y, upper x, y. */
function flatBoxes({ tree, boxes }: PathBody2d): number[] {
  const flat: number[] = [];
  for (let node = 0; node < nodeCount(tree); node++) {
    const at = BOX_STRIDE * node;
    flat.push(boxes[at], boxes[at + 1], boxes[at + 4], boxes[at + 5]);
  }
  return flat;
}

/** Returns the bounding circles of inverted triangles as 4 numbers per circle: centre x, y, enlarged radius, 0. */
function flatCircles({ inverted }: PathBody2d): number[] {
  const flat: number[] = [];
  for (let at = 0; at < inverted.length; at += CIRCLE_STRIDE) {
    const [x, y, radius] = inverted.subarray(at, at + CIRCLE_STRIDE);
    flat.push(x, y, radius + CIRCLE_ROUNDING * (Math.abs(x) + Math.abs(y) + radius), 0);
  }
  return flat;
}

interface NumberArray {
  set(values: ArrayLike<number>, at: number): void;
}

function join<T extends NumberArray>(
  type: new (length: number) => T,
  parts: readonly ArrayLike<number>[],
  length: number,
): T {
  const joinedArray = new type(length);
  let at = 0;
  for (const part of parts) {
    joinedArray.set(part, at);
    at += part.length;
  }
  return joinedArray;
}
