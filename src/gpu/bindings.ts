/**
 * Where each buffer is bound, by lifetime: group 0 parameters, 1 topology, 2 state, 3 contacts. A kernel declares those
 * that it uses under these numbers (at most 8 storage buffers: Firefox and macOS stop there); `read` or `read_write`
 * is its own choice. Names are those of the state's arrays in snake case, but for the packed ones of buffer-layout.ts.
 */
export const BINDINGS: Readonly<Record<string, readonly [group: number, binding: number]>> = {
  parameters: [0, 0],
  dispatch_arguments: [0, 1],

  topology: [1, 0],

  positions: [2, 0], // array<f32>, 3 a vertex
  positions_t0: [2, 1], // array<f32>
  velocities: [2, 2], // array<f32>
  velocities_t0: [2, 3], // array<f32>
  inverse_masses: [2, 4], // array<f32>
  multipliers: [2, 5], // array<f32>
  attachments: [2, 6], // array<Attachment>
  boxes: [2, 7], // array<Box>: tetBoxes, faceBoxes, bodyBoxes
  orders: [2, 8], // array<u32>: tetOrder, faceOrder, bodyOrder
  inside: [2, 9], // array<u32>
  pair_counts: [2, 10], // array<u32>
  pair_offsets: [2, 11], // array<u32>
  pairs: [2, 12], // array<vec2u>: (body, tetrahedron)
  path_data: [2, 13], // array<u32>: foldedEdges, foldedVertices, lists of inverted elements and branched edges, marks (PATH_MARKS a slot)
  depths: [2, 14], // array<f32>
  normals: [2, 15], // array<f32>, 3 a vertex
  energies: [2, 16], // array<f32>
  collider_impulses: [2, 17], // array<vec4f>
  path_balls: [2, 18], // array<vec4f>: pathPatches, pathSides
  driven: [2, 19], // array<Driven>
  colliders: [2, 20], // array<Collider>
  remainders: [2, 21], // array<f32>, 3 a vertex
  remainders_t0: [2, 22], // array<f32>
  moments: [2, 23], // array<f32>
  inertias: [2, 24], // array<Inertia>: shaders/solve/inertia.wgsl
  spins: [2, 25], // array<Spin>

  queries: [3, 0], // array<Query>
  paths: [3, 1], // array<Path>
  contacts: [3, 2], // array<Contact>
  contact_order: [3, 3], // array<u32>
  colour_offsets: [3, 4], // array<u32>
  vertex_colours: [3, 5], // array<u32>
  counters: [3, 6], // array<atomic<u32>, COUNTER_COUNT>
  indirect: [3, 7], // array<u32>, INDIRECT_STRIDE a slot of INDIRECT
  block_sums: [3, 8], // array<u32>: scratch of scans
};
