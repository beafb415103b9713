import { type Fields, RECORDS } from '../../simulation/records.ts';
import { COUNTER_COUNT } from '../../simulation/state.ts';
import { DISPATCH_ARGUMENTS, PARAMETERS } from './uniforms.ts';

/** Contents of a buffer: elements of a type of WGSL or of a struct by its name, where it isn't a uniform, or so many numbers. */
type Contents<S> = 'f32' | 'u32' | 'vec2u' | 'vec4f' | S | readonly [of: 'f32' | 'u32', length: number];

/** The buffers that kernels can name. */
export interface BindingTable<S extends string = string> {
  /** Structs by name, with their fields. */
  readonly structs: Readonly<Record<S, Fields>>;
  /** The buffers of each group by name; their place in it is their binding. Those of group 0 are uniforms. */
  readonly groups: readonly Readonly<Record<string, Contents<S>>>[];
  /** Second names of buffers, by what they hold meanwhile. A kernel takes one of the two. */
  readonly aliases: Readonly<Record<string, string>>;
}

const STRUCTS = { Parameters: PARAMETERS, DispatchArguments: DISPATCH_ARGUMENTS, ...RECORDS };

/**
 * All buffers of the backend, grouped by lifetime: parameters, topology, state, contacts. Names are those of the state's arrays
 * in snake case, but for the packed ones of buffer-layout.ts. Arrays that have none of them are the pool's alone. A kernel says which of them it uses (wgsl.ts), at most 8 but for
 * uniforms: Firefox and macOS stop there.
 */
export const BINDINGS: BindingTable<keyof typeof STRUCTS> = {
  structs: STRUCTS,
  groups: [
    { parameters: 'Parameters', dispatch_arguments: 'DispatchArguments' },
    { topology: 'u32' },
    {
      // Vectors are three numbers a vertex.
      positions: 'f32',
      positions_t0: 'f32',
      velocities: 'f32',
      velocities_t0: 'f32',
      // A number a vertex, then the table of materials (material-table.ts).
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
      // foldedEdges, foldedVertices, lists of inverted elements and branched edges, marks (PATH_MARKS a slot)
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
      // INDIRECT_STRIDE a slot of INDIRECT
      indirect: 'u32',
      // Scratch of scans.
      block_sums: 'u32',
    },
  ],
  // x - x0 while the material's constraints move it: simulation/constraints/elastic/displacements.ts.
  aliases: { displacements: 'remainders' },
};
