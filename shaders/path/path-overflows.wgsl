// Computes the size of the indirect dispatches that answer queries that overflowed. If any query overflowed, the size is the number of all
// queries, otherwise 0. These dispatches are shortest-path-large.wgsl and, after a flood, branched-edges.wgsl and shortest-path.wgsl before
// it. One thread.
#include /shaders/shared/indirect.wgsl;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 0u) {
    let overflowed = atomicLoad(&counters[COUNTER_PATH_OVERFLOWS]) > 0u;
    write_indirect(INDIRECT_OVERFLOWS, select(0u, atomicLoad(&counters[COUNTER_QUERIES]), overflowed));
  }
}
