// Places of an element's hits in `hits`. Elements are the surface vertices, then the boundary edges, each in the order of their indices
// over all bodies. First come the earliest hits of all vertices, then their second ones, and so on; then those of the edges.
#reads parameters;

// Time of an empty record; it ends an element's list.
const NO_HIT = 2.0;
// Time in the hit of edges that were crossed at x0, which come before all other hits of an edge (crossed-edges.wgsl).
const CROSSED = -1.0;

struct HitRecords {
  first: u32, // index of the element's first record
  step: u32, // distance of its records
  room: u32, // number of its records
}

fn hit_records(i: u32) -> HitRecords {
  if (i < parameters.surface_vertex_count) {
    return HitRecords(i, parameters.surface_vertex_count, parameters.hits_per_vertex);
  }
  let first = parameters.surface_vertex_count * (parameters.hits_per_vertex - 1u) + i;
  return HitRecords(first, parameters.edge_count, parameters.hits_per_edge);
}
