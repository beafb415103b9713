// Maps threads to elements. `dispatch_arguments` holds a dispatch's arguments (src/gpu/kernels/uniforms.ts).
// A kernel's entry point is
//   @compute @workgroup_size(WORKGROUP_SIZE)
//   fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
//     let i = element(id, groups);
//     if (i >= dispatch_arguments.count) { return; }

// Returns the index of a thread's element. If a dispatch has more than 65,535 workgroups (maxComputeWorkgroupsPerDimension), it has
// several rows (y).
fn element(id: vec3u, groups: vec3u) -> u32 {
  return id.x + id.y * groups.x * WORKGROUP_SIZE;
}

// Returns the number of threads of a dispatch. In some kernels a thread loops over several elements with this stride, so that any number
// of threads works.
fn threads(groups: vec3u) -> u32 {
  return groups.x * groups.y * WORKGROUP_SIZE;
}
