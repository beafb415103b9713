// What one dispatch is told, and which element a thread takes. Every kernel includes this file and declares
//   @group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
// (bound with a dynamic offset). Its entry point is
//   @compute @workgroup_size(WORKGROUP_SIZE)
//   fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
//     let i = element(id, groups);
//     if (i >= dispatch_arguments.count) { return; }
struct DispatchArguments {
  count: u32, // elements; of an indirect dispatch the most there can be, the kernel knows the true number
  argument: u32, // what the stage is asked for: CONTAINMENT_*, a pass or level
  colour: u32, // of the contacts
  // A batch of constraints: element i is constraint batch_begin + i % batch_size of body first_body + i / batch_size.
  model: u32, // word of the model's record in `topology`, as body_model() gives it
  batch_begin: u32,
  batch_size: u32,
  first_body: u32,
  body_count: u32,
}

override WORKGROUP_SIZE: u32 = 64;

// Dispatches too long for one dimension wrap into rows (maxComputeWorkgroupsPerDimension is 65,535).
fn element(id: vec3u, groups: vec3u) -> u32 {
  return id.x + id.y * groups.x * WORKGROUP_SIZE;
}

// Threads of a dispatch, for kernels whose threads take several elements each, so that any number of them does.
fn threads(groups: vec3u) -> u32 {
  return groups.x * groups.y * WORKGROUP_SIZE;
}
