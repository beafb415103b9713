// Projects one element of air: an inverted one moves its corners until it is flat. Twin of projectTriangle and projectTet in
// src/simulation/constraints/air/project-air.ts.
#include /shaders/shared/position.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/remainder.wgsl;
#include /shaders/shared/moment.wgsl;
#reads inverse_masses, air_elements;

// Moves a vertex by an impulse times dt [kg m].
fn push(v: u32, impulse: vec3f) {
  let w = inverse_masses[v];
  if (w > 0.0) {
    move_position(v, w * impulse);
  }
}

fn project_triangle(a: u32, b: u32, c: u32) {
  let u = position(b) - position(a);
  let v = position(c) - position(a);
  let measure = u.x * v.y - u.y * v.x;
  if (!(measure < 0.0)) {
    return;
  }
  let gradient_a = vec3f(u.y - v.y, v.x - u.x, 0.0);
  let gradient_b = vec3f(v.y, -v.x, 0.0);
  let gradient_c = vec3f(-u.y, u.x, 0.0);
  let mobility = inverse_masses[a] * dot(gradient_a, gradient_a) + inverse_masses[b] * dot(gradient_b, gradient_b) +
    inverse_masses[c] * dot(gradient_c, gradient_c);
  if (!(mobility > 0.0)) {
    return;
  }
  let scale = -measure / mobility;
  push(a, scale * gradient_a);
  push(b, scale * gradient_b);
  push(c, scale * gradient_c);
  let origin = position_t0(a);
  let moment = (scale / 3.0) *
    (cross(position_t0(b) - origin, gradient_b) + cross(position_t0(c) - origin, gradient_c));
  add_moment(a, moment);
  add_moment(b, moment);
  add_moment(c, moment);
}

fn project_tetrahedron(a: u32, b: u32, c: u32, d: u32) {
  let x = position(a);
  let u = position(b) - x;
  let v = position(c) - x;
  let w = position(d) - x;
  let gradient_b = cross(v, w);
  let measure = dot(u, gradient_b);
  if (!(measure < 0.0)) {
    return;
  }
  let gradient_c = cross(w, u);
  let gradient_d = cross(u, v);
  let gradient_a = -gradient_b - gradient_c - gradient_d;
  let mobility = inverse_masses[a] * dot(gradient_a, gradient_a) + inverse_masses[b] * dot(gradient_b, gradient_b) +
    inverse_masses[c] * dot(gradient_c, gradient_c) + inverse_masses[d] * dot(gradient_d, gradient_d);
  if (!(mobility > 0.0)) {
    return;
  }
  let scale = -measure / mobility;
  push(a, scale * gradient_a);
  push(b, scale * gradient_b);
  push(c, scale * gradient_c);
  push(d, scale * gradient_d);
  // The impulses have no moment about the current positions. The one about the positions at the step's start is corrected later.
  let origin = position_t0(a);
  let moment = (scale / 4.0) * (cross(position_t0(b) - origin, gradient_b) +
    cross(position_t0(c) - origin, gradient_c) + cross(position_t0(d) - origin, gradient_d));
  add_moment(a, moment);
  add_moment(b, moment);
  add_moment(c, moment);
  add_moment(d, moment);
}

// `element` is an index in air_elements. In the plane, an element's fourth word is NONE.
fn project_element(element: u32) {
  let at = AIR_STRIDE * element;
  let d = air_elements[at + 3u];
  if (d == NONE) {
    project_triangle(air_elements[at], air_elements[at + 1u], air_elements[at + 2u]);
  } else {
    project_tetrahedron(air_elements[at], air_elements[at + 1u], air_elements[at + 2u], d);
  }
}
