// One XPBD iteration over the springs of one colour. Twin of solveSprings in src/simulation/constraints/springs/solve-springs.ts.
// Element: a spring of the batch.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/moment.wgsl;
#include /shaders/constraints/elastic/displacement.wgsl;
#include /shaders/shared/material.wgsl;
#reads parameters, dispatch_arguments, inverse_masses;
#writes multipliers, displacements;

fn add_displacement(v: u32, d: vec3f) {
  displacements[3u * v] += d.x;
  displacements[3u * v + 1u] += d.y;
  displacements[3u * v + 2u] += d.z;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = dispatch_arguments.first_body + i / dispatch_arguments.batch_size;
  let spring = dispatch_arguments.batch_begin + i % dispatch_arguments.batch_size;
  let vertices = spring_vertices(dispatch_arguments.model, spring) + body_word(body, BODY_VERTEX_BASE);
  let wa = inverse_masses[vertices.x];
  let wb = inverse_masses[vertices.y];
  let before = position_t0(vertices.x) - position_t0(vertices.y);
  let moved = displacement(vertices.x) - displacement(vertices.y);
  let difference = before + moved;
  let spring_length = length(difference);
  // A spring of length 0 has no direction; one between two held vertices can't move.
  if (spring_length == 0.0 || wa + wb == 0.0) {
    return;
  }
  let direction = difference / spring_length;
  let change = dot(direction, moved);
  var stiffness = parameters.spring_stiffness;
  var damping_time = parameters.material_damping;
  let material = body_word(body, BODY_MATERIAL);
  if (material != 0u) {
    stiffness = material_number(material, MATERIAL_SPRING_STIFFNESS);
    damping_time = material_number(material, MATERIAL_MATERIAL_DAMPING);
  }
  let compliance = parameters.inverse_dt * parameters.inverse_dt / stiffness;
  let damping = damping_time * parameters.inverse_dt;
  let m = body_word(body, BODY_MULTIPLIER_BASE) + spring;
  let lambda = multipliers[m];
  let rest = spring_rest_length(dispatch_arguments.model, spring);
  let step = (rest - spring_length - compliance * lambda - damping * change) / ((1.0 + damping) * (wa + wb) + compliance);
  multipliers[m] = lambda + step;
  add_displacement(vertices.x, wa * step * direction);
  add_displacement(vertices.y, -wb * step * direction);
  add_moment(vertices.x, cross(before, step * direction));
}
