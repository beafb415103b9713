// Index of a body's first chunk, for the kernels that restore lost angular momentum (moments.wgsl, find-spins.wgsl,
// spin.wgsl). A chunk is at most SUM_CHUNK consecutive vertices of one body. It has one Inertia record
// (src/simulation/tables/records.ts).
#include /shaders/shared/first-vertex.wgsl;

// Returns the index of a body's first chunk. For body = number of bodies, returns the number of chunks. `+ body` makes room for the partly
// filled last chunk of each earlier body. CPU version: firstChunk in src/simulation/state.ts.
fn first_chunk(body: u32) -> u32 {
  return first_vertex(body) / SUM_CHUNK + body;
}
