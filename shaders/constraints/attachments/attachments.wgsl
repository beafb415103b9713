// Pulls dragged vertices towards their targets. An attachment is one dragged vertex with its target, the field `goal`. One thread
// processes all attachments in turn, since two of them may pull the same vertex. Twin of `attachments` in
// src/simulation/constraints/attachments/attachments.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/put-position.wgsl;
#reads parameters, dispatch_arguments, inverse_masses;
#writes attachments;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let compliance = parameters.drag_compliance * parameters.inverse_dt * parameters.inverse_dt;
  for (var a = 0u; a < parameters.attachment_count; a++) {
    let vertex = attachments[a].vertex;
    let w = inverse_masses[vertex];
    if (w == 0.0) {
      continue;
    }
    let x = position(vertex);
    let lambda = attachments[a].lambda;
    let step = (attachments[a].goal - x - compliance * lambda) / (w + compliance);
    attachments[a].lambda = lambda + step;
    put_position(vertex, x + w * step);
  }
}
