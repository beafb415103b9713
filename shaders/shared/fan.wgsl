#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;

// Returns twice the vector area of the boundary faces around a surface vertex (the vertex's fan), pointing outwards [m^2]. `s` is the
// vertex's index among the world's surface vertices. Twin of sumFan in src/simulation/world/vector-area.ts.
fn fan_sum(s: u32) -> vec3f {
  let body = world_surface_body(s);
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  let fan = vertex_face_range(model, s - body_word(body, BODY_SURFACE_BASE));
  var sum = vec3f();
  for (var k = fan.x; k < fan.y; k++) {
    let v = face_vertices(model, vertex_face(model, k)) + base;
    let a = position(v.x);
    sum += cross(position(v.y) - a, position(v.z) - a);
  }
  return sum;
}
