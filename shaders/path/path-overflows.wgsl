// Sizes the dispatch of shortest-path-large.wgsl: over all queries if a path overflowed, else over none. One element.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/indirect.wgsl;

@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, 32>;
@group(3) @binding(7) var<storage, read_write> indirect: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 0u) {
    let overflowed = atomicLoad(&counters[COUNTER_PATH_OVERFLOWS]) > 0u;
    write_indirect(INDIRECT_OVERFLOWS, select(0u, atomicLoad(&counters[COUNTER_QUERIES]), overflowed));
  }
}
