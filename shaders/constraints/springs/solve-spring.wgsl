// One XPBD iteration over a spring. Twin of solveSprings in src/simulation/constraints/springs/solve-springs.ts.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/shared/moment.wgsl;
#include /shaders/constraints/elastic/corner.wgsl;
#include /shaders/constraints/elastic/put-displacement.wgsl;
#include /shaders/shared/material.wgsl;
#reads parameters;
#writes multipliers;

const CORNERS = 2u;
alias Multipliers = f32;

fn corner_vertex(body: u32, model: u32, spring: u32, end: u32) -> u32 {
  return spring_end(model, spring, end) + body_word(body, BODY_VERTEX_BASE);
}

fn load_multipliers(body: u32, model: u32, spring: u32) -> f32 {
  return multipliers[body_word(body, BODY_MULTIPLIER_BASE) + spring];
}

fn solve_spring(body: u32, model: u32, spring: u32) {
  let c = array<Corner, 2>(
    load_corner(corner_vertex(body, model, spring, 0u)),
    load_corner(corner_vertex(body, model, spring, 1u)),
  );
  let lambda = load_multipliers(body, model, spring);
  solve_corners(body, model, spring, c, lambda, vec4<bool>(true));
}

// `own`: ends whose results are stored. End 0 has the multiplier and the moment.
fn solve_corners(body: u32, model: u32, spring: u32, c: array<Corner, 2>, lambda: f32, own: vec4<bool>) {
  let wa = c[0].w;
  let wb = c[1].w;
  let before = c[0].x0 - c[1].x0;
  let moved = c[0].u - c[1].u;
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
  let rest = spring_rest_length(model, spring);
  let step = (rest - spring_length - compliance * lambda - damping * change) / ((1.0 + damping) * (wa + wb) + compliance);
  if (own.x) {
    multipliers[body_word(body, BODY_MULTIPLIER_BASE) + spring] = lambda + step;
    put_displacement(c[0].v, c[0].u + wa * step * direction);
    add_moment(c[0].v, cross(before, step * direction));
  }
  if (own.y) {
    put_displacement(c[1].v, c[1].u - wb * step * direction);
  }
}
