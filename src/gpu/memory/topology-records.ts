import { recordLayout, type ScalarFields } from '../../simulation/tables/records.ts';

/** Values of a record: one number per field. */
export type RecordValues<F extends ScalarFields> = { readonly [N in keyof F]: number };

/** Packs one record into bytes. */
export function packRecord<F extends ScalarFields>(fields: F, values: RecordValues<F>): ArrayBuffer {
  const layout = recordLayout(fields);
  const bytes = new ArrayBuffer(4 * layout.stride);
  const views = { f32: new Float32Array(bytes), u32: new Uint32Array(bytes) };
  for (const name in fields) views[fields[name]][layout[name]] = values[name];
  return bytes;
}

/**
 * Fields of the record at the start of the packed topology (the buffer `topology`). Kernels read them by the constants WORLD_*.
 * The tree over all bodies has its first node in `boxes` at `bodyNodes`, and its first word in `orders` at `bodyOrder`. `pointVertices` and
 * `pointBodies` are the words in `topology` at which these arrays start. `firstInner`, `firstCentroid` and `firstEdge` are the indices of
 * the first contact point of each kind (Points in simulation/world/world.ts).
 */
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
  // First word in `path_data` of the lists of elements that traversals reached.
  reached: 'u32',
  // The tree over all bodies' motions has its first node in `swept_boxes` at `sweptBodyNodes`.
  sweptBodyNodes: 'u32',
  // Number of words of `orders`.
  orderCount: 'u32',
  // First words in `inside` of the arrays deepUntil, deepFound and deepPairs (simulation/contacts/regions/arrays.ts).
  deepUntil: 'u32',
  deepFound: 'u32',
  deepPairs: 'u32',
  // First words in `guard` of the guarantee's arrays of the same names (simulation/contacts/guarantee/arrays.ts). `freedom` comes first.
  guard: 'u32',
  tangles: 'u32',
  looks: 'u32',
  cuts: 'u32',
  wasCut: 'u32',
  heldWith: 'u32',
  returns: 'u32',
  pushCounts: 'u32',
  pushSums: 'u32',
} as const satisfies ScalarFields;

/**
 * Fields of a body's record, which kernels read by the constants BODY_*. `model` is the word at which the record of the body's model
 * starts. Fields that end in Base are the body's first index in the world's arrays. Fields that end in Nodes are a tree's first node in
 * `boxes`; fields that end in Order are its first word in `orders`.
 */
export const BODY = {
  model: 'u32',
  vertexBase: 'u32',
  tetBase: 'u32',
  springBase: 'u32',
  multiplierBase: 'u32',
  // Which elements make the body elastic (elementsOf in simulation/world/material.ts).
  elements: 'u32',
  // Index in the table of materials; 0 is the scene's material.
  material: 'u32',
  edgeBase: 'u32',
  surfaceBase: 'u32',
  // First words in `path_data` of the body's marks of folded edges, of its marks of folded vertices, and of its list of inverted
  // elements (their number, then a bounding sphere per element).
  foldedEdges: 'u32',
  foldedVertices: 'u32',
  inverted: 'u32',
  invertedCapacity: 'u32',
  // First word in `path_data` of the body's list of branched edges: their number, then 2 vertices per edge.
  branched: 'u32',
  branchedCapacity: 'u32',
  // Indices in `path_balls` at which the body's bounding spheres begin: those of its patches, and those of its cells' sides
  // (simulation/path/flood/cells.ts).
  patchBalls: 'u32',
  sideBalls: 'u32',
  tetNodes: 'u32',
  tetOrder: 'u32',
  tetLevels: 'u32',
  faceNodes: 'u32',
  faceOrder: 'u32',
  faceLevels: 'u32',
  // Trees around motions: nodes are numbered in `swept_boxes`. The one over faces has the leaves of the tree over faces.
  sweptFaceNodes: 'u32',
  edgeNodes: 'u32',
  edgeOrder: 'u32',
  edgeLevels: 'u32',
} as const satisfies ScalarFields;

/**
 * Fields of a model's record, which kernels read by the constants MODEL_*: counts, the thickness [m], then the words at which the model's
 * arrays start.
 */
export const MODEL = {
  tetCount: 'u32',
  faceCount: 'u32',
  edgeCount: 'u32',
  springCount: 'u32',
  elasticCount: 'u32',
  areaCount: 'u32',
  triangleCount: 'u32',
  hingeCount: 'u32',
  thickness: 'f32',
  // Volume at rest [m^3]; 0 without tetrahedra.
  volume: 'f32',
  // Length that limits the speed of shallow contacts (cellOf in simulation/contacts/regions/parting.ts).
  cell: 'f32',
  // Mean length of the edges [m].
  edgeLength: 'f32',
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
  // Per tetrahedron: the boundary face where a search begins (Model in simulation/world/model.ts), and its cell (Cells in
  // simulation/path/flood/cells.ts).
  firstFaces: 'u32',
  cellOf: 'u32',
  patchOffsets: 'u32',
  patchFaceOffsets: 'u32',
  patchFaces: 'u32',
  patchVertexOffsets: 'u32',
  patchVertices: 'u32',
  sideOffsets: 'u32',
  sideBorders: 'u32',
  neighbourCells: 'u32',
  borderOffsets: 'u32',
  borderVertices: 'u32',
  springVertices: 'u32',
  springRestLengths: 'u32',
  // Offsets of the colours of springs and, of planar bodies, areas; `colourCount` is one less than their number.
  springColours: 'u32',
  springColourCount: 'u32',
  elasticVertices: 'u32',
  elasticRestMetrics: 'u32',
  elasticVolumes: 'u32',
  elasticColours: 'u32',
  elasticColourCount: 'u32',
  areaVertices: 'u32',
  restAreas: 'u32',
  triangleVertices: 'u32',
  triangleRestInverses: 'u32',
  triangleVolumes: 'u32',
  hingeVertices: 'u32',
  hingeRestAngles: 'u32',
  hingeShapes: 'u32',
  clothColours: 'u32',
  clothColourCount: 'u32',
  // The elements at each vertex (elementIncidence): 0 where no kernel needs them.
  incidentTetOffsets: 'u32',
  incidentTets: 'u32',
  incidentSpringOffsets: 'u32',
  incidentSprings: 'u32',
} as const satisfies ScalarFields;
