// Two boundary edges that are crossed at x0, the start of the step: each of them pierces a face beside the other one. Twin of
// src/simulation/contacts/ccd/crossed-edges.ts.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/position-t0.wgsl;
#reads parameters, topology;

// Tests whether two edges are crossed. `a` and `b` are their vertices, by their indices over all bodies.
fn are_crossed(a: vec2u, body_a: u32, edge_a: u32, b: vec2u, body_b: u32, edge_b: u32) -> bool {
  let model_a = body_model(body_a);
  let model_b = body_model(body_b);
  return has_volume(model_a) && has_volume(model_b) && pierces_beside(a, b, body_b, edge_b) && pierces_beside(b, a, body_a, edge_a);
}

// Tests whether parting two crossed edges would bring their bodies together, if both are coarse.
fn are_brought_together(a: vec2u, body_a: u32, b: vec2u, body_b: u32) -> bool {
  let model_a = body_model(body_a);
  let model_b = body_model(body_b);
  if (body_a == body_b || max(topology[model_a + MODEL_FACE_COUNT], topology[model_b + MODEL_FACE_COUNT]) > COARSE_FACES) {
    return false;
  }
  let normal = cross(position_t0(a.y) - position_t0(a.x), position_t0(b.y) - position_t0(b.x));
  let side = dot(normal, position_t0(a.x) - position_t0(b.x));
  return side * dot(normal, body_middle(body_a) - body_middle(body_b)) > 0.0;
}

// Mean of all corners of a body's boundary faces.
fn body_middle(body: u32) -> vec3f {
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  let count = topology[model + MODEL_FACE_COUNT];
  var sum = vec3f();
  for (var face = 0u; face < count; face++) {
    let corners = face_vertices(model, face) + base;
    sum += position_t0(corners.x) + position_t0(corners.y) + position_t0(corners.z);
  }
  return sum / f32(3u * count);
}

// Tests whether the segment pq pierces one of the two faces beside an edge of a body, whose vertices are `ends`.
fn pierces_beside(pq: vec2u, ends: vec2u, body: u32, edge: u32) -> bool {
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  let beside = edge_faces(model, edge);
  for (var k = 0u; k < 2u; k++) {
    let face = face_vertices(model, beside[k]) + base;
    let third = face.x + face.y + face.z - ends.x - ends.y;
    if (all(vec2u(third) != pq) && pierces(pq, vec3u(ends, third))) {
      return true;
    }
  }
  return false;
}

// Tests whether the segment pq passes through the inside of a triangle (Moeller, Trumbore 1997).
fn pierces(pq: vec2u, triangle: vec3u) -> bool {
  let a = position_t0(triangle.x);
  let u = position_t0(triangle.y) - a;
  let v = position_t0(triangle.z) - a;
  let p = position_t0(pq.x) - a;
  let d = position_t0(pq.y) - position_t0(pq.x);
  let normal = cross(u, v);
  let height = dot(normal, p);
  let rise = dot(normal, d);
  let passes = sign(height) * sign(height + rise) == -1.0;
  let dip = min(abs(height), abs(height + rise));
  if (parameters.parts_regions != 0u && dip * dip <= LEAST_DIP * LEAST_DIP * dot(normal, normal) * dot(d, d)) {
    return false;
  }
  // Barycentric weights of the point in which the line pq meets the plane, times `whole`.
  let side = select(1.0, -1.0, rise > 0.0);
  let whole = -side * rise;
  let c = cross(p, d);
  let of_b = side * dot(v, c);
  let of_c = -side * dot(u, c);
  return passes && of_b > 0.0 && of_c > 0.0 && of_b + of_c < whole;
}

// Parameters of the points in which the edges' lines are nearest at the end of the step, moved to the edges' ends if beyond.
fn nearest_at_end(ends_a: vec2u, ends_b: vec2u) -> vec2f {
  let a = position(ends_a.y) - position(ends_a.x);
  let b = position(ends_b.y) - position(ends_b.x);
  let c = position(ends_b.x) - position(ends_a.x);
  let aa = dot(a, a);
  let ab = dot(a, b);
  let bb = dot(b, b);
  let ac = dot(a, c);
  let bc = dot(b, c);
  let determinant = aa * bb - ab * ab;
  if (!(determinant > 0.0)) {
    return vec2f(0.5);
  }
  return clamp(vec2f(ac * bb - ab * bc, ab * ac - aa * bc) / determinant, vec2f(), vec2f(1.0));
}
