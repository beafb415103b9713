import { BOX_STRIDE, nodeCount } from '../../bvh/tree.ts';
import { CIRCLE_STRIDE } from '../../simulation/path-2d/preparations.ts';
import type { PathBody2d } from '../../simulation/path-2d/path-body.ts';
import { recordLayout, type ScalarFields } from '../../simulation/records.ts';
import { packRecord } from '../memory/topology-records.ts';

/**
 * A body's record, BODY_2D_* in kernels. The records are at the start of `topology`. `segmentCount`, `branchedCount` and
 * `circleCount` are counts, `levels` is the depth of the BVH. `positions` is an offset in `positions`. `nodes` and `circles` are
 * offsets in `boxes`, in elements of 4 numbers. All others are offsets in `topology`, in words. PathBody2d says what the arrays hold.
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

/** Numbers per element of `boxes`: a 2D box, or a circle. */
const BOX_2D_STRIDE = 4;

/**
 * Relative rounding error of float32. The radius of the bounding circle of an inverted or flat triangle grows by this times
 * (|x| + |y| + radius), so that the rounded circle still contains the triangle.
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
  const place = (array: Uint32Array): number => {
    words.push(array);
    wordCount += array.length;
    return wordCount - array.length;
  };
  const placeBoxes = (array: number[]): number => {
    boxes.push(array);
    boxCount += array.length / BOX_2D_STRIDE;
    return boxCount - array.length / BOX_2D_STRIDE;
  };
  for (const body of bodies) {
    const { topology } = body;
    const record = packRecord(BODY_2D, {
      segmentCount: topology.segmentCount,
      levels: body.tree.levels,
      triangles: place(topology.triangles),
      neighbours: place(topology.neighbours),
      segments: place(topology.segments),
      segmentTriangles: place(topology.segmentTriangles),
      vertexSegments: place(topology.vertexSegments),
      firstSegments: place(body.firstSegments),
      folded: place(body.folded),
      order: place(body.order),
      positions: positionCount,
      nodes: placeBoxes(flatBoxes(body)),
      branched: place(body.branched),
      branchedCount: body.branched.length,
      circles: placeBoxes(flatCircles(body)),
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

function flatBoxes({ tree, boxes }: PathBody2d): number[] {
  const flat: number[] = [];
  for (let node = 0; node < nodeCount(tree); node++) {
    const at = BOX_STRIDE * node;
    flat.push(boxes[at], boxes[at + 1], boxes[at + 4], boxes[at + 5]);
  }
  return flat;
}

function flatCircles({ inverted }: PathBody2d): number[] {
  const flat: number[] = [];
  for (let at = 0; at < inverted.length; at += CIRCLE_STRIDE) {
    const [x, y, radius] = inverted.subarray(at, at + CIRCLE_STRIDE);
    flat.push(x, y, radius + CIRCLE_ROUNDING * (Math.abs(x) + Math.abs(y) + radius), 0);
  }
  return flat;
}

interface Joined {
  set(values: ArrayLike<number>, at: number): void;
}

function join<T extends Joined>(
  type: new (length: number) => T,
  parts: readonly ArrayLike<number>[],
  length: number,
): T {
  const joined = new type(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
