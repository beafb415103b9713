// One XPBD iteration over the area of a triangle of a planar body. Twin of solveAreas in
// src/simulation/constraints/areas/solve-areas.ts. Constraints are numbered behind the springs.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/constraints.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/moment.wgsl;
#include /shaders/constraints/elastic/displacement.wgsl;
#include /shaders/shared/material.wgsl;
#reads parameters, topology, inverse_masses;
#writes multipliers, displacements;

fn add_planar_displacement(v: u32, d: vec2f) {
  displacements[3u * v] += d.x;
  displacements[3u * v + 1u] += d.y;
}

// Half of a vector, turned by a quarter clockwise: the gradient of a triangle's area by a corner, from the opposite edge.
fn area_gradient(edge: vec2f) -> vec2f {
  return 0.5 * vec2f(edge.y, -edge.x);
}

fn solve_area(body: u32, model: u32, constraint: u32) {
  let triangle = constraint - topology[model + MODEL_SPRING_COUNT];
  let v = area_vertices(model, triangle) + body_word(body, BODY_VERTEX_BASE);
  let w = vec3f(inverse_masses[v.x], inverse_masses[v.y], inverse_masses[v.z]);
  var stiffness = parameters.area_stiffness;
  var damping_time = parameters.material_damping;
  let material = body_word(body, BODY_MATERIAL);
  if (material != 0u) {
    stiffness = material_number(material, MATERIAL_AREA_STIFFNESS);
    damping_time = material_number(material, MATERIAL_MATERIAL_DAMPING);
  }
  let sum = w.x + w.y + w.z;
  if (sum == 0.0 || stiffness == 0.0) {
    return;
  }
  let origin = position_t0(v.x);
  let start = displacement(v.x);
  let before_b = position_t0(v.y) - origin;
  let before_c = position_t0(v.z) - origin;
  let move_b = (displacement(v.y) - start).xy;
  let move_c = (displacement(v.z) - start).xy;
  let p = before_b.xy + move_b;
  let q = before_c.xy + move_c;
  let gb = area_gradient(q);
  let gc = area_gradient(-p);
  let ga = -gb - gc;
  let rest = rest_area(model, triangle);
  let area_error = 0.5 * (p.x * q.y - p.y * q.x) - rest;
  let change = dot(gb, move_b) + dot(gc, move_c);
  let squares = dot(w, vec3f(dot(ga, ga), dot(gb, gb), dot(gc, gc)));
  let weight = max(squares, LEAST_SQUARES * sum * rest);
  let softness = parameters.inverse_dt * parameters.inverse_dt / stiffness * rest;
  let damping = damping_time * parameters.inverse_dt;
  let m = body_word(body, BODY_MULTIPLIER_BASE) + constraint;
  let lambda = multipliers[m];
  let step = (-area_error - softness * lambda - damping * change) / ((1.0 + damping) * weight + softness);
  multipliers[m] = lambda + step;
  add_planar_displacement(v.x, w.x * step * ga);
  add_planar_displacement(v.y, w.y * step * gb);
  add_planar_displacement(v.z, w.z * step * gc);
  add_moment(v.x, step * (cross(before_b, vec3f(gb, 0.0)) + cross(before_c, vec3f(gc, 0.0))));
}
