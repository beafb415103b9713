// Sizes the indirect dispatches for queries that overflowed: over all queries if any overflowed, else over none. They are, after a flood,
// branched-edges.wgsl and shortest-path.wgsl, and in any case shortest-path-large.wgsl. One element.
#include /shaders/shared/indirect.wgsl;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 0u) {
    let overflowed = atomicLoad(&counters[COUNTER_PATH_OVERFLOWS]) > 0u;
    write_indirect(INDIRECT_OVERFLOWS, select(0u, atomicLoad(&counters[COUNTER_QUERIES]), overflowed));
  }
}
