import { recordLayout, type ScalarFields } from '../../simulation/records.ts';

/** One number per field. */
export type RecordValues<F extends ScalarFields> = { readonly [N in keyof F]: number };

/** Packs one record into bytes. */
export function packRecord<F extends ScalarFields>(fields: F, values: RecordValues<F>): ArrayBuffer {
  const layout = recordLayout(fields);
  const bytes = new ArrayBuffer(4 * layout.stride);
  const views = { f32: new Float32Array(bytes), u32: new Uint32Array(bytes) };
  for (const name in fields) views[fields[name]][layout[name]] = values[name];
  return bytes;
}

/** Record at the start of the packed topology; kernels read it by WORLD_*. Offsets are words of `topology`; nodes are elements of `boxes`. */
export const WORLD = {
  bodyCount: 'u32',
  bodyNodes: 'u32',
  bodyOrder: 'u32',
  bodyLevels: 'u32',
  pointVertices: 'u32',
  pointBodies: 'u32',
  firstInner: 'u32',
  firstCentroid: 'u32',
  firstEdge: 'u32',
  // First mark in `path_data`.
  pathMarks: 'u32',
} as const satisfies ScalarFields;

/** A body's record: BODY_*. `model` is the word at which its model's record starts. */
export const BODY = {
  model: 'u32',
  vertexBase: 'u32',
  tetBase: 'u32',
  multiplierBase: 'u32',
  // Index in the table of materials; 0 is the scene's.
  material: 'u32',
  edgeBase: 'u32',
  surfaceBase: 'u32',
  // First words in `path_data` of the body's edges, of its surface vertices, and of its list of inverted elements (count, then spheres).
  foldedEdges: 'u32',
  foldedVertices: 'u32',
  inverted: 'u32',
  invertedCapacity: 'u32',
  // Its list of branched edges there: count, then 2 vertices each.
  branched: 'u32',
  branchedCapacity: 'u32',
  // First sphere of the body's patches and of its sides in `path_balls`.
  patchBalls: 'u32',
  sideBalls: 'u32',
  tetNodes: 'u32',
  tetOrder: 'u32',
  tetLevels: 'u32',
  faceNodes: 'u32',
  faceOrder: 'u32',
  faceLevels: 'u32',
} as const satisfies ScalarFields;

/** A model's record, MODEL_*: counts, the thickness [m], and the words at which its arrays start. */
export const MODEL = {
  tetCount: 'u32',
  faceCount: 'u32',
  springCount: 'u32',
  elasticCount: 'u32',
  thickness: 'f32',
  tets: 'u32',
  neighbours: 'u32',
  faces: 'u32',
  faceTets: 'u32',
  faceEdges: 'u32',
  edges: 'u32',
  edgeFaces: 'u32',
  surfaceVertices: 'u32',
  surfaceIndices: 'u32',
  vertexFaceOffsets: 'u32',
  vertexFaces: 'u32',
  vertexTetOffsets: 'u32',
  vertexTets: 'u32',
  firstFaces: 'u32',
  cellOf: 'u32',
  patchOffsets: 'u32',
  patchFaceOffsets: 'u32',
  patchFaces: 'u32',
  patchVertexOffsets: 'u32',
  patchVertices: 'u32',
  sideOffsets: 'u32',
  sideBorders: 'u32',
  beyond: 'u32',
  borderOffsets: 'u32',
  borderVertices: 'u32',
  springVertices: 'u32',
  springRestLengths: 'u32',
  elasticVertices: 'u32',
  elasticRestMetrics: 'u32',
  elasticVolumes: 'u32',
} as const satisfies ScalarFields;
