// Moves surface vertices by their body's gas pressure. Twin of push in src/simulation/constraints/pressure/gas.ts. Element: a surface
// vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/remainder.wgsl;
#include /shaders/shared/moment.wgsl;
#include /shaders/constraints/pressure/volume-gradient.wgsl;
#reads dispatch_arguments, inverse_masses, gases;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = world_surface_body(i);
  let v = world_surface_vertex(i);
  let w = inverse_masses[v];
  // Impulse times dt [kg m]; `change` is this iteration's change of the gas's XPBD multiplier (expand-gases.wgsl).
  let impulse_dt = gases[body].change * volume_gradient(i);
  if (w == 0.0) {
    return;
  }
  move_position(v, w * impulse_dt);
  add_moment(v, cross(position_t0(v) - position_t0(body_word(body, BODY_VERTEX_BASE)), impulse_dt));
}
