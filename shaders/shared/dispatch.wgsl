// Maps the threads of a dispatch to the elements that the kernel processes. `dispatch_arguments` contains the dispatch's arguments
// (src/gpu/kernels/uniforms.ts). A kernel's entry point begins with
//   @compute @workgroup_size(WORKGROUP_SIZE)
//   fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
//     let i = element(id, groups);
//     if (i >= dispatch_arguments.count) { return; }

// Index of a thread's element. A dispatch with more workgroups than one dimension allows (maxComputeWorkgroupsPerDimension, 65,535) has
// several rows of workgroups.
fn element(id: vec3u, groups: vec3u) -> u32 {
  return id.x + id.y * groups.x * WORKGROUP_SIZE;
}

// Number of threads of a dispatch, for kernels whose threads loop over several elements, so that any number of threads works.
fn threads(groups: vec3u) -> u32 {
  return groups.x * groups.y * WORKGROUP_SIZE;
}
