// Computes the size of the indirect dispatches that answer overflowed queries: the number of all queries if any overflowed, else 0. After
// the tree search, shortest-path-large.wgsl follows. After the flood, branched-edges.wgsl, shortest-path.wgsl and shortest-path-large.wgsl
// follow, in this order. One thread does the work.
#include /shaders/shared/indirect.wgsl;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 0u) {
    let overflowed = atomicLoad(&counters[COUNTER_PATH_OVERFLOWS]) > 0u;
    write_indirect(INDIRECT_OVERFLOWS, select(0u, atomicLoad(&counters[COUNTER_QUERIES]), overflowed));
  }
}
