import { type Fields, RECORDS } from '../../simulation/records.ts';
import { COUNTER_COUNT } from '../../simulation/state.ts';
import { DISPATCH_ARGUMENTS, PARAMETERS } from './uniforms.ts';

/** Element type of a storage buffer (WGSL type or struct name), the struct of a uniform, or an array of fixed length. */
type Contents<S> = 'f32' | 'u32' | 'vec2u' | 'vec4f' | S | readonly [of: 'f32' | 'u32', length: number];

/** The buffers that kernels can use. */
export interface BindingTable<S extends string = string> {
  /** Structs by name, with their fields. */
  readonly structs: Readonly<Record<S, Fields>>;
  /** Buffers of each bind group by name, in the order of their bindings. Those of group 0 are uniforms. */
  readonly groups: readonly Readonly<Record<string, Contents<S>>>[];
  /** Alternative names of buffers whose memory temporarily holds other data. A kernel may use only one of the two names. */
  readonly aliases: Readonly<Record<string, string>>;
}

const STRUCTS = { Parameters: PARAMETERS, DispatchArguments: DISPATCH_ARGUMENTS, ...RECORDS };

/**
 * All buffers of the backend, grouped by lifetime: parameters, topology, state, contacts. Names are those of the state's arrays in
 * snake case, except for the packed ones of buffer-layout.ts. State arrays that aren't listed exist in the pool only. A kernel
 * declares which buffers it uses (wgsl.ts): at most 8 storage buffers, the limit of Firefox and macOS.
 */
export const BINDINGS: BindingTable<keyof typeof STRUCTS> = {
  structs: STRUCTS,
  groups: [
    { parameters: 'Parameters', dispatch_arguments: 'DispatchArguments' },
    { topology: 'u32' },
    {
      // Vectors: 3 numbers per vertex.
      positions: 'f32',
      positions_t0: 'f32',
      velocities: 'f32',
      velocities_t0: 'f32',
      // 1 number per vertex, then the table of materials (material-table.ts).
      inverse_masses: 'f32',
      multipliers: 'f32',
      attachments: 'Attachment',
      // tetBoxes, faceBoxes, bodyBoxes
      boxes: 'Box',
      // tetOrder, faceOrder, bodyOrder
      orders: 'u32',
      inside: 'u32',
      pair_counts: 'u32',
      pair_offsets: 'u32',
      // (body, tetrahedron)
      pairs: 'vec2u',
      // foldedEdges, foldedVertices, lists of inverted elements and branched edges, marks (PATH_MARKS per thread of overflowed paths)
      path_data: 'u32',
      depths: 'f32',
      normals: 'f32',
      energies: 'f32',
      collider_impulses: 'vec4f',
      // pathPatches, pathSides
      path_balls: 'vec4f',
      driven: 'Driven',
      colliders: 'Collider',
      remainders: 'f32',
      remainders_t0: 'f32',
      moments: 'f32',
      inertias: 'Inertia',
      spins: 'Spin',
      volume_gradients: 'f32',
      gases: 'Gas',
    },
    {
      queries: 'Query',
      paths: 'Path',
      contacts: 'Contact',
      contact_order: 'u32',
      colour_offsets: 'u32',
      vertex_colours: 'u32',
      counters: ['u32', COUNTER_COUNT],
      // INDIRECT_STRIDE words per slot of INDIRECT
      indirect: 'u32',
      // Scratch of scans.
      block_sums: 'u32',
    },
  ],
  // Displacements x - x0 while the material's constraints are solved: simulation/constraints/elastic/displacements.ts.
  aliases: { displacements: 'remainders' },
};
