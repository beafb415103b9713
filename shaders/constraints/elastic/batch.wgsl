// Solves the constraints of one colour: a batch, in consecutive bodies of one model. The file that includes this one defines
//   solve(body: u32, model: u32, constraint: u32)
// Element: a constraint of the batch.
#include /shaders/shared/dispatch.wgsl;
#reads dispatch_arguments;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = dispatch_arguments.first_body + i / dispatch_arguments.batch_size;
  solve(body, dispatch_arguments.model, dispatch_arguments.batch_begin + i % dispatch_arguments.batch_size);
}
