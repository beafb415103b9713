// Forgets which bodies are deep in one another, before a step looks for them. Element: a word of the array deepPairs.
#include /shaders/shared/dispatch.wgsl;
#reads dispatch_arguments, topology;
#writes inside;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i < dispatch_arguments.count) {
    inside[topology[WORLD_DEEP_PAIRS] + i] = 0u;
  }
}
