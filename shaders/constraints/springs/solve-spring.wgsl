// One XPBD iteration over a spring. Twin of solveSprings in src/simulation/constraints/springs/solve-springs.ts.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/moment.wgsl;
#include /shaders/constraints/elastic/add-displacement.wgsl;
#include /shaders/shared/material.wgsl;
#reads parameters, inverse_masses;
#writes multipliers;

fn solve_spring(body: u32, model: u32, spring: u32) {
  let vertices = spring_vertices(model, spring) + body_word(body, BODY_VERTEX_BASE);
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
  let rest = spring_rest_length(model, spring);
  let step = (rest - spring_length - compliance * lambda - damping * change) / ((1.0 + damping) * (wa + wb) + compliance);
  multipliers[m] = lambda + step;
  add_displacement(vertices.x, wa * step * direction);
  add_displacement(vertices.y, -wb * step * direction);
  add_moment(vertices.x, cross(before, step * direction));
}
