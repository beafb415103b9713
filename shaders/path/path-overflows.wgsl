// Sizes the dispatches of what answers paths that overflowed, over all queries if there is one, else over none: after floods
// branched-edges.wgsl and shortest-path.wgsl, after either shortest-path-large.wgsl. One element.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/indirect.wgsl;

@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, COUNTER_COUNT>;
@group(3) @binding(7) var<storage, read_write> indirect: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 0u) {
    let overflowed = atomicLoad(&counters[COUNTER_PATH_OVERFLOWS]) > 0u;
    write_indirect(INDIRECT_OVERFLOWS, select(0u, atomicLoad(&counters[COUNTER_QUERIES]), overflowed));
  }
}
