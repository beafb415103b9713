import { type Fields, RECORDS } from '../../simulation/tables/records.ts';
import { COUNTER_COUNT } from '../../simulation/state.ts';
import { DISPATCH_ARGUMENTS, PARAMETERS } from './uniforms.ts';

/** Contents of a buffer: element type of a storage buffer (WGSL type or struct), struct of a uniform, or an array of fixed length. */
type Contents<S> = 'f32' | 'u32' | 'vec2u' | 'vec4f' | S | readonly [of: 'f32' | 'u32', length: number];

/** The buffers that kernels can use. */
export interface BindingTable<S extends string = string> {
  /** Structs by name, with their fields. */
  readonly structs: Readonly<Record<S, Fields>>;
  /** Per bind group: its buffers by name, in the order of their bindings. The buffers of group 0 are uniforms. */
  readonly groups: readonly Readonly<Record<string, Contents<S>>>[];
  /**
   * Second names of buffers whose memory temporarily holds other data. The key is the second name, the value is the buffer's own name. A kernel may use only one
   * of the two names.
   */
  readonly aliases: Readonly<Record<string, string>>;
}

const STRUCTS = { Parameters: PARAMETERS, DispatchArguments: DISPATCH_ARGUMENTS, ...RECORDS };

/**
 * All buffers of the backend, in bind groups by lifetime: parameters, topology, state, contacts. A buffer is named like its state
 * array, in snake case; buffers that several arrays share are listed in buffer-layout.ts (PACKED). Arrays without a buffer exist only in
 * the worker pool. A kernel declares which buffers it uses (wgsl.ts): at most 8 storage buffers, the limit of Firefox and macOS.
 */
export const BINDINGS: BindingTable<keyof typeof STRUCTS> = {
  structs: STRUCTS,
  groups: [
    { parameters: 'Parameters', dispatch_arguments: 'DispatchArguments' },
    { topology: 'u32' },
    {
      // The next four have vectors: 3 numbers per vertex.
      positions: 'f32',
      positions_t0: 'f32',
      velocities: 'f32',
      velocities_t0: 'f32',
      // 1 inverse mass per vertex, then the table of materials (material-table.ts).
      inverse_masses: 'f32',
      multipliers: 'f32',
      grabs: 'Grab',
      grab_points: 'GrabPoint',
      // The arrays tetBoxes, faceBoxes and bodyBoxes.
      boxes: 'Box',
      // The arrays tetOrder, faceOrder, bodyOrder and edgeOrder.
      orders: 'u32',
      // The arrays sweptFaceBoxes, sweptEdgeBoxes and sweptBodyBoxes.
      swept_boxes: 'Box',
      // The radix sort that rebuilds trees: pairs of a key and an element, twice as many as `orders` has words.
      sort_pairs: 'vec2u',
      inside: 'u32',
      // The guarantee's words (buffer-layout.ts), what shortened motions have lost (3 numbers per vertex; sums of 4 per body), and connected surfaces.
      guard: 'u32',
      lost_moves: 'f32',
      lost_momentum: 'f32',
      surfaces: 'u32',
      push_pairs: 'u32',
      pair_counts: 'u32',
      pair_offsets: 'u32',
      // Each pair is a body and one of its tetrahedra.
      pairs: 'vec2u',
      // The arrays foldedEdges and foldedVertices, then the lists of PathData (buffer-layout.ts).
      path_data: 'u32',
      // 1 distance per vertex (simulation/path/distance-field).
      field_distances: 'f32',
      depths: 'f32',
      normals: 'f32',
      energies: 'f32',
      volume_sums: 'f32',
      collider_impulses: 'vec4f',
      // The arrays pathPatches and pathSides.
      path_balls: 'vec4f',
      driven: 'Driven',
      accelerations: 'f32',
      colliders: 'Collider',
      remainders: 'f32',
      remainders_t0: 'f32',
      moments: 'f32',
      inertias: 'Inertia',
      spins: 'Spin',
      volume_gradients: 'f32',
      gases: 'Gas',
      // The linear system of implicit Euler. The next five hold several arrays each (buffer-layout.ts).
      element_hessians: 'f32',
      element_forces: 'f32',
      vertex_blocks: 'f32',
      linear_vectors: 'f32',
      linear_sums: 'f32',
      contact_terms: 'f32',
      gas_terms: 'f32',
      contact_lists: 'u32',
      // AIR_STRIDE vertex ids per element of air, sorted by colour; where each colour begins; how many elements and classes there are.
      air_elements: 'u32',
      air_offsets: 'u32',
      air_tally: 'u32',
    },
    {
      queries: 'Query',
      paths: 'Path',
      // The arrays vertexHits and edgeHits.
      hits: 'Hit',
      contacts: 'Contact',
      contact_order: 'u32',
      colour_offsets: 'u32',
      vertex_colours: 'u32',
      counters: ['u32', COUNTER_COUNT],
      // INDIRECT_STRIDE words per slot of INDIRECT: the workgroup counts of indirect dispatches.
      indirect: 'u32',
      // Scratch memory of prefix sums: one sum per workgroup.
      block_sums: 'u32',
    },
  ],
  // While the material's constraints are solved, the memory of `remainders` holds displacements x - x0
  // (simulation/constraints/elastic/displacements.ts).
  aliases: { displacements: 'remainders' },
};
