// How a body's volume changes with the place of a surface vertex. Twin of findGradients in src/simulation/constraints/pressure/gas.ts.
// Element: a surface vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#reads dispatch_arguments;
#writes volume_gradients;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let body = world_surface_body(i);
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  let fan = vertex_face_range(model, i - body_word(body, BODY_SURFACE_BASE));
  var sum = vec3f();
  for (var k = fan.x; k < fan.y; k++) {
    let v = face_vertices(model, vertex_face(model, k)) + base;
    let a = position(v.x);
    sum += cross(position(v.y) - a, position(v.z) - a);
  }
  let gradient = sum / 6.0;
  volume_gradients[3u * i] = gradient.x;
  volume_gradients[3u * i + 1u] = gradient.y;
  volume_gradients[3u * i + 2u] = gradient.z;
}
